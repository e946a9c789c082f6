import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import { diagnosticsResponse, linesResponse } from '../../contract/schemas/diagnostics.ts';
import { diagnosticsQuery, linesQuery } from '../../contract/schemas/queries.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { JSON_HEADERS } from '../send.ts';

export function diagnosticsRoutes(queries: ServiceQueries, bodies: BodyCache): readonly Route[] {
  return [
    defineRoute({
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
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/diagnostics/lines',
      id: 'getDiagnosticLines',
      summary: 'The lines of a file that a problem is about',
      description: 'Only of files and places that `GET /v1/diagnostics` names.',
      tag: 'service',
      query: linesQuery,
      responses: { 200: { description: 'The lines as they are now.', schema: linesResponse } },
      errors: QUERY_ERRORS,
      handle({ query: { line, ...place }, record }) {
        record({ target: place.file });
        return queries.lines({ ...place, ...(line !== undefined && { line: Number(line) }) });
      },
    }),
  ];
}
