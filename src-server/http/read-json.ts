import type bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import { ApiError } from '../contract/api/error-codes.ts';

export type TextParser = ReturnType<typeof bodyParser.text>;

/** Loads the parser on demand: few services need it. */
export async function textParser(limitBytes: number): Promise<TextParser> {
  const { default: parser } = await import('body-parser');
  return parser.text({ type: () => true, limit: limitBytes });
}

/** Rejects with `ApiError` for other media types, with the parser's error if too large. */
export async function readJsonText(parse: TextParser, request: Request, response: Response): Promise<string> {
  requireJson(request);
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve(typeof request.body === 'string' ? request.body : '');
      else reject(error);
    });
  });
}

/** `{}` if empty. Throws `bad_request`. */
export function parseJsonBody(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw notJson();
  }
}

export function notJson(): ApiError {
  return new ApiError('bad_request', 'The request body is not JSON.');
}

/** Throws `unsupported_media_type`. */
export function requireJson(request: Request): void {
  if (!request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
}
