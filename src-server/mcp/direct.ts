import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isInitializeRequest,
  isSpecType,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import { INTRODUCTIONS } from '../contract/api.ts';
import type { McpDispatcher } from './dispatcher.ts';
import {
  CACHE_HINT,
  capabilitiesOf,
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

/** Methods of the revisions of 2025 and of the newest one that introduce a client. */
const { legacy: INITIALIZE, modern: DISCOVER } = INTRODUCTIONS;
const PING = 'ping';

/** A request that needs no server of its own. */
export interface DirectCall {
  readonly id: string | number;
  readonly method: McpMethod | typeof INITIALIZE | typeof DISCOVER | typeof PING;
  readonly params: McpObject;
  /** Whether it is of the revision that says in each request who asks. */
  readonly isNewest: boolean;
  /** The client that the request itself names. */
  readonly client?: McpClient | undefined;
}

/** The revision without handshakes; the SDK exports only those before it. */
const NEWEST_REVISION = '2026-07-28';
const NEWEST_META = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];
const TAKES_JSON = /^$|(?:application\/json|application\/\*|\*\/\*)(?!\s*;\s*q=0)/i;

/**
 * A plain request: stateless, and the dispatcher has the answer. The SDK would build a server, a transport and a stream
 * for it, which costs more than most answers. Undefined for everything else, such as batches, subscriptions, calls of
 * the newest revision that ask for progress, and whatever the SDK has to refuse.
 */
export function directCall(headers: RequestHeaders, body: unknown): DirectCall | undefined {
  if (!isPlain(body) || body['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params = {} } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (typeof method !== 'string' || !isPlain(params)) return undefined;
  if (!TAKES_JSON.test(headers.get('accept') ?? '')) return undefined;
  const { _meta: meta = {} } = params;
  if (!isPlain(meta)) return undefined;
  const call = { id: id as string | number, params };
  return PROTOCOL_VERSION_META_KEY in meta
    ? newestCall({ ...call, method }, headers, meta)
    : earlierCall({ ...call, method }, headers, body);
}

type AnyCall = Pick<DirectCall, 'id' | 'params'> & { readonly method: string };

function earlierCall(call: AnyCall, headers: RequestHeaders, body: McpObject): DirectCall | undefined {
  const { method, params } = call;
  const version = headers.get('mcp-protocol-version');
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined;
  if (method === INITIALIZE)
    return isInitializeRequest(body)
      ? { ...call, method, isNewest: false, client: toClient(params['clientInfo']) }
      : undefined;
  const isOurs = method === PING || (isMethod(method) && hasItsFields(method, params));
  return isOurs ? { ...call, method, isNewest: false } : undefined;
}

function newestCall(call: AnyCall, headers: RequestHeaders, meta: McpObject): DirectCall | undefined {
  const { method, params } = call;
  const client = toClient(meta[CLIENT_INFO_META_KEY]);
  const isSaidTwice =
    headers.get('mcp-protocol-version') === NEWEST_REVISION &&
    headers.get('mcp-method') === method &&
    (headers.get('mcp-name') ?? undefined) === nameIn(method, params);
  const isOurs = method === DISCOVER || (isMethod(method) && hasItsFields(method, params));
  return isOurs && isSaidTwice && client !== undefined && isNewestMeta(meta)
    ? { ...call, method, isNewest: true, client }
    : undefined;
}

/** The field of a request that its header repeats. */
function nameIn(method: string, { name, uri }: McpObject): unknown {
  if (method === 'tools/call') return name;
  return method === 'resources/read' ? uri : undefined;
}

/** Whether the `_meta` of a request has nothing but what each request of the newest revision has. */
function isNewestMeta(meta: McpObject): boolean {
  return (
    meta[PROTOCOL_VERSION_META_KEY] === NEWEST_REVISION &&
    Object.keys(meta).every((key) => NEWEST_META.includes(key)) &&
    isSpecType.Implementation(meta[CLIENT_INFO_META_KEY]) &&
    isSpecType.ClientCapabilities(meta[CLIENT_CAPABILITIES_META_KEY])
  );
}

/** Answers a plain request in the bytes of the SDK. */
export async function directAnswer(
  call: DirectCall,
  dispatcher: McpDispatcher,
  asker: { readonly client: McpClient; readonly signal: AbortSignal },
): Promise<object> {
  const { id, method, isNewest } = call;
  try {
    const answer = await resultOf(call, dispatcher, asker);
    const result = isNewest
      ? {
          ...answer,
          resultType: 'complete',
          ...(method !== 'tools/call' && CACHE_HINT),
          _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO },
        }
      : answer;
    return { result, jsonrpc: '2.0', id };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    const shown = { code, message, ...(data !== undefined && { data }) };
    return { jsonrpc: '2.0', id, error: shown };
  }
}

async function resultOf(
  { method, params }: DirectCall,
  dispatcher: McpDispatcher,
  { client, signal }: { readonly client: McpClient; readonly signal: AbortSignal },
): Promise<McpObject> {
  if (method === PING) return {};
  if (method === INITIALIZE) {
    const asked = String(params['protocolVersion']);
    return {
      protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : LATEST_PROTOCOL_VERSION,
      capabilities: capabilitiesOf(false),
      serverInfo: SERVER_INFO,
      instructions: await dispatcher.instructions(),
    };
  }
  if (method === DISCOVER)
    return {
      supportedVersions: [NEWEST_REVISION],
      capabilities: capabilitiesOf(true),
      instructions: await dispatcher.instructions(),
    };
  return dispatcher.answer(method, params, client, signal);
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
