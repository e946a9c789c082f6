import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '../contract/api/error-codes.ts';
import { errorBody, JSON_HEADERS } from './respond.ts';

/** Failure outside any response. */
export interface EarlyFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

export function describeParserError(code: string | undefined): EarlyFailure {
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
export function sendRaw(
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
