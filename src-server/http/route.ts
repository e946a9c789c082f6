import type { IncomingMessage } from 'node:http';
import type { TSchema } from '@sinclair/typebox';
import type { Request, Response } from 'express';
import type { ActivityEvent } from '../contract/api.ts';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { ServiceQueries } from '../contract/queries.ts';
import { checkOf, type Infer, type SchemaError, surelyFits } from '../contract/schema.ts';
import { LANGUAGES } from '../contract/skill-format.ts';
import type { PreparedBody } from './bodies.ts';

/**
 * Computed answers take turns with everything else: one in each turn of the event loop, callers one after the other
 * however many requests each has sent. 200 questions in one packet keep `/health` waiting for one of them, not for all.
 */
export class Turns<Caller extends object> {
  readonly #waiting = new Map<Caller, (() => void)[]>();
  #isTaken = false;

  /**
   * Takes the turn: undefined if nobody computes in this turn of the loop, else it resolves when it is the caller's
   * turn.
   */
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

/**
 * Waits for the turn of a request. Undefined if its answer may be computed at once; rejects if the caller has left
 * meanwhile.
 */
export function takeTurn(request: Pick<Request, 'socket'>): Promise<void> | undefined {
  const { socket } = request;
  const turn = turns.take(socket);
  if (turn === undefined) return undefined;
  const isFull = turns.waitingOf(socket) >= LIMITS.waitingRequests;
  if (isFull) socket.pause();
  return turn.then(() => {
    if (socket.destroyed || !socket.writable) throw NOBODY_WAITS;
    if (turns.waitingOf(socket) < LIMITS.waitingRequests / 2 && socket.isPaused()) socket.resume();
  });
}

/** The one error for callers who have left: creating one costs more than headers. */
const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');

/**
 * One address of the service with a method: what it takes, what it answers and how. OpenAPI is made of the same
 * object, and the query that `handle` gets was checked by its schema. Other methods are answered with 405; `HEAD`
 * belongs to `GET`.
 *
 *     defineRoute({ method: 'GET', path: '/v1/search', query: searchQuery, …, handle({ query }) { … } })
 */
export interface Route<Query extends TSchema = TSchema> {
  readonly method: 'GET' | 'POST';
  /** The pattern of its path: `/v1/skills/:lang/*section`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'skills' | 'search' | 'service' | 'discovery' | 'page';
  readonly query?: Query;
  readonly body?: TSchema;
  readonly responses: Readonly<Record<number, DescribedResponse>>;
  /** Whether it takes `If-None-Match`, and answers with 304. */
  readonly isConditional?: true;
  /** The errors that it answers with, besides those of every route. */
  readonly errors: readonly ErrorCode[];
  /** Whether it computes nothing, or takes its turn itself before it does: others are answered in their turn. */
  readonly isReady?: true;
  /** Whether its calls are left out of the activity, or reported by itself. */
  readonly recordsItself?: true;
  /**
   * Answers a call: returns the body, prepared or as an object for JSON; undefined if it has answered already. An
   * `ApiError` that it throws is the answer.
   */
  handle(call: Call<Query>): Answer | Promise<Answer>;
}

export type Answer = PreparedBody | object | undefined;

export interface DescribedResponse {
  readonly description: string;
  readonly schema?: TSchema;
  /** Media types of the answer. Default: `application/json`. */
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
  details: Partial<
    Pick<ActivityEvent, 'client' | 'target' | 'skillKey' | 'section' | 'tokens' | 'results' | 'told'>
  >,
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

const NO_QUERY: Request['query'] = Object.freeze({});

export function handlerOf(route: Route): (call: Omit<Call, 'query'>) => Answer | Promise<Answer> {
  const check = route.query && checkOf(route.query);
  const isNoneRight = route.query === undefined || surelyFits(route.query, NO_QUERY);
  return ({ request, response, record }) => {
    // Parsing nothing, and checking it, takes longer than what a prepared answer does otherwise.
    const query = isNoneRight && !request.url.includes('?') ? NO_QUERY : request.query;
    if (query !== NO_QUERY && check !== undefined && !check(query)) throw badQuery(check.errors);
    return route.handle({ request, response, record, query });
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

function badQuery(errors: readonly SchemaError[]): ApiError {
  const wrong = errors.map(({ instancePath, params }) =>
    instancePath === '' ? String(params['missingProperty']) : (instancePath.split('/')[1] ?? ''),
  );
  const rules = [...new Set(wrong)].map((name) => RULES[name] ?? `${name} is not as it should be`);
  return new ApiError('bad_query', `${rules.join('; ')}.`);
}

/**
 * Reads all bytes of a body, and keeps them up to the first piece behind `most`: closing the connection early would lose
 * the refusal for a caller who still writes.
 */
export function bytesOf(request: IncomingMessage, most: number): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (piece: Buffer) => {
      if (length <= most) pieces.push(piece);
      length += piece.length;
    });
    request.once('end', () => resolve(pieces));
    request.once('error', reject);
  });
}

