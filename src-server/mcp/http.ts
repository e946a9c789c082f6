import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isJsonContentType,
  type McpServer,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { INTRODUCTIONS } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import { groupDigits } from '../contract/words.ts';
import { type DirectCall, directAnswer, directCall, type RequestHeaders } from './direct.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';
import {
  clientOfSession,
  internalError,
  type McpClient,
  makeSessionId,
  toClient,
  UNKNOWN_CLIENT,
} from './protocol.ts';
import { buildServer } from './server.ts';

const JSON_TYPE = 'application/json';
const EVENTS = 'text/event-stream';
/** Whether an `Accept` header takes events; without one, everything is taken. */
const TAKES_EVENTS = /^$|(?:text\/event-stream|text\/\*|\*\/\*)(?!\s*;\s*q=0)/i;

/**
 * Answers in a type that the client takes. The SDK wants both types named, as clients of MCP do; others send `*\/*`
 * (curl), one of both, or nothing. A client that takes no events gets JSON.
 */
export async function acceptedType(request: Request, answer: () => Promise<Response>): Promise<Response> {
  if (request.method !== 'POST') return answer();
  const accepted = request.headers.get('accept') ?? '';
  // A copy of the request with other headers would copy its body, too.
  request.headers.set('accept', `${JSON_TYPE}, ${EVENTS}`);
  const response = await answer();
  const isEvents = response.headers.get('content-type')?.startsWith(EVENTS) === true;
  if (!isEvents || TAKES_EVENTS.test(accepted)) return response;
  // The last event is the answer; those before it are progress.
  const events = [...(await response.text()).matchAll(/^data: ?(.*)$/gm)];
  const asJson = new Headers(response.headers);
  asJson.set('content-type', JSON_TYPE);
  return new Response(events.at(-1)?.[1] ?? '', { status: response.status, headers: asJson });
}

/** MCP over HTTP, for requests whose Host and Origin were checked. */
export interface HttpTransport {
  handle(request: IncomingMessage, response: ServerResponse, caller: Caller): Promise<void>;
  registryChanged(): void;
  /** Ends exchanges and subscriptions, too. */
  close(): Promise<void>;
}

/** A caller who waits for an answer, and how to wait for its turn. */
export interface Caller {
  /** The body of the request, up to the first piece behind the limit of bodies. */
  readonly body: readonly Buffer[];
  /** Waits for the turn of the caller before each computed answer; rejects if the caller has left. */
  takeTurn(): Promise<void> | undefined;
  /** Makes a signal that is aborted when the caller leaves before the end of the answer. */
  gone(): AbortSignal;
  /** The headers that every answer to the caller has. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Exchange {
  readonly request: Request;
  readonly takeTurn: Caller['takeTurn'];
  /** Characters that the answers of a batch may still have. */
  room?: number;
  server?: McpServer;
  era?: Era;
}

/** Makes the transport of MCP over HTTP. It keeps no sessions; the revisions of 2025 and 2026-07-28 share a route. */
export function createHttpTransport({ served, logger, onActivity }: DispatcherOptions): HttpTransport {
  const dispatcher = createDispatcher({ served, logger, onActivity });
  const exchanges = new AsyncLocalStorage<Exchange>();
  const onerror = (error: Error) => logger.debug('MCP refused a request.', { reason: error.message });
  const handler = createMcpHandler(
    async ({ era }) => {
      const exchange = exchanges.getStore();
      const server = await buildServer({
        dispatcher,
        clientOf: () => clientOfRequest(exchange?.request.headers),
        tellsChanges: era === 'modern',
        around: exchange && ((answer) => inTurn(exchange, answer)),
      });
      if (exchange !== undefined) Object.assign(exchange, { server, era });
      return server;
    },
    { onerror, maxRequestBodySize: LIMITS.bodyBytes, maxSubscriptions: LIMITS.streams },
  );

  const asked = new AsyncLocalStorage<{ readonly caller: Caller; readonly body: unknown }>();

  /** Reports that a client has introduced itself. */
  function introduced({ name, version }: McpClient, era: Era, { at, startedAt }: Moment) {
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    const route = INTRODUCTIONS[era];
    onActivity?.({ at, client: name, protocol: 'mcp', route, target: version, status: 200, durationMs });
  }

  async function fetch(request: Request): Promise<Response> {
    const since = now();
    const { caller, body } = asked.getStore() ?? {};
    const coding = request.headers.get('content-encoding') ?? 'identity';
    if (!isIdentity(coding))
      return refuse(415, `The body must not be compressed; this one is ${coding.slice(0, 20)}.`);
    const calls = Array.isArray(body) ? body.length : 1;
    if (calls > LIMITS.batchCalls)
      return refuse(
        400,
        `A batch has ${LIMITS.batchCalls} messages at most; this one has ${groupDigits(calls)}.`,
      );
    const exchange: Exchange = {
      request,
      takeTurn: () => caller?.takeTurn(),
      ...(calls > 1 && { room: LIMITS.batchCharacters }),
    };
    const response = await exchanges.run(exchange, () =>
      acceptedType(request, () => handler.fetch(request, { parsedBody: body })),
    );
    const introduction = response.ok ? introductionIn(exchange) : undefined;
    if (introduction === undefined) return response;
    const { client, era } = introduction;
    introduced(client, era, since);
    if (era === 'legacy') response.headers.set('Mcp-Session-Id', makeSessionId(client));
    return response;
  }

  const handleBySdk = toNodeHandler({ fetch }, { onerror, maxRequestBodySize: LIMITS.bodyBytes });

  async function handleDirectly(
    direct: DirectCall,
    { request, response, caller }: { request: IncomingMessage; response: ServerResponse; caller: Caller },
  ): Promise<void> {
    const since = now();
    await caller.takeTurn();
    const client = direct.client ?? clientOfRequest(headersOf(request));
    const answer = JSON.stringify(await directAnswer(direct, dispatcher, { client, signal: caller.gone() }));
    const era = direct.isNewest ? 'modern' : 'legacy';
    const introduces = direct.method === INTRODUCTIONS[era] && client.name !== UNKNOWN_CLIENT.name;
    if (introduces) introduced(client, era, since);
    response.writeHead(200, {
      'Content-Type': JSON_TYPE,
      ...caller.headers,
      ...(introduces && era === 'legacy' && { 'Mcp-Session-Id': makeSessionId(client) }),
      'Content-Length': Buffer.byteLength(answer),
    });
    // Node sends a string together with the headers, but a buffer separately.
    response.end(answer);
  }

  return {
    async handle(request, response, caller) {
      const { body, replayed } = readBody(request, caller.body);
      const direct = body === undefined ? undefined : directCall(headersOf(request), body);
      if (direct !== undefined) return handleDirectly(direct, { request, response, caller });
      for (const [name, value] of Object.entries(caller.headers)) response.setHeader(name, value);
      return asked.run({ caller, body }, () => handleBySdk(replayed, response));
    },
    registryChanged: handler.notify.resourcesChanged,
    close: () => handler.close(),
  };
}

