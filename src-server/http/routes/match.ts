import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import { MAX_MATCH_BYTES } from '../../contract/limits.ts';
import { matchResponse } from '../../contract/schemas/match.ts';
import { matchRequest } from '../../contract/schemas/queries.ts';
import { readJson } from '../read-body.ts';
import { assertReadable, BODY_ERRORS, callerGone, defineRoute, type Route } from '../route.ts';
import { sendJson } from '../send.ts';

export function matchRoute(queries: ServiceQueries): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/match',
    id: 'matchPackages',
    summary: 'The skills about a project’s packages',
    description: 'At most 5,000 packages and 2 MiB.',
    tag: 'search',
    body: matchRequest,
    responses: { 200: { description: 'Direct packages first.', schema: matchResponse } },
    errors: BODY_ERRORS,
    async handle({ request, response, record }) {
      assertReadable(queries);
      const body = await readJson({ request, response }, MAX_MATCH_BYTES);
      const matched = await queries.match(body, callerGone(response));
      const { counts } = matched;
      record({ target: `${counts.packages} packages`, results: counts.exact + counts.repository });
      sendJson(response, matched);
    },
  });
}
