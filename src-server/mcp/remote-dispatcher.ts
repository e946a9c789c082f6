import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
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
export const MAX_BRIDGED_BYTES = 16 * 1024 * 1024;
const UNASKED: ServiceChallenge = { headers: {}, isMet: () => true };
/** Before checks of the service. */
const DOUBT_AFTER_MS = 500;

/** Service stopped, or its port taken. */
export class ServiceGoneError extends Error {
  constructor(options?: ErrorOptions) {
    super('The running service does not answer any more.', options);
    this.name = 'ServiceGoneError';
  }
}

/** For the `Mcp-Name` header. */
const NAME_PARAMETER: Readonly<Partial<Record<McpMethod, string>>> = {
  'tools/call': 'name',
  'resources/read': 'uri',
};

export interface ServiceChallenge {
  readonly headers: Readonly<Record<string, string>>;
  isMet(headers: IncomingHttpHeaders): boolean;
}

export interface RemoteService {
  readonly mcpUrl: string;
  /** Polled for late answers. */
  readonly isAlive: () => Promise<boolean>;
  /** Default: no proof. */
  readonly challenge?: () => ServiceChallenge;
  /** Default 30,000, or 5,000 for instructions. */
  readonly answerMs?: number | undefined;
}

/** Rejects with `ServiceGoneError` without service, `McpError` on timeout. */
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
  const nameParameter = method === 'server/discover' ? undefined : NAME_PARAMETER[method];
  const name = nameParameter === undefined ? undefined : params[nameParameter];
  const answer = await post(
    service,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...rest, _meta: meta } }),
    {
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(typeof name === 'string' ? { 'Mcp-Name': headerValue(name) } : {}),
    },
  );
  const { result, error } = answer;
  if (isJsonObject(error)) {
    const { code, message, data } = error;
    throw new McpError(Number(code) || INTERNAL_ERROR, String(message), data);
  }
  if (!isJsonObject(result)) throw new ServiceGoneError();
  return withoutWireFields(result);
}

/** Added by the SDK for the client's revision. */
function withoutWireFields({
  resultType: _,
  ttlMs: __,
  cacheScope: ___,
  _meta: ____,
  ...result
}: McpObject): McpObject {
  return result;
}

/** ASCII, or Base64 as in Streamable HTTP 2026-07-28. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Ignores environment proxies. */
function post(
  { mcpUrl, isAlive, challenge = () => UNASKED, answerMs = ANSWER_MS }: RemoteService,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<McpObject> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => reject(new ServiceGoneError({ cause }));
    const { headers: asked, isMet } = challenge();
    const sent = request(
      mcpUrl,
      {
        method: 'POST',
        agent: false,
        timeout: answerMs,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'User-Agent': 'skills-mcp',
          ...asked,
          ...headers,
        },
      },
      (response) => {
        if (!isMet(response.headers)) {
          sent.destroy(new Error('another program has the port of the service'));
          return;
        }
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          bytes += chunk.length;
          if (bytes > MAX_BRIDGED_BYTES) sent.destroy(new Error('the answer is too large'));
        });
        response.on('error', fail);
        response.on('end', () => {
          try {
            const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
            if (isJsonObject(value) && value['jsonrpc'] === '2.0') resolve(value);
            else fail();
          } catch (error) {
            fail(error);
          }
        });
      },
    );
    sent.on('timeout', () => {
      reject(new McpError(INTERNAL_ERROR, notInTime(mcpUrl, answerMs)));
      sent.destroy();
    });
    sent.on('error', fail);
    sent.on('close', endWhenDead(sent, isAlive));
    sent.end(body);
  });
}

/** No restart: would index anew. */
function notInTime(mcpUrl: string, answerMs: number): string {
  return `The service at ${new URL(mcpUrl).origin} runs, but has not answered this within ${answerMs / 1_000} s. It may still be reading or indexing its registry: ask again in a while. Only if that stays so, end the service and start it again.`;
}

/** Returns a stop function. */
function endWhenDead(sent: ClientRequest, isAlive: () => Promise<boolean>): () => void {
  let timer: NodeJS.Timeout | undefined;
  const lookLater = () => {
    timer = setTimeout(async () => {
      if (!(await isAlive())) sent.destroy(new Error('the service hangs'));
      else if (!sent.destroyed) lookLater();
    }, DOUBT_AFTER_MS);
  };
  lookLater();
  return () => clearTimeout(timer);
}
