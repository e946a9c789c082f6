import type { FirstTokens, TokensResponse } from '../../contract/api/api.ts';
import { filesToReadFirst } from '../../contract/api/files-to-read-first.ts';
import { tokensQuery } from '../../contract/schemas/queries.ts';
import { tokensResponse } from '../../contract/schemas/skills.ts';
import { readingOrder } from '../../registry/model/reading-order.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { sendJson } from '../send.ts';

/** What required reading costs, of skills that are counted. */
export function tokensRoute({ live }: Pick<ServedRegistry, 'live'>): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/tokens',
    id: 'getTokens',
    summary: 'What the files to read first cost',
    tag: 'service',
    query: tokensQuery,
    responses: { 200: { description: 'Tokens by key.', schema: tokensResponse } },
    errors: QUERY_ERRORS,
    handle({ response, query }) {
      const { skills } = live.snapshot();
      const tokens = new Map<string, FirstTokens>();
      for (const key of [query().key].flat()) {
        const skill = skills.get(key);
        if (skill?.tokens === undefined) continue;
        const counts = filesToReadFirst(readingOrder(skill)).flatMap(
          ({ path }) => skill.tokens?.get(path) ?? [],
        );
        tokens.set(key, {
          first: counts.reduce((sum, count) => sum + count.tokens, 0),
          ...(counts.some(({ isEstimate }) => isEstimate) && { estimated: true }),
        });
      }
      const body: TokensResponse = { tokens: Object.fromEntries(tokens) };
      sendJson(response, body);
    },
  });
}
