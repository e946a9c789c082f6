import type { Response } from 'express';
import type { FindResponse } from '../../contract/api/api.ts';
import { ApiError } from '../../contract/api/error-codes.ts';
import { MAX_FIND_BYTES } from '../../contract/api/limits.ts';
import isFindRequest from '../../contract/schemas/find-request.schema.json?validate';
import { withRegistries } from '../../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { withWarnings } from '../../skill-answer/with-warnings.ts';
import { callerGone } from '../caller-gone.ts';
import { DEFAULT_LIMIT, type FindQuery, findQuery } from '../query.ts';
import { parseJsonBody, readJsonText, type TextParser, textParser } from '../read-json.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

const SHOWN_CHARACTERS = 1_000;

/** `POST` for whole stack traces. */
export function findRoutes(served: ServedRegistry): readonly Route[] {
  let parser: Promise<TextParser> | undefined;
  return [
    {
      method: 'GET',
      path: '/v1/find',
      async handle(request, response, record) {
        const query = findQuery(request);
        record({ target: query.q });
        record({ results: await answer(served, query, response) });
      },
    },
    {
      method: 'POST',
      path: '/v1/find',
      async handle(request, response, record) {
        served.live.snapshot();
        parser ??= textParser(MAX_FIND_BYTES);
        const query = readQuery(parseJsonBody(await readJsonText(await parser, request, response)));
        record({ target: query.q.slice(0, SHOWN_CHARACTERS) });
        record({ results: await answer(served, query, response) });
      },
    },
  ];
}

const WRONG_BODY =
  'The body must be { "q" }, at most 65,536 characters, and may have "limit" (1 to 1,000), "lang" and "explain" (true or false).';

function readQuery(body: unknown): FindQuery {
  if (!isFindRequest(body)) throw new ApiError('bad_request', WRONG_BODY);
  return { limit: DEFAULT_LIMIT, explain: false, ...(body as Pick<FindQuery, 'q'> & Partial<FindQuery>) };
}

async function answer(
  served: ServedRegistry,
  { q, explain, ...options }: FindQuery,
  response: Response,
): Promise<number> {
  const search = served.search();
  const found: Omit<FindResponse, 'query'> = explain
    ? await search.explain(q, { ...options, signal: callerGone(response) })
    : { results: await search.find(q, options) };
  const { question } = found;
  const warned = explain ? await withWarnings(search, found.results) : found.results;
  const results = withRegistries(served.live.latest, warned);
  const body: FindResponse = { query: q, results, ...(question && { question }) };
  sendJson(response, body);
  return results.length;
}
