import type bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import { ApiError } from '../contract/api/error-codes.ts';

/** Reads bodies as text up to a limit. */
export type TextParser = ReturnType<typeof bodyParser.text>;

/** Loads the parser of bodies, which only few services need. */
export async function textParser(limitBytes: number): Promise<TextParser> {
  const { default: parser } = await import('body-parser');
  return parser.text({ type: () => true, limit: limitBytes });
}

/**
 * The body's text. Rejects with `ApiError` where it isn't sent as JSON, and with the parser's error, which carries its
 * status, where it is too large.
 */
export async function readJsonText(parse: TextParser, request: Request, response: Response): Promise<string> {
  requireJson(request);
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve(typeof request.body === 'string' ? request.body : '');
      else reject(error);
    });
  });
}

/** The value of a body's text, of none an empty object. Throws `bad_request` where it is no JSON. */
export function parseJsonBody(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw notJson();
  }
}

/** The failure of a body that is no JSON. */
export function notJson(): ApiError {
  return new ApiError('bad_request', 'The request body is not JSON.');
}

/** Throws `unsupported_media_type` where the body isn't sent as JSON. */
export function requireJson(request: Request): void {
  if (!request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
}
