import type { IncomingHttpHeaders } from 'node:http';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isJsonObject } from '../contract/api/json-object.ts';
import { UNKNOWN_CLIENT } from './client-label.ts';
import {
  internalError,
  type McpClient,
  type McpDispatcher,
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

/** Asks a running service. Rejects with `ServiceGoneError` without service, `ProtocolError` on timeout. */
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
  { mcpUrl, challenge, answerMs = ANSWER_MS }: RemoteService,
  method: McpMethod | 'server/discover',
  params: McpObject,
  client: McpClient,
): Promise<McpObject> {
  const { _meta: meta, ...rest } = params;
  const name = method === 'tools/call' ? params['name'] : method === 'resources/read' && params['uri'];
  const envelope = {
    ...(isJsonObject(meta) ? meta : {}),
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': client,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const proof = challenge();
  const response = await fetch(mcpUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'User-Agent': 'skills-mcp',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': headerValue(name) }),
      ...proof.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...rest, _meta: envelope } }),
    redirect: 'error',
    signal: AbortSignal.timeout(answerMs),
  }).catch((cause: Error) => {
    if (cause.name !== 'TimeoutError') throw new ServiceGoneError({ cause });
    const { origin } = new URL(mcpUrl);
    const what = `The service at ${origin} has not answered within ${answerMs / 1_000} s`;
    throw internalError(`${what}: ask again in a while, or start it again.`);
  });
  const isOurs = proof.isMet(Object.fromEntries(response.headers));
  const message: unknown = isOurs ? await response.json().catch(() => undefined) : undefined;
  if (!isJsonObject(message)) throw new ServiceGoneError();
  const { error, result } = message;
  if (isJsonObject(error)) {
    const { code, message: sentence, data } = error;
    throw new ProtocolError(Number(code) || ProtocolErrorCode.InternalError, String(sentence), data);
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
