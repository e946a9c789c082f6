/** Asks a running service over HTTP. */

import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { COMMAND_CLIENT, isJsonObject, type ResolveResponse } from '../contract/api.ts';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { encodePath } from '../contract/outside-text.ts';
import type { RegistryQueries, ServiceQueries } from '../contract/queries.ts';
import { CLIENT_HEADER, NONCE_HEADER, PROOF_HEADER } from '../contract/service.ts';
import { LANGUAGES } from '../contract/skill-format.ts';

export interface ServiceAddress {
  /** The base address without a final slash. */
  readonly url: string;
  /** The token is sent as `Authorization: Bearer`. */
  readonly token?: string | undefined;
  /** The secret of the discovery file. Whoever can’t prove to have it is another program. */
  readonly secret?: string | undefined;
}

interface Asking {
  /** The body of a `POST`; without it, the request is a `GET`. */
  readonly json?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** The service stopped, or another program has its port. */
export class ServiceGoneError extends Error {
  override readonly name = 'ServiceGoneError';
}

export interface ServiceReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export function proofOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

/**
 * Asks a service without any proxy. Rejects with a `ServiceGoneError`, or with an `ApiError` if the answer
 * takes too long.
 */
export async function askService(
  { url, token, secret }: ServiceAddress,
  path: string,
  { json, headers, signal, timeoutMs = LIMITS.serviceAnswerMs }: Asking = {},
): Promise<ServiceReply> {
  // Most commands find no service, and take longer to load this than to read a list.
  const { request } = await import('node:http');
  const nonce = randomBytes(16).toString('base64url');
  const late = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) => {
      if (signal?.aborted) reject(signal.reason);
      else if (late.aborted)
        reject(new ApiError('internal', `The service at ${url} takes too long to answer.`));
      else reject(new ServiceGoneError(`The service at ${url} does not answer (${code ?? message}).`));
    };
    const sent = request(`${url}${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      agent: false,
      signal: AbortSignal.any([late, ...(signal === undefined ? [] : [signal])]),
      headers: {
        'User-Agent': COMMAND_CLIENT,
        ...headers,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(secret !== undefined && { [NONCE_HEADER]: nonce }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
    });
    sent.on('error', fail);
    sent.on('response', async (response) => {
      try {
        if (secret !== undefined && response.headers[PROOF_HEADER] !== proofOf(secret, nonce))
          throw new Error('another program has its port');
        const chunks: Buffer[] = [];
        let bytes = 0;
        for await (const chunk of response) {
          bytes += chunk.length;
          if (bytes > LIMITS.serviceAnswerBytes) throw new Error('its answer is too large');
          chunks.push(chunk);
        }
        const { statusCode: status = 0, headers: received } = response;
        resolve({ status, headers: received, body: Buffer.concat(chunks).toString('utf8') });
      } catch (error) {
        sent.destroy();
        fail(error as Error);
      }
    });
    sent.end(json);
  });
}

/** These requests are made beside the calls of a client, and not in its name. */
const ASKED_BESIDE_CALLS = /^\/v1\/(?:skills|status|diagnostics)(?:\?|$)/;

export interface AskingFor {
  /** The client behind the questions, once known: the service counts it as a caller. */
  readonly clientName?: () => string | undefined;
  /** The signal is aborted once nobody waits for answers any more. */
  readonly ended?: AbortSignal;
}

/**
 * Answers the queries by asking a running service, which proved to be ours. They reject with
 * `ServiceGoneError`, too.
 */
export class HttpQueries implements RegistryQueries {
  readonly #service: ServiceAddress;
  readonly #asking: AskingFor;

  constructor(service: ServiceAddress, asking: AskingFor = {}) {
    this.#service = service;
    this.#asking = asking;
  }

  readonly list: RegistryQueries['list'] = () => this.#ask('/v1/skills');
  readonly status: RegistryQueries['status'] = () => this.#ask('/v1/status');
  readonly diagnostics: RegistryQueries['diagnostics'] = (asked) =>
    this.#ask(`/v1/diagnostics${asked?.fresh ? '?fresh=1' : ''}`);
  readonly match: ServiceQueries['match'] = (body) => this.#ask('/v1/match', { json: JSON.stringify(body) });
  readonly skill: RegistryQueries['skill'] = async (key, asked) =>
    this.#ask(`${skillPath(key)}${asked?.tokens ? '?tokens=1' : ''}`);

  readonly section: RegistryQueries['section'] = async (key, name) => {
    const read = (file: string) => this.#text(skillPath(key, file), {}, 'section_not_found');
    const text = await read(name);
    const markdown = /\.md$/i.test(name) ? undefined : await read(`${name}.md`).catch(() => undefined);
    return { path: markdown === text ? `${name}.md` : name, text };
  };

  readonly search: RegistryQueries['search'] = async ({ q, lang, names = false }) => {
    if (!isLanguage(lang)) return { query: q, results: [] };
    const asked = { q: q.slice(0, LIMITS.queryLength), ...(lang && { lang }), ...(names && { names: '1' }) };
    return this.#ask(`/v1/search?${new URLSearchParams(asked)}`);
  };

  readonly find: RegistryQueries['find'] = async (asked, signal) => {
    if (!isLanguage(asked.lang)) return { query: asked.q, results: [] };
    return this.#ask('/v1/find', { json: JSON.stringify(asked), signal });
  };

  readonly resolve: RegistryQueries['resolve'] = async (asked) => {
    if (asked.trim() === '') return { keys: [], near: [], isSame: false };
    const query = new URLSearchParams({ q: asked.slice(0, LIMITS.queryLength), near: '1' });
    const {
      keys,
      near = [],
      same = false,
      draft_texts,
    } = await this.#ask<ResolveResponse>(`/v1/resolve?${query}`);
    return { keys, near, isSame: same, ...(draft_texts !== undefined && { draftTexts: draft_texts }) };
  };

  async #ask<T>(path: string, asking: Asking = {}): Promise<T> {
    const value = parse(await this.#text(path, asking, 'skill_not_found'));
    if (isJsonObject(value)) return value as T;
    throw new ServiceGoneError(`The service at ${this.#service.url} gave no JSON.`);
  }

  async #text(path: string, asking: Asking, missing: ErrorCode): Promise<string> {
    const client = ASKED_BESIDE_CALLS.test(path) ? undefined : this.#asking.clientName?.();
    const headers = client && { [CLIENT_HEADER]: Buffer.from(client).toString('base64url') };
    const signals = [asking.signal, this.#asking.ended].filter((signal) => signal !== undefined);
    const { status, body } = await askService(this.#service, path, {
      ...asking,
      signal: signals.length === 0 ? undefined : AbortSignal.any(signals),
      ...(headers && { headers }),
    });
    if (status === 200) return body;
    const value = parse(body);
    const error = isJsonObject(value) ? value['error'] : undefined;
    if (typeof error !== 'string')
      throw new ServiceGoneError(`The service at ${this.#service.url} answered with status ${status}.`);
    const codes: Readonly<Record<number, ErrorCode>> = {
      400: 'bad_query',
      404: missing,
      503: 'registry_unavailable',
    };
    throw new ApiError(codes[status] ?? 'internal', error);
  }
}

const isLanguage = (lang: string | undefined) => lang === undefined || LANGUAGES.some((one) => one === lang);

/** Makes the path of a skill or a file. No part may lead out of the skills. */
function skillPath(key: string, file?: string): string {
  const isOutside = (path: string) =>
    path.length > LIMITS.queryLength || path.split('/').some((part) => /^\.{0,2}$/.test(part));
  if (isOutside(key)) throw new ApiError('skill_not_found', `Skill '${key}' not found`);
  if (file === undefined) return `/v1/skills/${encodePath(key)}`;
  if (!isOutside(file)) return `/v1/skills/${encodePath(`${key}/${file}`)}`;
  throw new ApiError('section_not_found', `Section '${file}' not found in skill '${key}'`);
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
