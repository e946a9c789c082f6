import type { SkillKey } from '../contract/api/api.ts';
import { ApiError, type ErrorCode } from '../contract/api/error-codes.ts';
import { isJsonObject } from '../contract/api/json-object.ts';
import type { MatchResponse } from '../contract/api/match.ts';
import type {
  AskedFind,
  AskedSearch,
  RegistryQueries,
  ResolvedName,
  SectionText,
} from '../contract/api/registry-queries.ts';
import { LIMITS } from '../contract/limits.ts';
import { checkOf, type SchemaCheck } from '../contract/schema-check.ts';
import { diagnosticsResponse } from '../contract/schemas/diagnostics.ts';
import { findResponse } from '../contract/schemas/find.ts';
import { matchResponse } from '../contract/schemas/match.ts';
import { fullSkill, listResponse, resolveResponse, searchResponse } from '../contract/schemas/skills.ts';
import { statusResponse } from '../contract/schemas/status.ts';
import { CLIENT_HEADER } from '../contract/service/discovery.ts';
import { LANGUAGES } from '../contract/vocabulary.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import { type Asking, askService, type ServiceAddress, ServiceGoneError } from './ask-service.ts';

const isList = checkOf(listResponse);
const isSkill = checkOf(fullSkill);
const isSearch = checkOf(searchResponse);
const isFind = checkOf(findResponse);
const isResolved = checkOf(resolveResponse);
const isDiagnostics = checkOf(diagnosticsResponse);
const isStatus = checkOf(statusResponse);
const isMatch = checkOf(matchResponse);

/** Over a running service. Rejects with `ServiceGoneError` too. */
export class HttpQueries implements RegistryQueries {
  readonly #service: ServiceAddress;
  readonly #client: () => string | undefined;

  /** @param client for whom one asks, once known: the service counts it as a caller */
  constructor(service: ServiceAddress, client: () => string | undefined = () => undefined) {
    this.#service = service;
    this.#client = client;
  }

  list = () => this.#ask('/v1/skills', isList);

  skill = async (key: SkillKey) => this.#askFor(skillPath(key), isSkill, {}, 'skill_not_found');

  async section(key: SkillKey, name: string): Promise<SectionText> {
    const text = await this.#askFor(skillPath(key, name), undefined, {}, 'section_not_found');
    if (/\.md$/i.test(name)) return { path: name, text };
    const markdown = await this.#ask(skillPath(key, `${name}.md`), undefined).catch(() => undefined);
    return { path: markdown === text ? `${name}.md` : name, text };
  }

  async search({ q, lang, names = false }: AskedSearch) {
    if (!isLanguage(lang)) return { query: q, results: [] };
    const asked = { q: q.slice(0, LIMITS.queryLength), ...(lang && { lang }), ...(names && { names: '1' }) };
    return this.#askFor(`/v1/search?${new URLSearchParams(asked)}`, isSearch);
  }

  async find(asked: AskedFind, signal?: AbortSignal) {
    if (!isLanguage(asked.lang)) return { query: asked.q, results: [] };
    return this.#askFor('/v1/find', isFind, { json: JSON.stringify(asked), signal });
  }

  async resolve(asked: string): Promise<ResolvedName> {
    if (asked.trim() === '') return { keys: [], near: [] };
    const query = new URLSearchParams({ q: asked.slice(0, LIMITS.queryLength), near: '1' });
    const { keys, near = [], draft_texts } = await this.#askFor(`/v1/resolve?${query}`, isResolved);
    return { keys, near, ...(draft_texts !== undefined && { draftTexts: draft_texts }) };
  }

  diagnostics = ({ fresh = false }: { readonly fresh?: boolean } = {}) =>
    this.#ask(`/v1/diagnostics${fresh ? '?fresh=1' : ''}`, isDiagnostics);

  status = () => this.#ask('/v1/status', isStatus);

  match = (body: unknown): Promise<MatchResponse> =>
    this.#ask('/v1/match', isMatch, { json: JSON.stringify(body) });

  /** In the name of the client. */
  #askFor<T = string>(path: string, check?: SchemaCheck<T>, asking: Asking = {}, missing?: ErrorCode) {
    const client = this.#client();
    if (client === undefined) return this.#ask(path, check, asking, missing);
    const headers = { [CLIENT_HEADER]: Buffer.from(client).toString('base64url') };
    return this.#ask(path, check, { ...asking, headers }, missing);
  }

  /** Without a check: as text. */
  async #ask<T = string>(
    path: string,
    check: SchemaCheck<T> | undefined,
    asking: Asking = {},
    missing: ErrorCode = 'route_not_found',
  ): Promise<T> {
    const { status, body } = await askService(this.#service, path, asking);
    if (status === 200 && check === undefined) return body as T;
    const value = parse(body);
    if (status === 200 && check?.(value)) return value;
    const { error } = isJsonObject(value) ? value : {};
    if (status === 200 || typeof error !== 'string')
      throw new ServiceGoneError(`The service at ${this.#service.url} is of another version.`);
    const codes: Readonly<Record<number, ErrorCode>> = {
      400: 'bad_query',
      404: missing,
      503: 'registry_unavailable',
    };
    throw new ApiError(codes[status] ?? 'internal', error);
  }
}

const isLanguage = (lang: string | undefined) =>
  lang === undefined || LANGUAGES.some((known) => known === lang);

/** No part may lead out of the skills. */
function skillPath(key: string, file?: string): string {
  const isOutside = (path: string) =>
    path.length > LIMITS.queryLength || path.split('/').some((part) => /^\.{0,2}$/.test(part));
  if (isOutside(key)) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
  if (file === undefined) return `/v1/skills/${encodePath(key)}`;
  if (!isOutside(file)) return `/v1/skills/${encodePath(`${key}/${file}`)}`;
  throw new ApiError('section_not_found', `Section '${file}' not found in skill '${key}'`);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
