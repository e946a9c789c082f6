import type { FindResponse } from '../../contract/api/api.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { callerGone } from '../caller-gone.ts';
import { findQuery } from '../query.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

/** `GET /v1/find`: plain words against the texts of all skills. */
export function findRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/find',
    async handle(request, response, tell) {
      const { q, explain, ...options } = findQuery(request);
      tell({ target: q });
      const search = served.search();
      const found = explain
        ? await search.explain(q, { ...options, signal: callerGone(response) })
        : { results: await search.find(q, options) };
      tell({ results: found.results.length });
      const { results, question }: Omit<FindResponse, 'query'> = found;
      const body: FindResponse = { query: q, results, ...(question && { question }) };
      sendJson(response, body);
    },
  };
}