type Era = keyof typeof INTRODUCTIONS;

interface Moment {
  /** The time as ISO 8601 writes it. */
  readonly at: string;
  /** The same moment in milliseconds of `performance.now()`. */
  readonly startedAt: number;
}

const now = (): Moment => ({ at: new Date().toISOString(), startedAt: performance.now() });

/**
 * Reads the body of a request. `body` is its JSON; undefined where there is none, or too much, which the SDK refuses in
 * the words of its revision. `replayed` gives the SDK the same bytes.
 */
function readBody({ method = '', url = '', headers }: IncomingMessage, pieces: readonly Buffer[]) {
  async function* bytes() {
    yield* pieces;
  }
  const replayed: NodeIncomingMessageLike = { method, url, headers, [Symbol.asyncIterator]: bytes };
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const given = headersOf({ headers });
  const isPlain = isIdentity(given.get('content-encoding') ?? 'identity');
  const isJson = isPlain && length <= LIMITS.bodyBytes && isJsonContentType(given.get('content-type'));
  return { body: isJson ? parseJson(Buffer.concat(pieces, length).toString()) : undefined, replayed };
}

/** Says whether a `Content-Encoding` leaves the body as it is. */
function isIdentity(coding: string): boolean {
  return /^(?:identity)?$/i.test(coding.trim());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf({ headers }: Pick<IncomingMessage, 'headers'>): RequestHeaders {
  return {
    get(name) {
      const value = headers[name];
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value;
    },
  };
}

function refuse(status: number, message: string): Response {
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status });
}

/** Gives each answer a turn of the event loop; those of a batch have at most 1 MiB in all. */
async function inTurn(exchange: Exchange, answer: () => Promise<object>): Promise<object> {
  await exchange.takeTurn();
  if (exchange.room === undefined) return answer();
  if (exchange.room <= 0)
    throw internalError(`The answers of this batch have more than 1 MiB. Call the rest in another one.`);
  const result = await answer();
  exchange.room -= JSON.stringify(result).length;
  return result;
}

/** Returns the client that an exchange introduced; undefined if it introduced none. */
function introductionIn({ request, server, era }: Exchange) {
  const introduced = toClient(server?.server.getClientVersion());
  const isIntroduction =
    era === 'legacy' ? introduced !== undefined : request.headers.get('mcp-method') === INTRODUCTIONS.modern;
  if (era === undefined || !isIntroduction) return undefined;
  const client = introduced ?? clientOfRequest(request.headers);
  // Our CLI requests instructions before knowing its client.
  return client.name === UNKNOWN_CLIENT.name ? undefined : { client, era };
}

/** Names the client of a request by its session id, else by its user agent. */
function clientOfRequest(headers: RequestHeaders | undefined): McpClient {
  const session = clientOfSession(headers?.get('mcp-session-id') ?? null);
  const [name, version] = headers?.get('user-agent')?.split(/\s+/)[0]?.split('/') ?? [];
  return session ?? toClient({ name, version }) ?? UNKNOWN_CLIENT;
}
