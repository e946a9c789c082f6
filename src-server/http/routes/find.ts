import type { FindResponse } from '../../contract/api.ts';
import { MAX_EXPLAINS_AT_ONCE } from '../../contract/limits.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { findQuery } from '../query.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';
import { Turns } from '../turns.ts';

/** `GET /v1/find`: plain words against the texts of all skills. */
export function findRoute(served: ServedRegistry): Route {
  const explaining = new Turns(MAX_EXPLAINS_AT_ONCE);
  return {
    method: 'GET',
    path: '/v1/find',
    async handle(request, response, tell) {
      const { q, ...options } = findQuery(request);
      tell({ target: q });
      const find = () => served.search().find(q, options);
      // Explaining reads files; a pile of it must leave room for others, and ends with those who asked for it.
      const isWanted = () => !request.socket.destroyed;
      const results = await (options.explain ? explaining.take(isWanted, find) : find());
      if (results === undefined) return;
      tell({ results: results.length });
      const body: FindResponse = { query: q, results };
      sendJson(response, body);
    },
  };
}
