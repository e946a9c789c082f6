import type { IncomingHttpHeaders } from 'node:http';
import { isJsonObject } from '../contract/api/json-object.ts';
import { UNKNOWN_CLIENT } from './client-label.ts';
import {
  INTERNAL_ERROR,
  type McpClient,
  type McpDispatcher,
  McpError,
  type McpMethod,
  type McpObject,
} from './dispatcher.ts';

/** Both ends are ours. */
const REVISION = '2026-07-28';
/** The first find on a large registry waits for the index. */
const ANSWER_MS = 30_000;
/** At start; clients give up on slow servers. */
const INSTRUCTIONS_MS = 5_000;

/** The service stopped, or another program has its port. */
export class ServiceGoneError extends Error {
  constructor(options?: ErrorOptions) {
    super('The running service does not answer any more.', options);
    this.name = 'ServiceGoneError';
  }
}

/** Proof that the port still belongs to the service. */
interface ServiceChallenge {
  readonly headers: Readonly<Record<string, string>>;
  isMet(headers: IncomingHttpHeaders): boolean;
}

export interface RemoteService {
  readonly mcpUrl: string;
  readonly challenge: () => ServiceChallenge;
  /** Default 30,000, or 5,000 for instructions. */
  readonly answerMs?: number | undefined;
}

/** Asks a running service. Rejects with `ServiceGoneError` without service, `McpError` on timeout. */
export function createRemoteDispatcher(
  service: RemoteService,
): McpDispatcher & { introduce(client: McpClient): Promise<void> } {
  return {
    answer: (method, params, client) => ask(service, method, params, client),
    async instructions() {
      const soon = { ...service, answerMs: service.answerMs ?? INSTRUCTIONS_MS };
      const { instructions } = await ask(soon, 'server/discover', {}, UNKNOWN_CLIENT);
      return typeof instructions === 'string' ? instructions : '';
    },
    async introduce(client) {
      await ask(service, 'server/discover', {}, client);
    },
  };
}

async function ask(
  service: RemoteService,
  method: McpMethod | 'server/discover',
  params: McpObject,
  client: McpClient,
): Promise<McpObject> {
  const { _meta, ...rest } = params;
  const meta = {
    ...(typeof _meta === 'object' ? _meta : {}),
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = method === 'tools/call' ? params['name'] : method === 'resources/read' && params['uri'];
  const { result, error } = await post(
    service,
    { jsonrpc: '2.0', id: 1, method, params: { ...rest, _meta: meta } },
    {
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
    },
  );
  if (isJsonObject(error)) {
    const { code, message, data } = error;
    throw new McpError(Number(code) || INTERNAL_ERROR, String(message), data);
  }
  if (!isJsonObject(result)) throw new ServiceGoneError();
  // The SDK adds these for the revision of this request; it adds those of the client's again.
  const { resultType: _, ttlMs: __, cacheScope: ___, _meta: ____, ...plain } = result;
  return plain;
}

/** ASCII, or Base64 as in Streamable HTTP 2026-07-28. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

async function post(
  { mcpUrl, challenge, answerMs = ANSWER_MS }: RemoteService,
  message: object,
  headers: Readonly<Record<string, string>>,
): Promise<McpObject> {
  const { headers: asked, isMet } = challenge();
  try {
    const response = await fetch(mcpUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'User-Agent': 'skills-mcp',
        ...asked,
        ...headers,
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
    });
    if (!isMet(Object.fromEntries(response.headers))) throw new Error('another program has the port');
    const value: unknown = await response.json();
    if (isJsonObject(value) && value['jsonrpc'] === '2.0') return value;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'TimeoutError')
      throw new McpError(INTERNAL_ERROR, notInTime(mcpUrl, answerMs));
    throw new ServiceGoneError({ cause });
  }
  throw new ServiceGoneError();
}

function notInTime(mcpUrl: string, answerMs: number): string {
  const { origin } = new URL(mcpUrl);
  return `The service at ${origin} has not answered within ${answerMs / 1_000} s: ask again in a while, or start it again.`;
}
