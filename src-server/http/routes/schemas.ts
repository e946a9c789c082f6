import type { TSchema } from '@sinclair/typebox';
import { ApiError } from '../../contract/api/error-codes.ts';
import { SECURITY_HEADERS } from '../../contract/api/page-policy.ts';
import * as files from '../../contract/schemas/registry-files.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, pathParameter, type Route } from '../route.ts';
import { sendPrepared } from '../send.ts';

const SCHEMAS: Readonly<Record<string, TSchema>> = {
  'index-entry.schema.json': files.indexEntrySchema,
  'registry-index.schema.json': files.registryIndexSchema,
  'registry-rules.schema.json': files.registryRulesSchema,
  'skill.schema.json': files.skillSchema,
  'submission.schema.json': files.submissionSchema,
};

/** JSON Schemas of the files of a registry, for editors and other tools. */
export function schemaRoutes(): readonly Route[] {
  const bodies = new Map(
    Object.entries(SCHEMAS).map(
      ([name, schema]) => [name, prepare(schema, 'application/schema+json; charset=utf-8')] as const,
    ),
  );
  const list = prepare(
    { schemas: Object.keys(SCHEMAS).map((name) => `/schemas/${name}`) },
    'application/json; charset=utf-8',
  );
  return [
    defineRoute({
      method: 'GET',
      path: '/schemas',
      id: 'listSchemas',
      summary: 'The JSON Schemas of the registry’s files',
      tag: 'discovery',
      responses: { 200: { description: 'Their paths.' } },
      isConditional: true,
      errors: [],
      handle: ({ request, response }) => sendPrepared(request, response, list),
    }),
    defineRoute({
      method: 'GET',
      path: '/schemas/:name',
      id: 'getSchema',
      summary: 'One JSON Schema',
      tag: 'discovery',
      responses: { 200: { description: 'JSON Schema 2020-12.', types: ['application/schema+json'] } },
      isConditional: true,
      errors: ['bad_request', 'route_not_found'],
      handle({ request, response }) {
        const name = pathParameter(request, 'name');
        const body = bodies.get(name);
        if (body === undefined)
          throw new ApiError('route_not_found', `There is no schema ${name}. GET /schemas lists them.`);
        return sendPrepared(request, response, body);
      },
    }),
  ];
}

function prepare(value: unknown, contentType: string): PreparedBody {
  const headers = { 'Content-Type': contentType, 'Cache-Control': 'no-cache', ...SECURITY_HEADERS };
  return new PreparedBody(Buffer.from(JSON.stringify(value, undefined, 2)), headers);
}
