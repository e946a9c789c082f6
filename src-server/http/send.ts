import type { ServerResponse } from 'node:http';
import type { Request, Response } from 'express';
import type { ErrorBody } from '../contract/api.ts';
import type { ApiError } from '../contract/errors.ts';
import { SANDBOX_HEADERS, SECURITY_HEADERS } from '../contract/page.ts';
import type { PreparedBody } from './prepared-body.ts';

export const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  ...SECURITY_HEADERS,
} as const;

export const RAW_TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  ...SANDBOX_HEADERS,
  ...SECURITY_HEADERS,
} as const;

/** With `Cache-Control: no-cache`, unless the route set another. */
export function sendJson(response: ServerResponse, value: object): void {
  const body = JSON.stringify(value);
  response.writeHead(response.statusCode, {
    ...JSON_HEADERS,
    ...(!response.hasHeader('Cache-Control') && { 'Cache-Control': 'no-cache' }),
    'Content-Length': Buffer.byteLength(body),
  });
  // Node sends a string together with the headers, but a buffer separately.
  response.end(body);
}

const RETRY_AFTER_S = '5';

export function sendError(
  response: ServerResponse,
  { status, message, headers }: Pick<ApiError, 'status' | 'message' | 'headers'>,
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
    ...(status === 503 && { 'Retry-After': RETRY_AFTER_S }),
    ...headers,
  });
  const { req: request } = response;
  // With `Expect`, the caller may never send a body.
  if (request.complete || request.headers.expect !== undefined) {
    response.end(body);
    return;
  }
  // The connection may end with the response: a caller that still sends would lose the answer.
  response.write(body);
  request.once('end', () => response.end()).resume();
}

/** `{ "error": message }` */
export function errorBody(message: string): Buffer {
  const body: ErrorBody = { error: message };
  return Buffer.from(JSON.stringify(body));
}

/** Smaller bodies fit into a packet. */
const MIN_COMPRESSED_BYTES = 1_400;

/** 304 if the caller has the body. */
export async function sendPrepared(
  request: Request,
  response: Response,
  prepared: PreparedBody,
): Promise<void> {
  const { headers } = prepared;
  if (request.headers['if-none-match'] !== undefined) {
    response.setHeader('ETag', headers.ETag); // for `request.fresh`
    if (request.fresh) {
      response.writeHead(304, headers).end();
      return;
    }
  }
  const encoding = prepared.body.length >= MIN_COMPRESSED_BYTES ? chooseEncoding(request) : undefined;
  const body = encoding === undefined ? prepared.body : await prepared.encoded(encoding);
  const coding = encoding && { 'Content-Encoding': encoding };
  response.writeHead(200, { ...headers, ...coding, 'Content-Length': body.length }).end(body);
}

/**
 * Brotli, gzip or none (RFC 9110, section 12.5.3). Asks separately: Express prefers the header's order,
 * browsers send `gzip, deflate, br`.
 */
function chooseEncoding(request: Request): 'br' | 'gzip' | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding) === encoding);
}