const UTF8 = /^[^;]*(?:;\s*charset="?utf-?8"?\s*)?$/i;

/**
 * Reads a body, by default of at most 1 MiB, and resolves when it is the caller's turn. Rejects with `ApiError` for other
 * media types and encodings, and if it is too large.
 */
export async function readBody(
  { request }: Pick<Call, 'request'>,
  most: number = LIMITS.bodyBytes,
): Promise<string> {
  const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = request.headers;
  if (!request.is('application/json'))
    throw new ApiError('unsupported_media_type', 'The body must be JSON, sent as application/json.');
  if (coding !== 'identity' || !UTF8.test(type))
    throw new ApiError('unsupported_media_type', 'The body must be UTF-8 and not compressed.');
  const isTooLong = Number(request.headers['content-length']) > most;
  const body = isTooLong ? undefined : Buffer.concat(await bytesOf(request, most));
  if (body === undefined || body.length > most)
    throw new ApiError('body_too_large', `The request body is larger than ${most / 1024 / 1024} MiB.`);
  await takeTurn(request);
  return body.toString();
}

/** Reads a body of JSON; `{}` if it is empty. Rejects like `readBody`, and with `bad_request`. */
export async function readJson(
  call: Pick<Call, 'request'>,
  most: number = LIMITS.bodyBytes,
): Promise<unknown> {
  const text = await readBody(call, most);
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new ApiError('bad_request', 'The request body is not JSON.');
  }
}

/** Refuses a request that nobody could answer, before its body is read. */
export function assertReadable({ unavailable }: Pick<ServiceQueries, 'unavailable'>): void {
  if (unavailable !== undefined) throw new ApiError('registry_unavailable', unavailable);
}

/** Returns a parameter of the path; the segments of `*name` are joined. */
export function pathParameter(request: Request, name: string): string {
  const value: unknown = request.params[name];
  return Array.isArray(value) ? value.join('/') : String(value ?? '');
}

export function keyParameter(request: Request): string {
  return ['lang', 'author', 'name'].map((name) => pathParameter(request, name)).join('/');
}

/** Ends a stream, which never ends by itself, when its caller has left: it ends its own side after the beginning. */
export function endWithCaller({ socket }: Pick<Request, 'socket'>, response: Response): void {
  const end = () => {
    if (response.headersSent && !response.writableEnded) response.destroy();
  };
  socket.once('end', end);
  response.once('close', () => socket.off('end', end));
}

/** Makes a signal for work that nobody waits for once the caller has left. */
export function callerGone(response: Response): AbortSignal {
  const gone = new AbortController();
  const abort = () => {
    // Aborting costs more than a small answer; after the end of an answer nobody listens.
    if (!response.writableEnded) gone.abort(NOBODY_WAITS);
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return gone.signal;
}
