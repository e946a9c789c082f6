import http, { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { HttpApp } from './app.ts';
import { errorBody, JSON_HEADERS, sendError } from './bodies.ts';

export interface ListeningServer {
  /** The address that the host stands for, such as `127.0.0.1` for `localhost`. */
  readonly address: string;
  readonly port: number;
  /** Stops listening. Running requests get `graceMs` milliseconds; a second call waits for the first. */
  close(graceMs: number): Promise<void>;
}

export interface ServerLimits {
  /** Milliseconds for a whole request. Default: `LIMITS.requestMs`. */
  readonly requestTimeoutMs?: number | undefined;
}

/** Listens at an address. Rejects with Node's error (`EADDRINUSE`, `EACCES`, …). */
export async function listen(
  app: HttpApp,
  at: { readonly host: string; readonly port: number },
  limits: ServerLimits = {},
): Promise<ListeningServer> {
  const { server, destroyIdle } = createServer(app, limits);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at, backlog: LIMITS.connections }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    address,
    port,
    close(graceMs) {
      closing ??= closeGracefully(server, destroyIdle, graceMs);
      return closing;
    },
  };
}

/** @returns the server, and what ends its connections without a running request */
function createServer(app: HttpApp, { requestTimeoutMs = LIMITS.requestMs }: ServerLimits) {
  const server = http.createServer({
    ...prototypesOf(app.express),
    // The app refuses a missing Host with our error body.
    requireHostHeader: false,
    headersTimeout: Math.min(LIMITS.headersMs, requestTimeoutMs),
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(10_000, requestTimeoutMs),
  });
  // A caller may end its side behind the last request, as `nc -N` does, and still read. Node's types lack the field.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.maxConnections = LIMITS.connections;
  server.timeout = LIMITS.idleMs;
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  const sockets = new Set<Duplex>();
  server.on('connection', (socket: Duplex) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const own = open.get(socket) ?? new Set();
    if (own.add(response).size === 1) open.set(socket, own);
    response.on('close', () => own.delete(response));
    app.answer(request, response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    sendError(response, new ApiError('expectation_failed', 'The Expect header is not supported.')),
  );
  server.on('connect', (_request, socket) =>
    sendRaw(socket, new ApiError('method_not_allowed', 'CONNECT is not possible here.')),
  );
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    const [response, ...others] = open.get(socket) ?? [];
    // Bytes in between would corrupt answers to earlier requests.
    const isEarlier = response !== undefined && (response.headersSent || response.req.complete);
    if (!socket.writable || code === 'ECONNRESET' || isEarlier || others.length > 0) socket.destroy();
    else if (response === undefined) sendRaw(socket, parserError(code));
    else {
      sendError(response, parserError(code));
      response.end();
    }
  });
  const destroyIdle = () => {
    for (const socket of sockets) if ((open.get(socket)?.size ?? 0) === 0) socket.destroy();
  };
  return { server, destroyIdle };
}

/**
 * Makes the constructors of requests and responses, with Express's prototypes set once: Express calls
 * `Object.setPrototypeOf` for each request, which is slower than a small answer. Classes and `Reflect.construct` are
 * slower than functions.
 */
function prototypesOf(express: Express) {
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
  };
}

/** Node's constructors as the plain functions that they are, unlike in its types. */
interface Constructor {
  call(self: object, ...parameters: unknown[]): void;
}

/** Ends the server. Connections without a running request end at once, also those that never sent one. */
async function closeGracefully(server: Server, destroyIdle: () => void, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const closeIdle = () => {
    server.closeIdleConnections();
    destroyIdle();
  };
  closeIdle();
  const idle = setInterval(closeIdle, IDLE_LOOK_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}

const IDLE_LOOK_MS = 50;

const PARSER_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The address or the headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive.'],
};

/**
 * Makes the error for a request that Node couldn't parse. It closes the connection: the rest of the request never
 * comes.
 */
function parserError(parserCode = ''): ApiError {
  const unknown = ['bad_request', 'The request could not be understood.'] as const;
  const [code, message] = PARSER_ERRORS[parserCode] ?? unknown;
  return new ApiError(code, message, { headers: { Connection: 'close' } });
}

/** Sends an error outside of any response, and closes the connection. */
function sendRaw(socket: Duplex, { status, message }: ApiError): void {
  const body = errorBody(message);
  const headers = {
    ...JSON_HEADERS,
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...(status === 405 && { Allow: 'GET, HEAD, POST' }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
