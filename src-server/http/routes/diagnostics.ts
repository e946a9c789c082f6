import type { ServiceQueries } from '../../contract/api/registry-queries.ts';
import { diagnosticsResponse, linesResponse } from '../../contract/schemas/diagnostics.ts';
import { diagnosticsQuery, linesQuery } from '../../contract/schemas/queries.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { JSON_HEADERS, sendJson, sendPrepared } from '../send.ts';

export function diagnosticsRoutes(queries: ServiceQueries, bodies: BodyCache): readonly Route[] {
  return [diagnosticsRoute(queries, bodies), linesRoute(queries)];
}

function diagnosticsRoute(queries: ServiceQueries, bodies: BodyCache): Route {
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
    async handle({ request, response, query }) {
      const answer = await queries.diagnostics({ fresh: query().fresh === '1' });
      const body = await bodies.getOrMake(
        answer,
        'diagnostics',
        async () => new PreparedBody(Buffer.from(JSON.stringify(answer)), JSON_HEADERS),
      );
      await sendPrepared(request, response, body);
    },
  });
}

/** Empty if unknown. */
function linesRoute(queries: ServiceQueries): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/diagnostics/lines',
    id: 'getDiagnosticLines',
    summary: 'The lines of a file that a problem is about',
    description: 'Only of files and places that `GET /v1/diagnostics` names.',
    tag: 'service',
    query: linesQuery,
    responses: { 200: { description: 'The lines as they are now.', schema: linesResponse } },
    errors: QUERY_ERRORS,
    async handle({ response, query, record }) {
      const { line, ...place } = query();
      record({ target: place.file });
      sendJson(
        response,
        await queries.lines({ ...place, ...(line !== undefined && { line: Number(line) }) }),
      );
    },
  });
}
