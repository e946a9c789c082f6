import type { TSchema } from '@sinclair/typebox';
import { ERRORS, type ErrorCode } from '../contract/api/error-codes.ts';
import {
  diagnosticsResponse,
  linesResponse,
  submissionCheck,
  submissionStored,
} from '../contract/schemas/diagnostics.ts';
import { findResponse } from '../contract/schemas/find.ts';
import { matchResponse } from '../contract/schemas/match.ts';
import * as queries from '../contract/schemas/queries.ts';
import { skillSchema, submissionSchema } from '../contract/schemas/registry-files.ts';
import * as skills from '../contract/schemas/skills.ts';
import { statusResponse } from '../contract/schemas/status.ts';
import { version } from '../version.ts';
import type { DescribedResponse, Route } from './route.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** Schemas with a name of their own in the document; others stand where they are used. */
const COMPONENTS: Readonly<Record<string, TSchema>> = {
  DiagnosticsResponse: diagnosticsResponse,
  Error: skills.errorBody,
  FindRequest: queries.findRequest,
  FindResponse: findResponse,
  FullSkill: skills.fullSkill,
  Health: skills.health,
  JsonRpcMessage: queries.jsonRpcMessage,
  LinesResponse: linesResponse,
  ListResponse: skills.listResponse,
  MatchRequest: queries.matchRequest,
  MatchResponse: matchResponse,
  ResolveResponse: skills.resolveResponse,
  SearchResponse: skills.searchResponse,
  Skill: skillSchema,
  Status: statusResponse,
  Submission: submissionSchema,
  SubmissionCheck: submissionCheck,
  SubmissionStored: submissionStored,
  TokensResponse: skills.tokensResponse,
};

const NAMES: ReadonlyMap<TSchema, string> = new Map(
  Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]),
);

const TAGS = [
  { name: 'skills', description: 'The skills themselves.' },
  { name: 'search', description: 'Finding the right one.' },
  { name: 'service', description: 'The running service.' },
  { name: 'discovery', description: 'Descriptions for tools.' },
  { name: 'page', description: 'The page for people.' },
];

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

/** Sent as text, whose pattern the schema has. */
const NUMBERS: Readonly<Record<string, JsonObject>> = {
  limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
  line: { type: 'integer', minimum: 1 },
  max_tokens: { type: 'integer', minimum: 1, maximum: 9_999_999 },
};

/** OpenAPI 3.1, from the same objects that answer. */
export function makeOpenApiDocument(routes: readonly Route[], needsToken: boolean): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const path = openApiPath(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route, needsToken) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Skills Registry',
      version,
      summary: 'A local, read-only service over a folder of skills.',
      description:
        'Every answer that is no success has the body `{ "error": message }`. `HEAD` works wherever `GET` does; another ' +
        'method is answered with 405 and `Allow`, a path that is not here with 404. A request that arrives too slowly is ' +
        'answered with 408. Web pages of other origins are refused with 403.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    ...(needsToken && { security: [{ bearer: [] }] }),
    paths,
    components: {
      ...(needsToken && { securitySchemes: { bearer: BEARER } }),
      schemas: Object.fromEntries(
        Object.entries(COMPONENTS).map(([name, { $schema: _, $id: _id, ...schema }]) => [name, schema]),
      ),
    },
  };
}

/** `/v1/skills/:lang/*section` → `/v1/skills/{lang}/{section}`. */
export function openApiPath(pattern: string): string {
  return pattern.replace(/[:*](\w+)/g, '{$1}');
}

function describeRoute(route: Route, needsToken: boolean): JsonObject {
  const { id, path, summary, description, tag, query, body, responses, isConditional, errors } = route;
  const parameters = [...pathParameters(path), ...queryParameters(query)];
  const isOpen = path === '/health';
  const common = needsToken && !isOpen ? [...COMMON_ERRORS, 'unauthorized' as const] : COMMON_ERRORS;
  return {
    operationId: id,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    ...(needsToken && isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, describeResponse(response)]),
      ),
      ...(isConditional && {
        304: { description: 'Nothing changed since the entity tag that was sent.' },
      }),
      ...describeErrors([...errors, ...common], body === queries.jsonRpcMessage),
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
  const { properties = {}, required = [] } = (query ?? {}) as {
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: NUMBERS[name] ?? schema,
  }));
}

function describeResponse({
  description,
  schema,
  types = ['application/json'],
}: DescribedResponse): JsonObject {
  if (types.length === 0) return { description };
  const content = types.map((type) => {
    const isDescribed = schema !== undefined && type === 'application/json';
    return [type, isDescribed ? { schema: reference(schema) } : {}];
  });
  return { description, content: Object.fromEntries(content) as JsonObject };
}

/** One per status. JSON-RPC has errors of its own, but for those that come before it. */
function describeErrors(codes: readonly ErrorCode[], isJsonRpc: boolean): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, causes]) => {
      const isOurs = !isJsonRpc || [401, 403, 431].includes(status);
      const sentence = causes.map((code) => ERRORS[code].summary).join('; or ');
      const schema = reference(isOurs ? skills.errorBody : queries.jsonRpcMessage);
      return [
        status,
        {
          description: `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`,
          'x-error-codes': causes,
          content: { 'application/json': { schema } },
        },
      ];
    }),
  );
}

function reference(schema: TSchema): JsonObject {
  const name = NAMES.get(schema);
  return name === undefined ? schema : { $ref: `#/components/schemas/${name}` };
}
