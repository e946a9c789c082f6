import type bodyParser from 'body-parser';
import type { Request, Response } from 'express';
import { ApiError } from '../contract/api/error-codes.ts';

/** Reads bodies of JSON up to a limit. */
export type JsonParser = ReturnType<typeof bodyParser.json>;

/** Loads the parser of bodies, which only few services need. */
export async function jsonParser(limitBytes: number): Promise<JsonParser> {
  const { default: parser } = await import('body-parser');
  return parser.json({ limit: limitBytes });
}

/**
 * The parsed body. Rejects with `ApiError` where it isn't sent as JSON, and with the parser's error, which carries its
 * status, where it is too large or no JSON.
 */
export async function readJson(parse: JsonParser, request: Request, response: Response): Promise<unknown> {
  requireJson(request);
  return new Promise((resolve, reject) => {
    parse(request, response, (error?: unknown) => {
      if (error === undefined) resolve(request.body);
      else reject(error);
    });
  });
}

/** Throws `unsupported_media_type` where the body isn't sent as JSON. */
export function requireJson(request: Request): void {
  if (!request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
}
