import type { HastNode } from './hast.ts';
import workerUrl from './parse-page.worker.ts?worker&url';

/** A text to parse, as the worker gets it. */
export interface ParseRequest {
  readonly text: string;
  /** Whether headings below the title are numbered entries. */
  readonly hasEntries: boolean;
}

/** The page, or undefined if it is too large to draw. */
export interface ParseAnswer {
  readonly page: HastNode | undefined;
}

/** A page to draw; `undrawable` if the text is too complex: then it is shown as it is. */
export type ParsedPage = HastNode | 'undrawable';

/** Milliseconds per text. 250,000 characters of prose and code take 400. */
const DEADLINE_MS = 4000;
/** Texts that stay parsed, for the way back from another file. */
const CACHED_PAGES = 8;

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The page's policy demands a trusted address where the browser knows trusted types; this address is the only one. */
const workerScript =
  trustedTypes?.createPolicy('parse-page', { createScriptURL: () => workerUrl }).createScriptURL('') ??
  workerUrl;

const cache = new Map<string, ParsedPage>();
let worker: Worker | undefined;
/** One text at a time: a worker can't be asked to stop, only be ended. */
let queue: Promise<unknown> = Promise.resolve();

const keyOf = ({ text, hasEntries }: ParseRequest) => `${hasEntries}:${text}`;

/** The page of a text that was parsed lately. */
export function cachedPage(request: ParseRequest): ParsedPage | undefined {
  return cache.get(keyOf(request));
}

/**
 * Parses a text in a worker, so that a hostile text can't freeze the window. A text that takes longer than the deadline,
 * fails, or gives too large a page is `undrawable`. Once `signal` is aborted a waiting text is not parsed: undefined.
 */
export function parseInWorker(request: ParseRequest, signal: AbortSignal): Promise<ParsedPage | undefined> {
  const parsed = queue.then(async () => {
    const known = cachedPage(request);
    if (known !== undefined || signal.aborted) return known;
    const page = await askWorker(request).catch((): ParsedPage => 'undrawable');
    remember(keyOf(request), page);
    return page;
  });
  queue = parsed;
  return parsed;
}

async function askWorker(request: ParseRequest): Promise<ParsedPage> {
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
    const timer = setTimeout(() => finish('undrawable', false), DEADLINE_MS);
    asked.onmessage = ({ data }: MessageEvent<ParseAnswer>) => finish(data.page ?? 'undrawable', true);
    asked.onerror = (event) => {
      event.preventDefault();
      finish('undrawable', false);
    };
    asked.postMessage(request);
  });
}

function remember(key: string, page: ParsedPage): void {
  cache.set(key, page);
  for (const oldest of cache.keys()) {
    if (cache.size <= CACHED_PAGES) break;
    cache.delete(oldest);
  }
}

function startWorker(): Worker {
  return new Worker(workerScript as string, { type: 'module' });
}
