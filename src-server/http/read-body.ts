import express from 'express';
import { ApiError } from '../contract/api/error-codes.ts';
import type { Call } from './route.ts';

/** Rejects with `ApiError` for other media types, with the parser's error if too large. */
export async function readJsonText(
  { request, response }: Pick<Call, 'request' | 'response'>,
  limitBytes: number,
): Promise<string> {
  if (!request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
  const parse = express.text({ type: () => true, limit: limitBytes });
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve(typeof request.body === 'string' ? request.body : '');
      else reject(error);
    });
  });
}

/** `{}` if empty. Rejects like `readJsonText`, and with `bad_request`. */
export async function readJson(
  call: Pick<Call, 'request' | 'response'>,
  limitBytes: number,
): Promise<unknown> {
  const text = await readJsonText(call, limitBytes);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw notJson();
  }
}

export function notJson(): ApiError {
  return new ApiError('bad_request', 'The request body is not JSON.');
}
