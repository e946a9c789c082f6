import {
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { McpDispatcher } from '../dispatcher.ts';
import { MCP_METHODS, type McpClient, type McpMethod, type McpObject } from '../protocol.ts';

/** A request that needs no server of its own. */
export interface DirectCall {
  readonly id: string | number;
  readonly method: McpMethod;
  readonly params: McpObject;
}

const TAKES_JSON = /^$|(?:application\/json|application\/\*|\*\/\*)(?!\s*;\s*q=0)/i;

/**
 * A plain request of a 2025 revision: these are stateless, and the dispatcher has the answer. The SDK would build a
 * server, a transport and a stream for it, which takes six times as long as a keyword search. Undefined for everything
 * else, such as handshakes, batches, later revisions, and whatever the SDK has to refuse.
 */
export function directCall(
  { headers }: { readonly headers: { get(name: string): string | null } },
  body: unknown,
): DirectCall | undefined {
  if (!isPlain(body) || body['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params = {} } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (!isMethod(method) || !isPlain(params) || !hasItsFields(method, params)) return undefined;
  const { _meta: meta = {} } = params;
  if (!isPlain(meta) || PROTOCOL_VERSION_META_KEY in meta) return undefined;
  const version = headers.get('mcp-protocol-version');
  const isKnown = version === null || (version < '2026' && SUPPORTED_PROTOCOL_VERSIONS.includes(version));
  const isPlainAnswer = TAKES_JSON.test(headers.get('accept') ?? '');
  return isKnown && isPlainAnswer ? { id: id as string | number, method, params } : undefined;
}

export async function directAnswer(
  { id, method, params }: DirectCall,
  dispatcher: McpDispatcher,
  { client, signal }: { readonly client: McpClient; readonly signal: AbortSignal },
): Promise<object> {
  try {
    return { result: await dispatcher.answer(method, params, client, signal), jsonrpc: '2.0', id };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    const shown = { code, message, ...(data !== undefined && { data }) };
    return { jsonrpc: '2.0', id, error: shown };
  }
}

function isPlain(value: unknown): value is McpObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMethod(method: unknown): method is McpMethod {
  return (MCP_METHODS as readonly unknown[]).includes(method);
}

function hasItsFields(method: McpMethod, { name, arguments: given, uri, cursor }: McpObject): boolean {
  if (method === 'tools/call') return typeof name === 'string' && (given === undefined || isPlain(given));
  if (method === 'resources/read') return typeof uri === 'string';
  return cursor === undefined || typeof cursor === 'string';
}
