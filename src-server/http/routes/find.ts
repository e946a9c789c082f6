import type { FindResponse } from '../../contract/api.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { findQuery } from '../query.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

/** `GET /v1/find`: plain words against the texts of all skills. */
export function findRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/find',
    async handle(request, response, tell) {
      const { q, ...options } = findQuery(request);
      tell({ target: q });
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const results = await served.search().find(q, { ...options, signal: gone.signal });
      tell({ results: results.length });
      const body: FindResponse = { query: q, results };
      sendJson(response, body);
    },
  };
}
