/** The requests that the protocol's server side hands on; everything else (handshake, ping, …) is the SDK's. */
export const MCP_METHODS = [
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const;
/** `skills/…` are those of the extension for skills (SEP-2640). */
export type McpMethod = (typeof MCP_METHODS)[number] | 'skills/list' | 'skills/get';

/** A JSON object as the protocol carries it. */
export type McpObject = Readonly<Record<string, unknown>>;

/** Who asks, as they introduced themselves. */
export interface McpClient {
  readonly name: string;
  readonly version: string;
}

/** Answers the protocol's requests, whatever carries them: HTTP, stdio, either revision. */
export interface McpDispatcher {
  /**
   * Rejects with `McpError` where the protocol answers with an error.
   *
   * @param signal aborted when nobody waits for the answer any more
   */
  answer(method: McpMethod, params: McpObject, client: McpClient, signal?: AbortSignal): Promise<McpObject>;
  /** What a model reads once, before it calls anything. Rejects where nothing can be read now. */
  instructions(): Promise<string>;
}

/** JSON-RPC 2.0, section 5.1. */
export const INVALID_REQUEST = -32600;
/** JSON-RPC 2.0, section 5.1. The protocol also uses it for unknown tools, prompts and resources. */
export const INVALID_PARAMS = -32602;
/** JSON-RPC 2.0, section 5.1. */
export const INTERNAL_ERROR = -32603;

/** A protocol error: the request itself is wrong. What a model can mend by itself is a tool's answer instead. */
export class McpError extends Error {
  /** JSON-RPC's. */
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'McpError';
    this.code = code;
    this.data = data;
  }
}
