import type { SearchResponse } from '../../contract/api/api.ts';
import { withRegistries } from '../../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { searchQuery } from '../query.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

export function searchRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/search',
    handle(request, response, record) {
      const { q, ...options } = searchQuery(request);
      record({ target: q });
      const results = withRegistries(served.live.latest, served.search().search(q, options));
      record({ results: results.length });
      const body: SearchResponse = { query: q, results };
      sendJson(response, body);
    },
  };
}
