import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { ApiError, ERRORS } from '../contract/api/error-codes.ts';
import {
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_BODIES_BYTES,
  MAX_CONNECTIONS,
  MAX_HEADER_BYTES,
  MAX_MATCH_BYTES,
  MAX_RUNNING,
  MAX_RUNNING_WITH_BODY,
  MAX_WAITING,
  MAX_WAITING_PER_CONNECTION,
  REQUEST_TIMEOUT_MS,
} from '../contract/api/limits.ts';
import { HttpConnection, WaitingRequests } from './connection.ts';
import type { HttpApp } from './create-app.ts';
import { type Exchange, InFlight } from './in-flight.ts';
import { describeParserError, sendRaw } from './raw-answer.ts';
import { sendApiError, sendError } from './respond.ts';

export interface ListeningServer {
  /** 0 for a socket. */
  readonly port: number;
  /** Running requests get `graceMs`. Idempotent. */
  close(graceMs: number): Promise<void>;
}

/** `path`: Unix socket or named pipe. */
export type ListenAddress = { readonly host: string; readonly port: number } | { readonly path: string };

export interface ServerLimits {
  /** Default `MAX_CONNECTIONS`. */
  readonly maxConnections?: number | undefined;
  /** For a whole request; default `REQUEST_TIMEOUT_MS`. */
  readonly requestTimeoutMs?: number | undefined;
}

/** Rejects with Node's error (`EADDRINUSE`, `EACCES`, …). */
export async function listen(
  app: HttpApp,
  at: ListenAddress,
  limits: ServerLimits = {},
): Promise<ListeningServer> {
  const connections: Connections = new Map();
  const server = createServer(app, limits, connections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at, backlog: 4096 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo | string;
  let closing: Promise<void> | undefined;
  return {
    port: typeof address === 'string' ? 0 : address.port,
    close(graceMs) {
      closing ??= closeGracefully(server, connections, graceMs);
      return closing;
    },
  };
}

type Expectation = 'continue' | 'impossible';

type Connections = Map<Duplex, HttpConnection>;

function createServer(app: HttpApp, limits: ServerLimits, connections: Connections): Server {
  const server = http.createServer(serverOptions(app.express, limits));
  server.timeout = IDLE_TIMEOUT_MS;
  server.maxConnections = limits.maxConnections ?? MAX_CONNECTIONS;
  const inFlight: Running = {
    plain: new InFlight(MAX_RUNNING),
    withBody: new InFlight(MAX_RUNNING_WITH_BODY, MAX_BODIES_BYTES),
  };
  const expectations = new WeakMap<IncomingMessage, Expectation>();
  const waitingOfAll = new WaitingRequests(MAX_WAITING);
  server.on('connection', (socket: Socket) => {
    const connection = new HttpConnection(socket, {
      waiting: MAX_WAITING_PER_CONNECTION,
      waitingOfAll,
      start: (exchange) => start(app, inFlight, exchange, expectations.get(exchange.request)),
      finish: (exchange) => {
        inFlight.plain.delete(exchange);
        inFlight.withBody.delete(exchange);
      },
    });
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
  });
  const accept = (request: IncomingMessage, response: ServerResponse) =>
    connections.get(request.socket)?.accept({ request, response });
  server.on('request', accept);
  server.on('checkContinue', (request, response) => {
    expectations.set(request, 'continue');
    accept(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    expectations.set(request, 'impossible');
    accept(request, response);
  });
  server.on('connect', (request, socket) => {
    const refusal =
      app.findRefusal(request) ?? new ApiError('method_not_allowed', 'CONNECT is not possible here.');
    const headers = refusal.code === 'method_not_allowed' ? { Allow: 'GET, HEAD, POST' } : refusal.headers;
    connections.get(socket)?.whenIdle(() => sendRaw(socket, refusal, headers));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket);
    if (connection === undefined || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (!connection.hasFailed) refuseRest(connection, socket, error.code);
  });
  return server;
}

/** Apart: slow bodies must not block other requests. */
interface Running {
  readonly plain: InFlight;
  readonly withBody: InFlight;
}

/** At most `MAX_MATCH_BYTES`, the largest body. */
function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return MAX_MATCH_BYTES;
  return Math.min(Number(headers['content-length'] ?? 0), MAX_MATCH_BYTES);
}

function start(
  app: HttpApp,
  { plain, withBody }: Running,
  exchange: Exchange,
  expectation: Expectation | undefined,
): void {
  const { request, response } = exchange;
  app.prove(request, response);
  const refusal = app.findRefusal(request) ?? unmetExpectation(expectation);
  const bytes = bodyBytes(request);
  const running = bytes > 0 ? withBody : plain;
  if (refusal !== undefined) {
    sendApiError(response, refusal);
  } else if (!running.add(exchange, bytes) && !app.isAlwaysAnswered(request)) {
    sendApiError(response, tooBusy());
  } else {
    if (expectation === 'continue') response.writeContinue();
    app.answer(request, response);
  }
}

/**
 * Sets the prototypes once: Express calls `Object.setPrototypeOf` per request, slower than a small answer.
 * Classes and `Reflect.construct` are slower than functions.
 */
function serverOptions(express: Express, { requestTimeoutMs = REQUEST_TIMEOUT_MS }: ServerLimits) {
  function Request(this: IncomingMessage, socket: Socket) {
    (http.IncomingMessage as unknown as Constructor).call(this, socket);
  }
  Request.prototype = express.request;
  function Response(this: ServerResponse, request: IncomingMessage, options: unknown) {
    (http.ServerResponse as unknown as Constructor).call(this, request, options);
  }
  Response.prototype = express.response;
  return {
    IncomingMessage: Request as unknown as typeof http.IncomingMessage,
    ServerResponse: Response as unknown as typeof http.ServerResponse<IncomingMessage>,
    // `findRefusal` refuses a missing Host with our error body.
    requireHostHeader: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: Math.min(10_000, requestTimeoutMs),
  };
}

/** Plain functions, unlike Node's types. */
interface Constructor {
  call(self: object, ...parameters: unknown[]): void;
}

function unmetExpectation(expectation: Expectation | undefined): ApiError | undefined {
  return expectation === 'impossible'
    ? new ApiError('expectation_failed', 'The Expect header is not supported.')
    : undefined;
}

function tooBusy(): ApiError {
  const message = 'Too many requests are worked on now. Try again in a second.';
  return new ApiError('busy', message, { headers: { 'Retry-After': '1' } });
}

/** Answers the broken request, or after pending answers: bytes in between would corrupt them. */
function refuseRest(connection: HttpConnection, socket: Duplex, parserCode: string | undefined): void {
  connection.hasFailed = true;
  const failure = describeParserError(parserCode);
  const unfinished = connection.takeUnfinished();
  if (unfinished === undefined) {
    connection.whenIdle(() => sendRaw(socket, failure));
  } else {
    sendError(unfinished.response, ERRORS[failure.code].status, failure.message, { Connection: 'close' });
    // The rest of the body never comes.
    unfinished.response.end();
  }
}

async function closeGracefully(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node's own sweep keeps connections without a complete request header.
  const sweep = setInterval(() => {
    for (const [socket, connection] of connections) if (connection.isIdle) socket.destroy();
  }, 50);
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
