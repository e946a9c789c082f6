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
      const { q, explain, ...options } = findQuery(request);
      tell({ target: q });
      // Explaining reads files; a pile of it must leave room for others, and ends with those who asked for it.
      const isWanted = () => !request.socket.destroyed;
      const found = explain
        ? await explaining.take(isWanted, () => served.search().explain(q, options))
        : { results: await served.search().find(q, options) };
      if (found === undefined) return;
      tell({ results: found.results.length });
      const body: FindResponse = { query: q, ...found };
      sendJson(response, body);
    },
  };
}
