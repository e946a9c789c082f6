import type { ServiceQueries } from '../../contract/queries.ts';
import { diagnosticsQuery } from '../../contract/schemas/queries.ts';
import { diagnosticsResponse } from '../../contract/schemas/status.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { JSON_HEADERS } from '../send.ts';

export function diagnosticsRoute(queries: ServiceQueries, bodies: BodyCache): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/diagnostics',
    id: 'getDiagnostics',
    summary: 'What is wrong with the registry',
    tag: 'service',
    query: diagnosticsQuery,
    responses: { 200: { description: 'Errors first.', schema: diagnosticsResponse } },
    isConditional: true,
    errors: QUERY_ERRORS,
    async handle({ query }) {
      const answer = await queries.diagnostics({ fresh: query.fresh === '1' });
      return bodies.of(answer, () => new PreparedBody(JSON.stringify(answer), JSON_HEADERS));
    },
  });
}
