import { trustedWorker } from '../../../components/trusted-worker.ts';
import type { HastNode } from './hast.ts';
import workerUrl from './parse-page.worker.ts?worker&url';

export interface ParseRequest {
  readonly text: string;
  /** Headings below the title are numbered entries. */
  readonly hasEntries: boolean;
}

/** `ready` once, when the worker is loaded. `undefined` if too large to draw. */
export type ParseAnswer = 'ready' | { readonly page: HastNode | undefined };

/** `undrawable`: too complex, shown raw. */
export type ParsedPage = HastNode | 'undrawable';

/** Milliseconds per text. 250,000 characters of prose and code take 400. */
const DEADLINE_MS = 4_000;
/** Milliseconds until a worker is loaded, on a busy machine. */
const LONGEST_START_MS = 60_000;
/** For returning from another file. */
const CACHED_PAGES = 8;

const startWorker = trustedWorker('parse-page', workerUrl);

const keyOf = ({ text, hasEntries }: ParseRequest) => `${hasEntries}:${text}`;

export interface PageParser {
  cached(request: ParseRequest): ParsedPage | undefined;
  /**
   * A hostile text can't freeze the window. `undrawable` on timeout, error or excessive size; `undefined` if
   * aborted while waiting.
   */
  parse(request: ParseRequest, signal: AbortSignal): Promise<ParsedPage | undefined>;
}

export function createPageParser(): PageParser {
  /** Least recently used first. */
  const cache = new Map<string, ParsedPage>();
  let worker: Worker | undefined;
  /** Sequential: a worker can't be interrupted, only terminated. */
  let queue: Promise<unknown> = Promise.resolve();

  function remember(key: string, page: ParsedPage): ParsedPage {
    cache.delete(key);
    cache.set(key, page);
    const [leastUsed] = cache.keys();
    if (cache.size > CACHED_PAGES && leastUsed !== undefined) cache.delete(leastUsed);
    return page;
  }

  async function askWorker(request: ParseRequest): Promise<ParsedPage> {
    const isLoaded = worker !== undefined;
    worker ??= startWorker();
    const asked = worker;
    return new Promise((resolve) => {
      const finish = (page: ParsedPage, isWorkerUsable: boolean) => {
        clearTimeout(timer);
        asked.onmessage = null;
        asked.onerror = null;
        if (!isWorkerUsable) {
          asked.terminate();
          worker = undefined;
        }
        resolve(page);
      };
      const giveUp = () => finish('undrawable', false);
      let timer = setTimeout(giveUp, isLoaded ? DEADLINE_MS : LONGEST_START_MS);
      asked.onmessage = ({ data }: MessageEvent<ParseAnswer>) => {
        if (data !== 'ready') return finish(data.page ?? 'undrawable', true);
        clearTimeout(timer);
        timer = setTimeout(giveUp, DEADLINE_MS);
      };
      asked.onerror = (event) => {
        event.preventDefault();
        finish('undrawable', false);
      };
      asked.postMessage(request);
    });
  }

  const cached = (request: ParseRequest) => cache.get(keyOf(request));
  return {
    cached,
    parse(request, signal) {
      const parsed = queue.then(async () => {
        const known = cached(request);
        if (known === undefined && signal.aborted) return undefined;
        const page = known ?? (await askWorker(request).catch((): ParsedPage => 'undrawable'));
        return remember(keyOf(request), page);
      });
      queue = parsed;
      return parsed;
    },
  };
}
