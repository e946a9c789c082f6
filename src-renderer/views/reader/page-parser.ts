import { useEffect, useState } from 'react';
import { trustedWorker } from '../../data/host.ts';
import type { HastNode } from './page-tree.ts';
import workerUrl from './parse-page.worker.ts?worker&url';

export interface ParseRequest {
  readonly text: string;
  /** Whether headings below the title are numbered entries. */
  readonly hasEntries: boolean;
}

/** The worker says `ready` once, when it is loaded. `page` is undefined if the text is too large to draw. */
export type ParseAnswer = 'ready' | { readonly page: HastNode | undefined };

/** A parsed text; `undrawable` if it is too complex, so that it is shown raw. */
type ParsedPage = HastNode | 'undrawable';

/** Milliseconds that a text may take. 250,000 characters of prose and code take 400. */
const DEADLINE_MS = 4_000;
/** Milliseconds that a worker may take to load, on a busy machine. */
const LONGEST_START_MS = 60_000;
/** The pages that are kept, for coming back from another file. */
const CACHED_PAGES = 8;

const startWorker = trustedWorker('parse-page', workerUrl);

const keyOf = ({ text, hasEntries }: ParseRequest) => `${hasEntries}:${text}`;

/**
 * Parses Markdown in a worker: a hostile text can't freeze the window. One text at a time, since a worker can
 * only be terminated, not interrupted.
 */
export class PageParser {
  /** The parsed pages, the least recently used first. */
  readonly #cache = new Map<string, ParsedPage>();
  #worker: Worker | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  cached(request: ParseRequest): ParsedPage | undefined {
    return this.#cache.get(keyOf(request));
  }

  /**
   * Parses a text. Returns `undrawable` after a timeout, an error or an excessive size, and undefined if it was
   * aborted while it waited.
   */
  parse(request: ParseRequest, signal: AbortSignal): Promise<ParsedPage | undefined> {
    const parsed = this.#queue.then(async () => {
      const known = this.cached(request);
      if (known === undefined && signal.aborted) return undefined;
      const page = known ?? (await this.#ask(request).catch((): ParsedPage => 'undrawable'));
      return this.#remember(keyOf(request), page);
    });
    this.#queue = parsed;
    return parsed;
  }

  #remember(key: string, page: ParsedPage): ParsedPage {
    this.#cache.delete(key);
    this.#cache.set(key, page);
    const [leastUsed] = this.#cache.keys();
    if (this.#cache.size > CACHED_PAGES && leastUsed !== undefined) this.#cache.delete(leastUsed);
    return page;
  }

  async #ask(request: ParseRequest): Promise<ParsedPage> {
    const isLoaded = this.#worker !== undefined;
    this.#worker ??= startWorker();
    const asked = this.#worker;
    return new Promise((resolve) => {
      const finish = (page: ParsedPage, isWorkerUsable: boolean) => {
        clearTimeout(timer);
        asked.onmessage = null;
        asked.onerror = null;
        if (!isWorkerUsable) {
          asked.terminate();
          this.#worker = undefined;
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
}

const parser = new PageParser();

/**
 * Returns the parsed text; undefined until it is parsed. While a changed text of the same file is parsed, its former
 * page stays.
 *
 * @param text undefined if it is not to be parsed
 */
export function useParsedPage(
  file: string,
  text: string | undefined,
  hasEntries: boolean,
): ParsedPage | undefined {
  const [last, setLast] = useState<ParseRequest & { readonly file: string; readonly page: ParsedPage }>();
  useEffect(() => {
    if (text === undefined) return;
    const request = { text, hasEntries };
    const left = new AbortController();
    void parser.parse(request, left.signal).then((page) => {
      if (page !== undefined && !left.signal.aborted) setLast({ ...request, file, page });
    });
    return () => left.abort();
  }, [file, text, hasEntries]);
  if (text === undefined) return undefined;
  if (last?.file === file && last.text === text) return last.page;
  return parser.cached({ text, hasEntries }) ?? (last?.file === file ? last.page : undefined);
}
