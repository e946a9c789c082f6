import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** What this server answers itself; handshake, ping and subscriptions are the SDK's. */
export const MCP_METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
] as const;
export type McpMethod = (typeof MCP_METHODS)[number];

export type McpObject = Readonly<Record<string, unknown>>;

/** As introduced. */
export interface McpClient {
  readonly name: string;
  readonly version: string;
}

/** Also for unknown tools and resources. */
export const invalidParams = (message: string, data?: unknown) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message, data);

export const internalError = (message: string) => new ProtocolError(ProtocolErrorCode.InternalError, message);
