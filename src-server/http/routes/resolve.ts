import type { ResolveResponse } from '../../contract/api/api.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { searchQuery } from '../query.ts';
import { sendJson } from '../respond.ts';
import type { Route } from '../route.ts';

export function resolveRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/resolve',
    handle(request, response, record) {
      const { q, lang } = searchQuery(request);
      record({ target: q });
      const named = served.search().resolve(q);
      const keys = lang === undefined ? named : named.filter((key) => key.startsWith(`${lang}/`));
      record({ results: keys.length });
      const body: ResolveResponse = { query: q, keys };
      sendJson(response, body);
    },
  };
}
