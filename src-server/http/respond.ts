import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { ErrorBody } from '../contract/api/api.ts';
import type { ApiError } from '../contract/api/error-codes.ts';
import type { ContentEncoding, PreparedBody } from './prepared-body.ts';

/** Sent with everything: no sniffing of types, no embedding by other origins. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** Of every JSON answer. */
export const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  ...SECURITY_HEADERS,
} as const;

/** For texts that nobody checked: were one ever shown as a page, it could do nothing. */
export const RAW_TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  ...SECURITY_HEADERS,
} as const;

/** As `RAW_TEXT_HEADERS`, for Markdown that was put together of such texts. */
export const MARKDOWN_HEADERS = {
  ...RAW_TEXT_HEADERS,
  'Content-Type': 'text/markdown; charset=utf-8',
} as const;

/** Sends a JSON value that was made for this request alone. */
export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    ...JSON_HEADERS,
    'Cache-Control': 'no-cache',
    'Content-Length': Buffer.byteLength(body),
  });
  // As a string: Node writes one together with the headers, and bytes beside them.
  response.end(body);
}

/** Sends JSON in UTF-8 that was made for this request alone. */
export function sendJsonBytes(response: ServerResponse, body: Uint8Array): void {
  response.writeHead(200, { ...JSON_HEADERS, 'Cache-Control': 'no-cache', 'Content-Length': body.length });
  response.end(body);
}

/** When to come again for what can't be had now, where nobody knows better. */
const RETRY_AFTER_S = '5';

/** Sends the error body, `{ "error": message }`, with the headers that the status asks for. */
export function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = errorBody(message);
  response.writeHead(status, {
    ...JSON_HEADERS,
    'Cache-Control': 'no-store',
    'Content-Length': body.length,
    ...(status === 503 ? { 'Retry-After': RETRY_AFTER_S } : {}),
    ...headers,
  });
  endAfterRequest(response, body);
}

/** A caller who still sends has so long to end; a MiB takes some milliseconds. */
const LINGER_MS = 5_000;

/**
 * Sends the whole body at once, and ends the response when the request's body is here, read and dropped. If the connection
 * closed before, a caller who still writes would lose the answer.
 */
function endAfterRequest(response: ServerResponse, body: Buffer): void {
  const { req: request } = response;
  // Whoever asks first whether to send may never send.
  if (request.complete || request.destroyed || request.headers.expect !== undefined) {
    response.end(body);
    return;
  }
  response.write(body);
  const end = () => {
    clearTimeout(deadline);
    response.end();
  };
  const deadline = setTimeout(end, LINGER_MS).unref();
  request.once('end', end).once('close', end).resume();
}

/** Sends a failure with its own status and headers. */
export function sendApiError(response: ServerResponse, { status, message, headers }: ApiError): void {
  sendError(response, status, message, headers);
}

/** `{ "error": message }` in UTF-8. */
export function errorBody(message: string): Buffer {
  const body: ErrorBody = { error: message };
  return Buffer.from(JSON.stringify(body));
}

/** Sends a prepared body: 304 where the caller has it, else compressed as the caller accepts. */
export async function sendPrepared(
  request: Request,
  response: Response,
  prepared: PreparedBody,
): Promise<void> {
  if (request.headers['if-none-match'] !== undefined) {
    response.setHeader('ETag', prepared.etag); // what Express compares with
    if (request.fresh) {
      response.writeHead(304, prepared.headers);
      response.end();
      return;
    }
  }
  const encoding = prepared.isCompressible ? chooseEncoding(request) : 'identity';
  if (encoding === 'identity') {
    response.writeHead(200, { ...prepared.headers, 'Content-Length': prepared.body.length });
    response.end(prepared.body);
    return;
  }
  const body = await prepared.encoded(encoding);
  const headers = { ...prepared.headers, 'Content-Encoding': encoding, 'Content-Length': body.length };
  response.writeHead(200, headers);
  response.end(body);
}

/**
 * Brotli where it is acceptable, else gzip, else none (RFC 9110, section 12.5.3). Asked for one by one: of several,
 * Express takes the first in the header, and browsers write `gzip, deflate, br`.
 */
function chooseEncoding(request: Request): ContentEncoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  if (request.acceptsEncodings('br') === 'br') return 'br';
  return request.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
}
