import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ServiceQueries } from '../../src-server/contract/queries.ts';
import { silentLogger } from '../../src-server/contract/service.ts';
import { createAccessPolicy } from '../../src-server/http/access.ts';
import { type AppOptions, allRoutes } from '../../src-server/http/app.ts';
import { makeOpenApiDocument } from '../../src-server/http/openapi.ts';

/** The parts of an OpenAPI document that are looked at. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters?: ReadonlyArray<{
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
  }>;
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

interface OpenApiResponse {
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref: string } }>>;
  readonly 'x-error-codes'?: readonly string[];
}

/** What is checked of an answer. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** A registry of which nothing can be read, for a reason that nobody foresaw. */
const brokenQueries = new Proxy({} as ServiceQueries, {
  get: (_target, name) => (name === 'unavailable' ? undefined : fail),
});

function fail(): never {
  throw new Error('unforeseen');
}

export const brokenApp: AppOptions = {
  queries: brokenQueries,
  fitSkill: fail,
  fitProject: fail,
  access: createAccessPolicy({ boundHost: '127.0.0.1' }),
  logger: silentLogger,
  mcpHandler: async () => {},
};

export const routes = allRoutes(brokenApp);

export const openApi = makeOpenApiDocument(routes, false) as unknown as OpenApiDocument;

const validators = new Map<string, ValidateFunction>();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'openapi', components: openApi.components });

/** Why an answer is none that the OpenAPI document promises; undefined where it is. */
export function openApiViolation(answer: AnsweredRequest): string | undefined {
  const { method, path, status, contentType, text } = answer;
  const found = findOperation(method, path);
  const what = `${method} ${path} ${status}`;
  // Paths and methods that are not there, and addresses that can't be decoded, have no operation of their own.
  if (found === undefined) {
    if (![400, 403, 404, 405, 431].includes(status)) return `${what} has no operation.`;
    return bodyViolation(what, '#/components/schemas/Error', text, method);
  }
  const response = found.operation.responses[String(status)];
  if (response === undefined) return `${what} is no documented status.`;
  if (response.content === undefined)
    return text === '' ? undefined : `${what} has a body, none is documented.`;
  const type = contentType?.split(';')[0] ?? '';
  const media = response.content[type] ?? response.content['*/*'];
  if (media === undefined && type !== 'text/event-stream') return `${what} has the type ${type}.`;
  return media?.schema === undefined ? undefined : bodyViolation(what, media.schema.$ref, text, method);
}

/** The operation that a request means, and its path in the document. */
export function findOperation(
  method: string,
  path: string,
): { readonly path: string; readonly operation: OpenApiOperation } | undefined {
  const [pathname = ''] = path.split('?');
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const templates = Object.keys(openApi.paths).sort((a, b) => placeholders(a) - placeholders(b));
  const template = templates.find((candidate) => patternOf(candidate).test(pathname));
  const operation = template === undefined ? undefined : openApi.paths[template]?.[verb];
  return template === undefined || operation === undefined ? undefined : { path: template, operation };
}

function placeholders(template: string): number {
  return template.split('{').length;
}

function patternOf(template: string): RegExp {
  const source = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('{section}', '.+')
    .replace(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

function bodyViolation(what: string, reference: string, text: string, method: string): string | undefined {
  if (method === 'HEAD') return text === '' ? undefined : `${what} has a body.`;
  const validate = validators.get(reference) ?? ajv.compile({ $ref: `openapi${reference}` });
  validators.set(reference, validate);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `${what} is no JSON: ${text.slice(0, 100)}`;
  }
  return validate(value)
    ? undefined
    : `${what} does not fit ${reference}: ${ajv.errorsText(validate.errors)}`;
}
