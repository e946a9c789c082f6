import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { ErrorBody } from '../contract/api/api.ts';
import type { ApiError } from '../contract/api/error-codes.ts';
import { SANDBOX_HEADERS, SECURITY_HEADERS } from '../contract/api/page-policy.ts';
import type { ContentEncoding, PreparedBody } from './prepared-body.ts';

export const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  ...SECURITY_HEADERS,
} as const;

export const RAW_TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  ...SANDBOX_HEADERS,
  ...SECURITY_HEADERS,
} as const;

export const MARKDOWN_HEADERS = {
  ...RAW_TEXT_HEADERS,
  'Content-Type': 'text/markdown; charset=utf-8',
} as const;

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  const body = JSON.stringify(value);
  response.writeHead(status, {
    ...JSON_HEADERS,
    'Cache-Control': 'no-cache',
    'Content-Length': Buffer.byteLength(body),
  });
  // Node sends a string together with the headers, but a buffer separately.
  response.end(body);
}

/** Default for 503. */
const RETRY_AFTER_S = '5';

/** For 503 with `Retry-After`. */
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

/** For finishing a request. */
const LINGER_MS = 5_000;

/** First drains the request: a caller still writing would lose the answer. */
function endAfterRequest(response: ServerResponse, body: Buffer): void {
  const { req: request } = response;
  // With `Expect`, the caller may never send a body.
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

export function sendApiError(response: ServerResponse, { status, message, headers }: ApiError): void {
  sendError(response, status, message, headers);
}

/** `{ "error": message }` */
export function errorBody(message: string): Buffer {
  const body: ErrorBody = { error: message };
  return Buffer.from(JSON.stringify(body));
}

/** 304 if the caller has the body. */
export async function sendPrepared(
  request: Request,
  response: Response,
  prepared: PreparedBody,
): Promise<void> {
  if (request.headers['if-none-match'] !== undefined) {
    response.setHeader('ETag', prepared.etag); // for `request.fresh`
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
 * Brotli, gzip or none (RFC 9110, section 12.5.3). Asks separately: Express prefers the header's order,
 * browsers send `gzip, deflate, br`.
 */
function chooseEncoding(request: Request): ContentEncoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity';
  if (request.acceptsEncodings('br') === 'br') return 'br';
  return request.acceptsEncodings('gzip') === 'gzip' ? 'gzip' : 'identity';
}
