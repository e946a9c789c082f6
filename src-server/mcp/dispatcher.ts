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

/** Answers independently of transport and revision: the registry in this process, or a running service. */
export interface McpDispatcher {
  /**
   * Rejects with `McpError`.
   *
   * @param signal aborted when the caller no longer waits
   */
  answer(method: McpMethod, params: McpObject, client: McpClient, signal?: AbortSignal): Promise<McpObject>;
  /** Read by models before any call. Rejects if unreadable. */
  instructions(): Promise<string>;
}

/** JSON-RPC 2.0, section 5.1. */
/** Also for unknown tools and resources. */
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

export class McpError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'McpError';
    this.code = code;
    this.data = data;
  }
}
