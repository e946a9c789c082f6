import type { TSchema } from '@sinclair/typebox';
import { ApiError } from '../../contract/errors.ts';
import { SECURITY_HEADERS } from '../../contract/page.ts';
import * as files from '../../contract/schemas/files.ts';
import { makeOpenApiDocument } from '../openapi.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, pathParameter, type Route } from '../route.ts';
import { JSON_HEADERS } from '../send.ts';

const SCHEMAS: Readonly<Record<string, TSchema>> = {
  'index-entry.schema.json': files.indexEntrySchema,
  'registry-index.schema.json': files.registryIndexSchema,
  'registry-rules.schema.json': files.registryRulesSchema,
  'skill.schema.json': files.skillSchema,
  'submission.schema.json': files.submissionSchema,
};

/** JSON Schemas of the files of a registry, for editors and other tools. */
export function schemaRoutes(): readonly Route[] {
  const prepare = (value: unknown, type: string) =>
    new PreparedBody(JSON.stringify(value, undefined, 2), {
      'Content-Type': `${type}; charset=utf-8`,
      ...SECURITY_HEADERS,
    });
  const bodies = new Map(
    Object.entries(SCHEMAS).map(([name, schema]) => [name, prepare(schema, 'application/schema+json')]),
  );
  const paths = { schemas: Object.keys(SCHEMAS).map((name) => `/schemas/${name}`) };
  const list = prepare(paths, 'application/json');
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
      handle: () => list,
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
      handle({ request }) {
        const name = pathParameter(request, 'name');
        const body = bodies.get(name);
        if (body !== undefined) return body;
        throw new ApiError('route_not_found', `There is no schema ${name}. GET /schemas lists them.`);
      },
    }),
  ];
}

/** @param others all other routes */
export function openApiRoute(others: readonly Route[], needsToken: boolean): Route {
  let body: PreparedBody | undefined;
  const route: Route = defineRoute({
    method: 'GET',
    path: '/openapi.json',
    id: 'getOpenApi',
    summary: 'This document',
    tag: 'discovery',
    responses: { 200: { description: 'OpenAPI 3.1.' } },
    isConditional: true,
    errors: [],
    handle() {
      const make = () => JSON.stringify(makeOpenApiDocument([...others, route], needsToken));
      body ??= new PreparedBody(make(), JSON_HEADERS);
      return body;
    },
  });
  return route;
}
