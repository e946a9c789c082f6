import type { TSchema } from '@sinclair/typebox';
import { version } from '../built-files.ts';
import { ApiError, ERRORS, type ErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { SECURITY_HEADERS } from '../contract/page.ts';
import * as files from '../contract/schemas/files.ts';
import { errorBody } from '../contract/schemas/skills.ts';
import { groupBy } from '../contract/words.ts';
import { JSON_HEADERS, PreparedBody } from './bodies.ts';
import { type DescribedResponse, defineRoute, pathParameter, type Route } from './route.ts';
import { jsonRpcMessage } from './routes/agents.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token that the service was started with. `/health` alone is answered without.',
};

export const COMMON_ERRORS: readonly ErrorCode[] = [
  'forbidden_host',
  'forbidden_origin',
  'headers_too_large',
];

const PATH_PARAMETERS: Readonly<Record<string, string>> = {
  lang: 'Programming language: cpp, rust, python, go or js.',
  author: 'User or organization of the upstream repository.',
  name: 'Name of the library; for a schema or an asset its file name.',
  section:
    'File name, with or without `.md`. A file in a folder, such as `examples/basic.cpp`, works as it is and with its slash encoded.',
};

/** Numbers of queries. They are sent as text, whose pattern the schema has. */
const NUMBERS: Readonly<Record<string, JsonObject>> = {
  limit: { type: 'integer', minimum: 1, maximum: LIMITS.results, default: 10 },
  line: { type: 'integer', minimum: 1 },
  max_tokens: { type: 'integer', minimum: 1, maximum: 9_999_999 },
};

/** The schemas with their names in the document. */
type Named = ReadonlyMap<TSchema, string>;

/** Makes the OpenAPI 3.1 document of the same objects that answer. */
export function makeOpenApiDocument(routes: readonly Route[], needsToken: boolean): JsonObject {
  const named = schemasOf(routes);
  const byPath = groupBy(routes, ({ path }) => openApiPath(path));
  const paths = Array.from(byPath, ([path, own]) => [
    path,
    Object.fromEntries(own.map((route) => [route.method.toLowerCase(), describe(route, named, needsToken)])),
  ]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skills Registry',
      version,
      summary: 'A local, read-only service over a folder of skills.',
      description:
        'Every answer that is no success has the body `{ "error": message }`. `HEAD` works wherever `GET` does; another method is answered with 405 and `Allow`, a path that is not here with 404. A request that arrives too slowly is answered with 408. Web pages of other origins are refused with 403.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    ...(needsToken && { security: [{ bearer: [] }] }),
    paths: Object.fromEntries(paths),
    components: {
      ...(needsToken && { securitySchemes: { bearer: BEARER } }),
      schemas: Object.fromEntries(
        Array.from(named, ([{ $schema: _, $id: _id, ...schema }, name]) => [name, schema]),
      ),
    },
  };
}

/**
 * Names the schemas of all routes: `GetSkill` is the answer of the operation `getSkill`, `SubmitSkillBody` what
 * `submitSkill` takes.
 */
function schemasOf(routes: readonly Route[]): Named {
  const named = new Map<TSchema, string>([[errorBody, 'Error']]);
  for (const { id, body, responses } of routes) {
    const title = `${id[0]?.toUpperCase()}${id.slice(1)}`;
    const answers = Object.entries(responses).map(
      ([status, { schema }]) => [schema, status === '200' ? title : `${title}${status}`] as const,
    );
    for (const [schema, name] of [[body, `${title}Body`] as const, ...answers])
      if (schema !== undefined && !named.has(schema)) named.set(schema, name);
  }
  return named;
}

/** Writes a path as OpenAPI does: `/v1/skills/{lang}/{section}` for `/v1/skills/:lang/*section`. */
function openApiPath(pattern: string): string {
  return pattern.replace(/[:*](\w+)/g, '{$1}');
}

function describe(route: Route, named: Named, needsToken: boolean): JsonObject {
  const { id, path, summary, description, tag, query, body, responses, isConditional, errors } = route;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  const isOpen = path === '/health';
  const common = needsToken && !isOpen ? [...COMMON_ERRORS, 'unauthorized' as const] : COMMON_ERRORS;
  const answers = Object.entries(responses).map(([status, response]) => [
    status,
    describeResponse(response, named),
  ]);
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(needsToken && isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body, named) } }),
    responses: {
      ...Object.fromEntries(answers),
      ...(isConditional && {
        304: { description: 'Nothing changed since the entity tag that was sent.' },
      }),
      ...describeErrors([...errors, ...common], body === jsonRpcMessage, named),
    },
  };
}

function pathParameters(path: string): readonly JsonObject[] {
  return [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? '',
    schema: { type: 'string' },
  }));
}

function queryParameters(query: TSchema | undefined): readonly JsonObject[] {
  const properties: Readonly<Record<string, TSchema>> = query?.['properties'] ?? {};
  const required: readonly string[] = query?.['required'] ?? [];
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: NUMBERS[name] ?? schema,
  }));
}

function describeResponse(
  { description, schema, types = ['application/json'] }: DescribedResponse,
  named: Named,
): JsonObject {
  if (types.length === 0) return { description };
  const others = Object.fromEntries(types.map((type) => [type, {}]));
  return { description, content: { ...others, ...(schema && json(schema, named)) } };
}

/** Describes errors, one for each status. JSON-RPC has errors of its own, but for those that come before it. */
function describeErrors(codes: readonly ErrorCode[], isJsonRpc: boolean, named: Named): JsonObject {
  const byStatus = groupBy(codes, (code) => ERRORS[code].status);
  const described = Array.from(byStatus, ([status, causes]) => {
    const isOurs = !isJsonRpc || [401, 403, 431].includes(status);
    const sentence = causes.map((code) => ERRORS[code].summary).join('; or ');
    const description = `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
    const content = json(isOurs ? errorBody : jsonRpcMessage, named);
    return [status, { description, 'x-error-codes': causes, content }];
  });
  return Object.fromEntries(described);
}

function json(schema: TSchema, named: Named): JsonObject {
  const name = named.get(schema);
  return {
    'application/json': { schema: name === undefined ? schema : { $ref: `#/components/schemas/${name}` } },
  };
}

const SCHEMAS: Readonly<Record<string, TSchema>> = {
  'index-entry.schema.json': files.indexEntrySchema,
  'registry-index.schema.json': files.registryIndexSchema,
  'registry-rules.schema.json': files.registryRulesSchema,
  'skill.schema.json': files.skillSchema,
  'submission.schema.json': files.submissionSchema,
};

/** Returns the routes of the JSON Schemas of a registry's files, for editors and other tools. */
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

/**
 * Returns the route of the document itself.
 *
 * @param others all other routes
 */
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
