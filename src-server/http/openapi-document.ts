import { ERRORS, type ErrorCode } from '../contract/api/error-codes.ts';
import diagnosticsQuery from '../contract/schemas/diagnostics-query.schema.json';
import diagnosticsResponse from '../contract/schemas/diagnostics-response.schema.json';
import errorBody from '../contract/schemas/error.schema.json';
import findQuery from '../contract/schemas/find-query.schema.json';
import findRequest from '../contract/schemas/find-request.schema.json';
import findResponse from '../contract/schemas/find-response.schema.json';
import fullSkill from '../contract/schemas/full-skill.schema.json';
import health from '../contract/schemas/health.schema.json';
import jsonRpcMessage from '../contract/schemas/json-rpc-message.schema.json';
import language from '../contract/schemas/language.schema.json';
import linesQuery from '../contract/schemas/lines-query.schema.json';
import linesResponse from '../contract/schemas/lines-response.schema.json';
import listResponse from '../contract/schemas/list-response.schema.json';
import matchRequest from '../contract/schemas/match-request.schema.json';
import matchResponse from '../contract/schemas/match-response.schema.json';
import resolveResponse from '../contract/schemas/resolve-response.schema.json';
import searchQuery from '../contract/schemas/search-query.schema.json';
import searchResponse from '../contract/schemas/search-response.schema.json';
import skill from '../contract/schemas/skill.schema.json';
import skillQuery from '../contract/schemas/skill-query.schema.json';
import status from '../contract/schemas/status.schema.json';
import submission from '../contract/schemas/submission.schema.json';
import submissionCheck from '../contract/schemas/submission-check.schema.json';
import submissionQuery from '../contract/schemas/submission-query.schema.json';
import tokensQuery from '../contract/schemas/tokens-query.schema.json';
import tokensResponse from '../contract/schemas/tokens-response.schema.json';
import vocabulary from '../contract/schemas/vocabulary.schema.json';
import { version } from '../version.ts';
import {
  COMMON_ERRORS,
  type DescribedAnswer,
  OPERATIONS,
  type Operation,
  PATH_PARAMETERS,
} from './openapi-operations.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** By name in the document. */
const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  DiagnosticsQuery: diagnosticsQuery,
  DiagnosticsResponse: diagnosticsResponse,
  Error: errorBody,
  FindQuery: findQuery,
  FindRequest: findRequest,
  FindResponse: findResponse,
  FullSkill: fullSkill,
  Health: health,
  JsonRpcMessage: jsonRpcMessage,
  Language: language,
  LinesQuery: linesQuery,
  LinesResponse: linesResponse,
  ListResponse: listResponse,
  MatchRequest: matchRequest,
  MatchResponse: matchResponse,
  ResolveResponse: resolveResponse,
  SearchQuery: searchQuery,
  SkillQuery: skillQuery,
  SearchResponse: searchResponse,
  Skill: skill,
  Status: status,
  Submission: submission,
  SubmissionCheck: submissionCheck,
  SubmissionQuery: submissionQuery,
  TokensQuery: tokensQuery,
  TokensResponse: tokensResponse,
  Vocabulary: vocabulary,
};

const TAGS = [
  { name: 'skills', description: 'The skills themselves.' },
  { name: 'search', description: 'Finding the right one.' },
  { name: 'service', description: 'The running service.' },
  { name: 'discovery', description: 'Descriptions for tools.' },
  { name: 'page', description: 'The page for people.' },
];

export interface OpenApiOptions {
  /** Default false. */
  readonly needsToken?: boolean;
}

const BEARER = {
  type: 'http',
  scheme: 'bearer',
  description: 'The token that the service was started with. `/health` alone is answered without.',
};

export function makeOpenApiDocument({ needsToken = false }: OpenApiOptions = {}): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const [route, operation] of Object.entries(OPERATIONS)) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = openApiPath(pattern);
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: describeOperation(pattern, operation, needsToken),
    };
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
        'answered with 408, one too many at once with 503 and `Retry-After`. Web pages of other origins are refused with 403.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    ...(needsToken ? { security: [{ bearer: [] }] } : {}),
    paths,
    components: {
      ...(needsToken ? { securitySchemes: { bearer: BEARER } } : {}),
      schemas: Object.fromEntries(
        Object.entries(SCHEMAS).map(([name, schema]) => [name, componentSchema(name, schema)]),
      ),
    },
  };
}

/** `/v1/skills/:lang/*section` → `/v1/skills/{lang}/{section}`. */
export function openApiPath(pattern: string): string {
  return pattern.replace(/[:*](\w+)/g, '{$1}');
}

