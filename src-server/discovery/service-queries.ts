import type {
  DiagnosticsResponse,
  FindResponse,
  FullSkill,
  RegistryIndex,
  SearchResponse,
  SkillKey,
  Status,
} from '../contract/api/api.ts';
import { ApiError, type ErrorCode } from '../contract/api/error-codes.ts';
import { isJsonObject } from '../contract/api/json-object.ts';
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
import { fullSkill, listResponse, resolveResponse, searchResponse } from '../contract/schemas/skills.ts';
import { statusResponse } from '../contract/schemas/status.ts';
import { CLIENT_HEADER } from '../contract/service/discovery.ts';
import { LANGUAGES } from '../contract/vocabulary.ts';
import { encodePath } from '../contract/words/encode-path.ts';
import { type CallOptions, fetchReply, type ServiceReply } from './call-service.ts';
import { challengeFor } from './service-proof.ts';

/** The first find on a large registry waits for the index. */
const ANSWER_MS = 30_000;

const isList = checkOf(listResponse);
const isSkill = checkOf(fullSkill);
const isSearch = checkOf(searchResponse);
const isFind = checkOf(findResponse);
const isResolved = checkOf(resolveResponse);
const isDiagnostics = checkOf(diagnosticsResponse);
const isStatus = checkOf(statusResponse);

/** The service stopped, is of another version, or another program has its port. */
export class ServiceGoneError extends Error {
  override readonly name = 'ServiceGoneError';
}

export interface QueriedService {
  readonly url: string;
  /** Of the discovery file. */
  readonly secret: string | undefined;
  /** For whom one asks, once known: the service counts it as a caller. */
  readonly client: () => string | undefined;
}

/** Over a running service. Rejects with `ServiceGoneError` too. */
export class HttpQueries implements RegistryQueries {
  readonly #service: QueriedService;
  #list: { readonly tag: string; readonly list: RegistryIndex } | undefined;

  constructor(service: QueriedService) {
    this.#service = service;
  }

  async list(): Promise<RegistryIndex> {
    const known = this.#list;
    const reply = await this.#ask('/v1/skills', known && { headers: { 'If-None-Match': known.tag } });
    if (reply.status === 304 && known !== undefined) return known.list;
    const list = answerIn(reply, isList);
    this.#list = { tag: String(reply.headers.etag), list };
    return list;
  }

  async skill(key: SkillKey): Promise<FullSkill> {
    return answerIn(await this.#askFor(skillPath(key)), isSkill, 'skill_not_found');
  }

  async section(key: SkillKey, name: string): Promise<SectionText> {
    if (name.length > LIMITS.queryLength) throw noSection(key, name);
    const text = textIn(await this.#askFor(skillPath(key, name)));
    if (/\.md$/i.test(name)) return { path: name, text };
    const markdown = await this.#ask(skillPath(key, `${name}.md`));
    return { path: markdown.status === 200 && markdown.body === text ? `${name}.md` : name, text };
  }

  async search({ q, lang, names = false }: AskedSearch): Promise<SearchResponse> {
    if (!isLanguage(lang)) return { query: q, results: [] };
    const asked = { q: q.slice(0, LIMITS.queryLength), ...(lang && { lang }), ...(names && { names: '1' }) };
    return answerIn(await this.#askFor(`/v1/search?${new URLSearchParams(asked)}`), isSearch);
  }

  async find(asked: AskedFind, signal?: AbortSignal): Promise<FindResponse> {
    if (!isLanguage(asked.lang)) return { query: asked.q, results: [] };
    return answerIn(await this.#askFor('/v1/find', { json: JSON.stringify(asked), signal }), isFind);
  }

  async resolve(asked: string): Promise<ResolvedName> {
    if (asked.trim() === '') return { keys: [], near: [] };
    const query = new URLSearchParams({ q: asked.slice(0, LIMITS.queryLength), near: '1' });
    const answer = answerIn(await this.#askFor(`/v1/resolve?${query}`), isResolved);
    const { keys, near = [], draft_texts: draftTexts } = answer;
    return { keys, near, ...(draftTexts !== undefined && { draftTexts }) };
  }

  async diagnostics({ fresh = false }: { readonly fresh?: boolean } = {}): Promise<DiagnosticsResponse> {
    return answerIn(await this.#ask(`/v1/diagnostics${fresh ? '?fresh=1' : ''}`), isDiagnostics);
  }

  async status(): Promise<Status> {
    return answerIn(await this.#ask('/v1/status'), isStatus);
  }

  /** In the name of the client. */
  #askFor(path: string, options: CallOptions = {}) {
    const client = this.#service.client();
    const headers =
      client === undefined ? {} : { [CLIENT_HEADER]: Buffer.from(client).toString('base64url') };
    return this.#ask(path, { ...options, headers });
  }

  async #ask(path: string, { headers, signal, json }: CallOptions = {}) {
    const { url, secret } = this.#service;
    const proof = challengeFor(secret);
    const late = AbortSignal.timeout(ANSWER_MS);
    const reply = await fetchReply({ url }, path, {
      ...(json !== undefined && { json }),
      headers: { 'User-Agent': 'skills-mcp', ...headers, ...proof.headers },
      signal: AbortSignal.any([late, ...(signal === undefined ? [] : [signal])]),
    }).catch((cause: Error) => {
      signal?.throwIfAborted();
      if (!late.aborted) throw new ServiceGoneError(cause.message, { cause });
      const what = `The service at ${url} has not answered within ${ANSWER_MS / 1_000} s`;
      throw new ApiError('internal', `${what}: ask again in a while, or start it again.`, { cause });
    });
    if (!proof.isMet(reply.headers)) throw new ServiceGoneError(`Another program answers at ${url}.`);
    return { ...reply, body: reply.bytes.toString('utf8') };
  }
}

const isLanguage = (lang: string | undefined) =>
  lang === undefined || LANGUAGES.some((known) => known === lang);

/** No part may lead out of the skills. */
function skillPath(key: string, file?: string): string {
  const isOutside = (path: string) => path.split('/').some((part) => /^\.{0,2}$/.test(part));
  if (isOutside(key)) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
  if (file === undefined) return `/v1/skills/${encodePath(key)}`;
  if (isOutside(file)) throw noSection(key, file);
  return `/v1/skills/${encodePath(`${key}/${file}`)}`;
}

const noSection = (key: string, name: string) =>
  new ApiError('section_not_found', `Section '${name}' not found in skill '${key}'`);

function answerIn<T>({ status, body }: ServiceReply, check: SchemaCheck<T>, missing?: ErrorCode): T {
  const value = parse(body);
  if (status !== 200) throw refusal(status, value, missing);
  if (check(value)) return value;
  throw new ServiceGoneError('The running service gives answers of another version.');
}

function textIn({ status, body }: ServiceReply): string {
  if (status === 200) return body;
  throw refusal(status, parse(body), 'section_not_found');
}

function refusal(status: number, value: unknown, missing: ErrorCode = 'route_not_found'): Error {
  const { error } = isJsonObject(value) ? value : {};
  if (typeof error !== 'string') return new ServiceGoneError(`The service answered with status ${status}.`);
  const codes: Readonly<Record<number, ErrorCode>> = {
    400: 'bad_query',
    404: missing,
    503: 'registry_unavailable',
  };
  return new ApiError(codes[status] ?? 'internal', error);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
