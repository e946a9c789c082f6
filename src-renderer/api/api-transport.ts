export type ApiFailure =
  | { readonly kind: 'silent'; readonly message: string }
  /** HTTP error with the service's message. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** Response of another program. */
  | { readonly kind: 'foreign'; readonly message: string }
  | { readonly kind: 'aborted'; readonly message: string };

export type Answer<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Milliseconds from the request to the last byte. */
      readonly tookMs: number;
    }
  | { readonly ok: false; readonly failure: ApiFailure };

/** Transfer times exclude the page's own work. */
export interface Stopwatch {
  /** Milliseconds on a monotonic clock. */
  now(): number;
  /** Milliseconds of the newest transfer from the URL; undefined if unmeasured. */
  transferMs(url: string): number | undefined;
}

/** Cache size for `If-None-Match`. */
const REMEMBERED_ANSWERS = 24;

export interface Transport {
  /** @param read only for status 200 to 299 */
  get(
    path: string,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<unknown>,
  ): Promise<Answer<unknown>>;
  post(path: string, body: unknown, signal: AbortSignal | undefined): Promise<Answer<unknown>>;
}

/** Never rejects. Caches recent GET responses by ETag. */
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
      return { ok: true, value: await readObject(response), tookMs: stopwatch.now() - startedAt };
    } catch (error) {
      return { ok: false, failure: failureOf(error, signal) };
    }
  }

  return { get, post };
}

/** Every JSON answer of a service is an object. Throws a `SyntaxError` otherwise. */
export async function readObject(response: Response): Promise<object> {
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new SyntaxError('The answer is no object.');
}

async function refusal(response: Response): Promise<ApiFailure> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? { kind: 'refused', status: response.status, message: body.error }
    : {
        kind: 'foreign',
        message: `Something answered with status ${response.status}, but not this service.`,
      };
}

function failureOf(error: unknown, signal: AbortSignal | undefined): ApiFailure {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { kind: 'silent', message: 'No answer in time.' };
  if (signal?.aborted) return { kind: 'aborted', message: 'No longer needed.' };
  if (error instanceof SyntaxError) return { kind: 'foreign', message: 'The answer is not of this service.' };
  return { kind: 'silent', message: 'Nothing answers at this address.' };
}

const browserStopwatch: Stopwatch = {
  now: () => performance.now(),
  transferMs(url) {
    const last: Partial<PerformanceResourceTiming> | undefined = performance
      .getEntriesByName(url, 'resource')
      .at(-1);
    // The browser's buffer is small and has no other reader.
    performance.clearResourceTimings();
    return last?.responseEnd && last.requestStart ? last.responseEnd - last.requestStart : undefined;
  },
};
