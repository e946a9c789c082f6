import http, { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { ApiError, ERRORS, type ErrorCode } from '../contract/api/error-codes.ts';
import {
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  LIMITS,
  MAX_HEADER_BYTES,
  REQUEST_TIMEOUT_MS,
} from '../contract/limits.ts';
import type { HttpApp } from './app.ts';
import { errorBody, JSON_HEADERS, sendApiError, sendError } from './send.ts';

export interface ListeningServer {
  /** 0 for a socket. */
  readonly port: number;
  /** Running requests get `graceMs`. Idempotent. */
  close(graceMs: number): Promise<void>;
}

/** `path`: Unix socket or named pipe. */
export type ListenAddress = { readonly host: string; readonly port: number } | { readonly path: string };

export interface ServerLimits {
  /** Default `LIMITS.connections`. */
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

/** Open connections, each with its newest response. An answer outside of requests has to wait for it. */
type Connections = Map<Duplex, ServerResponse | undefined>;

function createServer(app: HttpApp, limits: ServerLimits, connections: Connections): Server {
  const server = http.createServer(serverOptions(app.express, limits));
  server.timeout = IDLE_TIMEOUT_MS;
  server.maxConnections = limits.maxConnections ?? LIMITS.connections;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  const answer = (request: IncomingMessage, response: ServerResponse, unmet?: ApiError) => {
    connections.set(request.socket, response);
    app.prove(request, response);
    const refusal = app.findRefusal(request) ?? unmet;
    if (refusal === undefined) app.answer(request, response);
    else sendApiError(response, refusal);
  };
  server.on('request', answer);
  server.on('checkContinue', (request, response) => {
    if (app.findRefusal(request) === undefined) response.writeContinue();
    answer(request, response);
  });
  server.on('checkExpectation', (request, response) =>
    answer(request, response, new ApiError('expectation_failed', 'The Expect header is not supported.')),
  );
  server.on('connect', (request, socket) => {
    const refusal =
      app.findRefusal(request) ?? new ApiError('method_not_allowed', 'CONNECT is not possible here.');
    const headers = refusal.code === 'method_not_allowed' ? { Allow: 'GET, HEAD, POST' } : refusal.headers;
    afterAnswer(connections.get(socket), () => sendRaw(socket, refusal, headers));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseRest(socket, connections.get(socket), error.code);
  });
  return server;
}

/** Bytes in between would corrupt pending answers. */
function afterAnswer(response: ServerResponse | undefined, send: () => void): void {
  if (response === undefined || response.closed || response.writableFinished) send();
  else response.once('close', send);
}

/** Answers the request whose body is broken, else after the pending answers. */
function refuseRest(
  socket: Duplex,
  response: ServerResponse | undefined,
  parserCode: string | undefined,
): void {
  const failure = describeParserError(parserCode);
  if (response === undefined || response.req.complete || response.headersSent) {
    afterAnswer(response, () => sendRaw(socket, failure));
    return;
  }
  sendError(response, ERRORS[failure.code].status, failure.message, { Connection: 'close' });
  // The rest of the body never comes.
  response.end();
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

async function closeGracefully(server: Server, connections: Connections, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Node's own sweep keeps connections without a complete request header.
  const sweep = setInterval(() => {
    for (const [socket, newest] of connections) if (newest?.closed ?? true) socket.destroy();
  }, 50);
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

/** Failure outside any response. */
interface EarlyFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

function describeParserError(code: string | undefined): EarlyFailure {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return {
      code: 'headers_too_large',
      message: 'The address or the headers of the request are too long.',
    };
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return { code: 'body_too_large', message: 'The extensions of a chunk of the body are too long.' };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { code: 'request_timeout', message: 'The request took too long to arrive.' };
  }
  return { code: 'bad_request', message: 'The request could not be understood.' };
}

/** Closes the connection. */
function sendRaw(
  socket: Duplex,
  { code, message }: EarlyFailure,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { status } = ERRORS[code];
  const body = errorBody(message);
  const all = {
    ...JSON_HEADERS,
    'Content-Length': String(body.length),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    Buffer.concat([Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`), body]),
  );
}
