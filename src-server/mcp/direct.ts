import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { McpDispatcher } from './dispatcher.ts';
import {
  MCP_METHODS,
  type McpClient,
  type McpMethod,
  type McpObject,
  SERVER_INFO,
  toClient,
} from './protocol.ts';

/** Headers by name, of whatever kind of request. */
export interface RequestHeaders {
  get(name: string): string | null;
}

/** A request that needs no server of its own. */
export interface DirectCall {
  readonly id: string | number;
  readonly method: McpMethod;
  readonly params: McpObject;
  /** Whether it is of the revision that says in each request who asks. */
  readonly isNewest: boolean;
  /** The client that such a request names. */
  readonly client?: McpClient | undefined;
}

/** The revision without handshakes; the SDK exports only those before it. */
const NEWEST_REVISION = '2026-07-28';
const NEWEST_META = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];
const TAKES_JSON = /^$|(?:application\/json|application\/\*|\*\/\*)(?!\s*;\s*q=0)/i;

/**
 * A plain request: stateless, and the dispatcher has the answer. The SDK would build a server, a transport and a stream
 * for it, which costs more than most answers. Undefined for everything else, such as handshakes, batches, calls that ask
 * for progress, and whatever the SDK has to refuse.
 */
export function directCall(headers: RequestHeaders, body: unknown): DirectCall | undefined {
  if (!isPlain(body) || body['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params = {} } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (!isMethod(method) || !isPlain(params) || !hasItsFields(method, params)) return undefined;
  if (!TAKES_JSON.test(headers.get('accept') ?? '')) return undefined;
  const { _meta: meta = {} } = params;
  if (!isPlain(meta)) return undefined;
  const call = { id: id as string | number, method, params };
  const version = headers.get('mcp-protocol-version');
  if (!(PROTOCOL_VERSION_META_KEY in meta))
    return version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
      ? { ...call, isNewest: false }
      : undefined;
  const client = toClient(meta[CLIENT_INFO_META_KEY]);
  const isSaidTwice =
    version === NEWEST_REVISION &&
    headers.get('mcp-method') === method &&
    headers.get('mcp-name') === params['name'];
  // Answers to other methods say how long they may be kept, in the words of the SDK.
  return method === 'tools/call' && isSaidTwice && client !== undefined && isNewestMeta(meta)
    ? { ...call, isNewest: true, client }
    : undefined;
}

/** Whether the `_meta` of a request has nothing but what each request of the newest revision has. */
function isNewestMeta(meta: McpObject): boolean {
  const info = meta[CLIENT_INFO_META_KEY];
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  return (
    meta[PROTOCOL_VERSION_META_KEY] === NEWEST_REVISION &&
    Object.keys(meta).every((key) => NEWEST_META.includes(key)) &&
    isPlain(info) &&
    Object.keys(info).length === 2 &&
    typeof info['version'] === 'string' &&
    isPlain(capabilities) &&
    Object.keys(capabilities).length === 0
  );
}

export async function directAnswer(
  { id, method, params, isNewest }: DirectCall,
  dispatcher: McpDispatcher,
  { client, signal }: { readonly client: McpClient; readonly signal: AbortSignal },
): Promise<object> {
  try {
    const answer = await dispatcher.answer(method, params, client, signal);
    const result = isNewest
      ? { ...answer, resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO } }
      : answer;
    return { result, jsonrpc: '2.0', id };
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
