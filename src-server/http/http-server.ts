import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Express } from 'express';
import { ERRORS } from '../contract/error-codes.ts';
import { errorBody, sendError } from './respond.ts';

export interface ListeningServer {
  /** The address that was bound. */
  readonly host: string;
  /** The port that was taken. */
  readonly port: number;
  /** Stops listening, waits for running requests for `graceMs` at most, then cuts what is left. Safe to call twice. */
  close(graceMs: number): Promise<void>;
}

/** A request's headers must be here within this time, its body within the next. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection on which nothing moves for this long is cut, be it a slow reader or a forgotten one. */
const IDLE_TIMEOUT_MS = 120_000;
const KEEP_ALIVE_TIMEOUT_MS = 15_000;
/** Request line and headers together. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Binds the application. Rejects with Node's error where the address can't be had (`EADDRINUSE`, `EACCES`, …). */
export async function listen(app: Express, host: string, port: number): Promise<ListeningServer> {
  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    host,
    port: address.port,
    close(graceMs) {
      closing ??= closeGracefully(server, graceMs);
      return closing;
    },
  };
}

/**
 * A server whose requests and responses are born with the application's prototypes. Express gives them to each request
 * otherwise (`Object.setPrototypeOf` in `app.handle`), which costs more than all the rest of a small answer. They must
 * be plain functions: a class, or `Reflect.construct`, is slower than what it saves.
 */
function createServer(app: Express): Server {
  function Request(this: IncomingMessage, socket: Socket) {
    (http.IncomingMessage as unknown as Constructor).call(this, socket);
  }
  Request.prototype = app.request;
  function Response(this: ServerResponse, request: IncomingMessage, options: unknown) {
    (http.ServerResponse as unknown as Constructor).call(this, request, options);
  }
  Response.prototype = app.response;
  const server = http.createServer(
    {
      IncomingMessage: Request as unknown as typeof http.IncomingMessage,
      ServerResponse: Response as unknown as typeof http.ServerResponse<IncomingMessage>,
      // A missing Host is refused where a wrong one is, with our body.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
    },
    app,
  );
  server.timeout = IDLE_TIMEOUT_MS;
  const lastResponse = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => lastResponse.set(request.socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // An answer is on its way: another one in its middle would be taken for a part of it.
    const isAnswering = lastResponse.get(socket)?.writableFinished === false;
    if (isAnswering || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else sendRaw(socket, ...describeParserError(error.code));
  });
  server.on('connect', (_request, socket) => sendRaw(socket, 405, 'CONNECT is not possible here.'));
  server.on('checkExpectation', (_request, response) => {
    sendError(
      response,
      ERRORS.expectation_failed.status,
      'The Expect header asks for what is not possible here.',
    );
  });
  return server;
}

/** Node's constructors are plain functions, which its types don't say. */
interface Constructor {
  call(self: object, ...parameters: unknown[]): void;
}

/** What Node refuses before there is a response gets our error body too. */
function sendRaw(socket: Duplex, status: number, message: string): void {
  const body = errorBody(message);
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ].join('\r\n');
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
}

function describeParserError(code: string | undefined): readonly [status: number, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [ERRORS.headers_too_large.status, 'The address or the headers of the request are too long.'];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [ERRORS.request_timeout.status, 'The request took too long to arrive.'];
  }
  return [ERRORS.bad_request.status, 'The request could not be understood.'];
}

async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection that is kept alive counts as running until its next answer; look again while we wait.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}
