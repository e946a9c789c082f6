import type { ServiceQueries } from '../../contract/queries.ts';
import { matchResponse } from '../../contract/schemas/find.ts';
import { matchRequest } from '../../contract/schemas/queries.ts';
import { assertReadable, BODY_ERRORS, callerGone, defineRoute, type Route, readJson } from '../route.ts';

export function matchRoute(queries: ServiceQueries): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/match',
    id: 'matchPackages',
    summary: 'The skills about a project’s packages',
    description: 'At most 5,000 packages and 1 MiB.',
    tag: 'search',
    body: matchRequest,
    responses: { 200: { description: 'Direct packages first.', schema: matchResponse } },
    errors: BODY_ERRORS,
    async handle({ request, response, record }) {
      assertReadable(queries);
      const matched = await queries.match(await readJson({ request, response }), callerGone(response));
      const { packages, exact, repository } = matched.counts;
      record({ target: `${packages} packages`, results: exact + repository });
      return matched;
    },
  });
}
