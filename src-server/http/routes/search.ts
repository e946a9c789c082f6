import type { ResolveResponse } from '../../contract/api.ts';
import type { ServiceQueries } from '../../contract/queries.ts';
import { resolveQuery, searchQuery } from '../../contract/schemas/queries.ts';
import { resolveResponse, searchResponse } from '../../contract/schemas/skills.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';

export function searchRoutes(queries: ServiceQueries): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/search',
      id: 'searchSkills',
      summary: 'Keyword search',
      description: 'Matches name, tags and summary; every word must match.',
      tag: 'search',
      query: searchQuery,
      responses: { 200: { description: 'Best first.', schema: searchResponse } },
      errors: QUERY_ERRORS,
      async handle({ query: { q, lang, names }, record }) {
        record({ target: q });
        const found = await queries.search({ q, lang, names: names === '1' });
        record({ results: found.results.length });
        return found;
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/resolve',
      id: 'resolveName',
      summary: 'The skills that a name means',
      description:
        'Takes a key or its end, a package or import name, a repository’s address or a package URL, with or without a version. A near match only with `near`.',
      tag: 'search',
      query: resolveQuery,
      responses: { 200: { description: 'Their keys.', schema: resolveResponse } },
      errors: QUERY_ERRORS,
      async handle({ query: { q, lang, near: wantsNear }, record }) {
        record({ target: q });
        const { draftTexts, isSame, ...found } = await queries.resolve(q);
        const inLanguage = (key: string) => lang === undefined || key.startsWith(`${lang}/`);
        const keys = found.keys.filter(inLanguage);
        const near = wantsNear === '1' ? found.near.filter(inLanguage) : [];
        record({ results: keys.length + near.length });
        const more = { near, same: isSame, ...(draftTexts !== undefined && { draft_texts: draftTexts }) };
        return { query: q, keys, ...(wantsNear === '1' && more) } satisfies ResolveResponse;
      },
    }),
  ];
}
