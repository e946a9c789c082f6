import type { SearchResponse } from '../../contract/api.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { searchQuery } from '../query.ts';
import { sendJson, sendJsonBytes } from '../respond.ts';
import type { Route } from '../route.ts';

/** So many results are copied together; a body of fewer is sent at once with its headers, as a string. */
const MANY_RESULTS = 64;

/** `GET /v1/search`: a keyword against name, tags and summary. */
export function searchRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/search',
    handle(request, response, tell) {
      const { q, lang } = searchQuery(request);
      tell({ target: q });
      const matches = served.search().search(q, lang === undefined ? {} : { lang });
      tell({ results: matches.count });
      if (matches.count < MANY_RESULTS) {
        const body: SearchResponse = { query: q, results: matches.results() };
        sendJson(response, body);
      } else {
        sendJsonBytes(response, matches.json(`{"query":${JSON.stringify(q)},"results":`, '}'));
      }
    },
  };
}