function describeOperation(pattern: string, operation: Operation, needsToken: boolean): JsonObject {
  const { id, summary, description, tag, query, body, answers, conditional, errors } = operation;
  const parameters = [...pathParameters(pattern), ...(query === undefined ? [] : queryParameters(query))];
  const isOpen = pattern === '/health';
  const common = needsToken && !isOpen ? [...COMMON_ERRORS, 'unauthorized' as const] : COMMON_ERRORS;
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(needsToken && isOpen ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([code, answer]) => [code, describeAnswer(answer)])),
      ...(conditional === undefined
        ? {}
        : { 304: { description: 'Nothing changed since the entity tag that was sent.' } }),
      ...describeErrors([...errors, ...common], id === 'callMcp'),
    },
  };
}

function pathParameters(pattern: string): readonly JsonObject[] {
  return [...pattern.matchAll(/[:*](\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? '',
    schema: { type: 'string' },
  }));
}

/** Properties are parameters. */
const QUERIES = {
  DiagnosticsQuery: diagnosticsQuery,
  FindQuery: findQuery,
  LinesQuery: linesQuery,
  MatchRequest: matchRequest,
  MatchResponse: matchResponse,
  SearchQuery: searchQuery,
  SkillQuery: skillQuery,
  SubmissionQuery: submissionQuery,
  TokensQuery: tokensQuery,
};

/** Sent as text; schemas check patterns. */
const NUMBERS: Readonly<Record<string, JsonObject>> = {
  limit: { type: 'integer', minimum: 1, maximum: 1_000, default: 10 },
  line: { type: 'integer', minimum: 1 },
  max_tokens: { type: 'integer', minimum: 1, maximum: 9_999_999, default: 3_000 },
};

function asNumber(parameter: string, property: JsonObject): JsonObject {
  const number = NUMBERS[parameter];
  const { description } = property;
  return number === undefined ? property : { ...number, description };
}

function queryParameters(name: keyof typeof QUERIES): readonly JsonObject[] {
  const { properties } = QUERIES[name];
  const required: readonly string[] = QUERIES[name].required;
  return Object.entries(properties).map(([parameter, property]) => {
    const { description, ...schema }: JsonObject = withLocalReferences(
      name,
      asNumber(parameter, property as JsonObject),
    ) as JsonObject;
    return {
      name: parameter,
      in: 'query',
      required: required.includes(parameter),
      ...(description === undefined ? {} : { description }),
      schema,
    };
  });
}

function describeAnswer({ description, type, schema, textType }: DescribedAnswer): JsonObject {
  if (type === undefined) return { description };
  const body = schema === undefined ? {} : { schema: reference(schema) };
  return { description, content: { [type]: body, ...(textType === undefined ? {} : { [textType]: {} }) } };
}

/** One per status. */
function describeErrors(codes: readonly ErrorCode[], isJsonRpc: boolean): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status: httpStatus } = ERRORS[code];
    byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([httpStatus, causes]) => {
      const isOurBody = !isJsonRpc || httpStatus === 401 || httpStatus === 403 || httpStatus === 431;
      const sentence = causes.map((code) => ERRORS[code].summary).join('; or ');
      return [
        httpStatus,
        {
          description: `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`,
          'x-error-codes': causes,
          content: { 'application/json': { schema: reference(isOurBody ? 'Error' : 'JsonRpcMessage') } },
        },
      ];
    }),
  );
}

function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function componentSchema(name: string, schema: JsonObject): unknown {
  const { $schema: _, $id: __, ...rest } = schema;
  return withLocalReferences(name, name.endsWith('Query') ? withNumbers(rest) : rest);
}

function withNumbers({ properties, ...query }: JsonObject): JsonObject {
  const numbered = Object.entries(properties as JsonObject).map(([parameter, property]) => [
    parameter,
    asNumber(parameter, property as JsonObject),
  ]);
  return { ...query, properties: Object.fromEntries(numbered) as JsonObject };
}

/** Most tools follow only local references. */
function withLocalReferences(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withLocalReferences(name, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, localReference(name, inner)]
        : [key, withLocalReferences(name, inner)],
    ),
  );
}

function localReference(name: string, target: string): string {
  const [file = '', pointer = ''] = target.split('#');
  const owner = file === '' ? name : pascalCase(file.replace(/\.schema\.json$/, ''));
  if (SCHEMAS[owner] === undefined)
    throw new Error(`${name} refers to ${target}, which is not in the document.`);
  return `#/components/schemas/${owner}${pointer}`;
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
