import type { ResolveResponse, SearchResponse } from '../../contract/api/api.ts';
import { searchQuery } from '../../contract/schemas/queries.ts';
import { resolveResponse, searchResponse } from '../../contract/schemas/skills.ts';
import { withRegistries } from '../../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { sendJson } from '../send.ts';

export function searchRoutes(served: ServedRegistry): readonly Route[] {
  return [searchRoute(served), resolveRoute(served)];
}

function searchRoute(served: ServedRegistry): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/search',
    id: 'searchSkills',
    summary: 'Keyword search',
    description: 'Matches name, tags and summary; every word must match.',
    tag: 'search',
    query: searchQuery,
    responses: { 200: { description: 'Best first.', schema: searchResponse } },
    errors: QUERY_ERRORS,
    handle({ response, query, record }) {
      const { q, lang, names } = query();
      record({ target: q });
      const options = { names: names === '1', ...(lang !== undefined && { lang }) };
      const results = withRegistries(served.live.latest, served.search().search(q, options));
      record({ results: results.length });
      sendJson(response, { query: q, results } satisfies SearchResponse);
    },
  });
}

function resolveRoute(served: ServedRegistry): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/resolve',
    id: 'resolveName',
    summary: 'The skills that a name means',
    description:
      'Takes a key or its end, a package or import name, a repository’s address or a package URL, with or without a version. Never a near match.',
    tag: 'search',
    query: searchQuery,
    responses: { 200: { description: 'Their keys.', schema: resolveResponse } },
    errors: QUERY_ERRORS,
    handle({ response, query, record }) {
      const { q, lang } = query();
      record({ target: q });
      const named = served.search().resolve(q);
      const keys = lang === undefined ? named : named.filter((key) => key.startsWith(`${lang}/`));
      record({ results: keys.length });
      sendJson(response, { query: q, keys } satisfies ResolveResponse);
    },
  });
}
