import type { TSchema } from '@sinclair/typebox';
import type { Request, Response } from 'express';
import express from 'express';
import type { ActivityEvent } from '../contract/api.ts';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import { checkOf, type Infer } from '../contract/schema.ts';
import { LANGUAGES } from '../contract/vocabulary.ts';
import type { PreparedBody } from './bodies.ts';

/** Requests of a connection that wait for their turn, before no more are read from it. */
const MOST_WAITING = 100;

/**
 * Computed answers take turns with everything else: one in each turn of the event loop, callers one after the other
 * however many requests each has sent. 200 questions in one packet keep `/health` waiting for one of them, not for all.
 */
export class Turns<Caller extends object> {
  readonly #waiting = new Map<Caller, (() => void)[]>();
  #isTaken = false;

  /** Undefined if nobody computes in this turn of the loop; else resolves when it is the caller's turn. */
  take(caller: Caller): Promise<void> | undefined {
    if (!this.#isTaken) {
      this.#isTaken = true;
      setImmediate(this.#next);
      return undefined;
    }
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller);
      if (own === undefined) this.#waiting.set(caller, [resolve]);
      else own.push(resolve);
    });
  }

  waitingOf(caller: Caller): number {
    return this.#waiting.get(caller)?.length ?? 0;
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#isTaken = false;
      return;
    }
    const [caller, own] = first;
    const release = own.shift();
    // Behind the other callers.
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    release?.();
    setImmediate(this.#next);
  };
}

const turns = new Turns<Request['socket']>();

/** Rejects if the caller has left meanwhile. Undefined: the answer may be computed at once. */
export function takeTurn(request: Pick<Request, 'socket'>): Promise<void> | undefined {
  const { socket } = request;
  const turn = turns.take(socket);
  if (turn === undefined) return undefined;
  const isFull = turns.waitingOf(socket) >= MOST_WAITING;
  if (isFull) socket.pause();
  return turn.then(() => {
    if (socket.destroyed || !socket.writable) throw NOBODY_WAITS;
    if (turns.waitingOf(socket) < MOST_WAITING / 2 && socket.isPaused()) socket.resume();
  });
}

/** Shared: creating an error costs more than headers. */
const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');

/**
 * One address of the service: what it takes, what it answers and how. OpenAPI is made from the same object.
 * Other methods get 405; `HEAD` belongs to `GET`.
 *
 *     defineRoute({ method: 'GET', path: '/v1/search', query: searchQuery, …, handle({ query }) { … } })
 */
export interface Route<Query extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  /** `/v1/skills/:lang/*section` */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'skills' | 'search' | 'service' | 'discovery' | 'page';
  readonly query?: Query;
  readonly body?: TSchema;
  readonly responses: Readonly<Record<number, DescribedResponse>>;
  /** Supports `If-None-Match` and 304. */
  readonly isConditional?: true;
  /** Besides those of every route. */
  readonly errors: readonly ErrorCode[];
  /** Computes nothing: answered before others that wait for their turn. */
  readonly isReady?: true;
  /** Its calls are no entries of the activity list. */
  readonly recordsItself?: true;
  /** The body of the answer, prepared or as an object for JSON. Undefined: already answered. */
  handle(call: Call<Query>): Answer | Promise<Answer>;
}

type Answer = PreparedBody | object | undefined;

export interface DescribedResponse {
  readonly description: string;
  readonly schema?: TSchema;
  /** Default `application/json`. */
  readonly types?: readonly string[];
}

export interface Call<Query extends TSchema = TSchema> {
  readonly request: Request;
  readonly response: Response;
  readonly query: Infer<Query>;
  readonly record: RecordActivity;
}

/** Adds details of a call to the activity list. */
export type RecordActivity = (
  details: Partial<Pick<ActivityEvent, 'target' | 'skillKey' | 'tokens' | 'results'>>,
) => void;

export const QUERY_ERRORS: readonly ErrorCode[] = ['bad_query', 'registry_unavailable', 'internal'];
export const BODY_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'body_too_large',
  'unsupported_media_type',
  'internal',
  'registry_unavailable',
];

export function defineRoute<Query extends TSchema>(route: Route<Query>): Route {
  // The query that `handle` gets is checked by the schema of the same route.
  return route as unknown as Route;
}

export function handlerOf(route: Route): (call: Omit<Call, 'query'>) => Promise<Answer> {
  const check = route.query && checkOf(route.query);
  return async (call) => {
    const { query } = call.request;
    if (check !== undefined && !check(query)) throw badQuery(check.errors);
    return route.handle({ ...call, query });
  };
}

const RULES: Readonly<Record<string, string>> = {
  q: 'q must be given once, not blank, and have at most 1,000 characters',
  limit: 'limit must be a whole number from 1 to 1,000',
  lang: `lang must be one of ${LANGUAGES.join(', ')}`,
  explain: 'explain must be 0 or 1',
  names: 'names must be 0 or 1',
  check: 'check must be 0 or 1',
  fresh: 'fresh must be 0 or 1',
  query: 'query must be given at most once and have at most 1,000 characters',
  version: 'version must be given at most once and have at most 100 characters',
  max_tokens: 'max_tokens must be a whole number from 1 to 9,999,999',
};

function badQuery(errors: ReturnType<typeof checkOf>['errors']): ApiError {
  const wrong = errors.map(({ instancePath, params }) =>
    instancePath === '' ? String(params['missingProperty']) : (instancePath.split('/')[1] ?? ''),
  );
  const rules = [...new Set(wrong)].map((name) => RULES[name] ?? `${name} is not as it should be`);
  return new ApiError('bad_query', `${rules.join('; ')}.`);
}

const parseBody = express.text({ type: () => true, limit: LIMITS.bodyBytes });

/** When it is the caller's turn. Rejects with `ApiError` for other media types, with the parser's error if too large. */
export async function readBody({ request, response }: Pick<Call, 'request' | 'response'>): Promise<string> {
  if (!request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
  const body = await new Promise<string>((resolve, reject) => {
    parseBody(request, response, (error?: unknown) => {
      if (error === undefined) resolve(typeof request.body === 'string' ? request.body : '');
      else reject(error);
    });
  });
  await takeTurn(request);
  return body;
}

/** `{}` if empty. Rejects like `readBody`, and with `bad_request`. */
export async function readJson(call: Pick<Call, 'request' | 'response'>): Promise<unknown> {
  const text = await readBody(call);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ApiError('bad_request', 'The request body is not JSON.');
  }
}

/** Before a body is read: a body that nobody could answer. */
export function assertReadable({ unavailable }: Pick<ServiceQueries, 'unavailable'>): void {
  if (unavailable !== undefined) throw new ApiError('registry_unavailable', unavailable);
}

/** Joins segments of `*name`. */
export function pathParameter(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return Array.isArray(value) ? value.join('/') : String(value ?? '');
}

export function keyParameter(request: Request): string {
  return ['lang', 'author', 'name'].map((name) => pathParameter(request, name)).join('/');
}

/** For a stream, which never ends by itself: a caller who ends its own side after the beginning has left. */
export function endWithCaller({ socket }: Pick<Request, 'socket'>, response: Response): void {
  const end = () => {
    if (response.headersSent && !response.writableEnded) response.destroy();
  };
  socket.once('end', end);
  response.once('close', () => socket.off('end', end));
}

/** For work that nobody waits for any more. */
export function callerGone(response: Response): AbortSignal {
  const gone = new AbortController();
  if (response.closed) gone.abort(NOBODY_WAITS);
  else response.once('close', () => gone.abort(NOBODY_WAITS));
  return gone.signal;
}
