/** How the service is asked: what comes back, whatever it is, is an answer or the reason why there is none. */
import type { ErrorBody } from '../../src-server/contract/api/api.ts';
import isError from '../../src-server/contract/schemas/error.schema.json?validate';

/** Why there is no answer to show. */
export type ApiFailure =
  /** Nobody answers. */
  | { readonly kind: 'silent'; readonly message: string }
  /** The service says no; `message` is its sentence. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** Something answered, but not this service. */
  | { readonly kind: 'foreign'; readonly message: string }
  /** We stopped waiting ourselves. */
  | { readonly kind: 'aborted'; readonly message: string };

/** What the service answered, or why there is nothing. */
export type Answer<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Milliseconds from asking to the last byte. */
      readonly tookMs: number;
    }
  | { readonly ok: false; readonly failure: ApiFailure };

/** How long an answer took is measured outside, where the page's own work isn't counted. */
export interface Stopwatch {
  /** Milliseconds on a steady clock. */
  now(): number;
  /** Milliseconds that the transfer of the last answer from this URL took; undefined where it isn't measured. */
  transferMs(url: string): number | undefined;
}

/** How many answers are kept for `If-None-Match`. */
const REMEMBERED_ANSWERS = 24;

/** Asks by GET and POST. Nothing that it returns rejects. */
export interface Transport {
  /** @param read what to make of an answer with a status of 200 to 299 */
  get(
    path: string,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<unknown>,
  ): Promise<Answer<unknown>>;
  /** Sends JSON, and reads JSON. */
  post(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Answer<unknown>>;
}

/** The transport that remembers the last answers to GET, which are not sent again where they are as they were. */
export function createTransport(ask: typeof fetch, stopwatch: Stopwatch = browserStopwatch): Transport {
  const remembered = new Map<string, { etag: string; body: unknown }>();

  async function get(
    path: string,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<unknown>,
  ): Promise<Answer<unknown>> {
    const known = remembered.get(path);
    const startedAt = stopwatch.now();
    try {
      const response = await ask(path, {
        headers: known === undefined ? {} : { 'If-None-Match': known.etag },
        ...(signal === undefined ? {} : { signal }),
      });
      if (response.status === 304 && known !== undefined)
        return { ok: true, value: known.body, tookMs: stopwatch.now() - startedAt };
      if (!response.ok) return { ok: false, failure: await refusal(response) };
      const body = await read(response);
      const tookMs = stopwatch.now() - startedAt;
      remember(path, response.headers.get('etag'), body);
      return { ok: true, value: body, tookMs: stopwatch.transferMs(response.url) ?? tookMs };
    } catch (error) {
      return { ok: false, failure: failureOf(error, signal) };
    }
  }

  function remember(path: string, etag: string | null, body: unknown): void {
    remembered.delete(path);
    if (etag === null) return;
    remembered.set(path, { etag, body });
    const oldest = remembered.keys().next().value;
    if (remembered.size > REMEMBERED_ANSWERS && oldest !== undefined) remembered.delete(oldest);
  }

  async function post(
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<Answer<unknown>> {
    const startedAt = stopwatch.now();
    try {
      const response = await ask(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      });
      if (!response.ok) return { ok: false, failure: await refusal(response) };
      return { ok: true, value: await response.json(), tookMs: stopwatch.now() - startedAt };
    } catch (error) {
      return { ok: false, failure: failureOf(error, signal) };
    }
  }

  return { get, post };
}

async function refusal(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined);
  return isError(body)
    ? { kind: 'refused', status: response.status, message: (body as ErrorBody).error }
    : {
        kind: 'foreign',
        message: `Something answered with status ${response.status}, but not this service.`,
      };
}

function failureOf(error: unknown, signal: AbortSignal | undefined): ApiFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { kind: 'silent', message: 'No answer within the time we wait.' };
  if (signal?.aborted) return { kind: 'aborted', message: 'No longer needed.' };
  if (error instanceof SyntaxError) return { kind: 'foreign', message: 'The answer is not JSON.' };
  return { kind: 'silent', message: 'Nothing answers at this address.' };
}

const browserStopwatch: Stopwatch = {
  now: () => performance.now(),
  transferMs(url) {
    const last: Partial<PerformanceResourceTiming> | undefined = performance
      .getEntriesByName(url, 'resource')
      .at(-1);
    // The buffer is short, and nobody else reads it.
    performance.clearResourceTimings();
    return last?.responseEnd && last.requestStart ? last.responseEnd - last.requestStart : undefined;
  },
};
