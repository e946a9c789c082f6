import { once } from 'node:events';
import type { FindResult, SearchResult, SkillKey } from '../contract/api/api.ts';
import type { Logger } from '../contract/service/logger.ts';
import type { Explained } from './explain-results.ts';
import type { TermBatch } from './index/skill-terms.ts';
import type { ReadTexts, SearchDocument } from './search-document.ts';
import { type FindOptions, type KeywordSearchOptions, SearchEngine } from './search-engine.ts';

interface LiveSearchOptions {
  readonly logger: Logger;
  readonly readTexts: ReadTexts;
  /** Splits the texts of skills on another thread. May leave out changed skills. */
  readonly loadTerms: (keys: readonly SkillKey[]) => Promise<readonly TermBatch[]>;
  /** Awaited before the first request of terms. Must not reject. */
  readonly after?: Promise<unknown> | undefined;
  readonly retryMs?: number;
}

const BATCH = 50;
const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;

/** Search over a registry whose skills change. Requests the terms of changed skills. */
export class LiveSearch {
  readonly #options: LiveSearchOptions;
  readonly #engine: SearchEngine;
  readonly #closing = new AbortController();
  /** Changed since their terms were requested. */
  readonly #pending = new Map<SkillKey, SearchDocument>();
  /** A file differed from its listing. Requested again with the next change. */
  readonly #unsettled = new Map<SkillKey, SearchDocument>();
  readonly #after: Promise<unknown>;
  #building: Promise<void> | undefined;
  /** In quick succession. */
  #failures = 0;
  #isReady = false;
  /** Of the last build. */
  #tookMs: number | undefined;
  #error: string | undefined;

  constructor(options: LiveSearchOptions) {
    this.#options = options;
    this.#engine = new SearchEngine(options.readTexts);
    this.#after = Promise.race([options.after, once(this.#closing.signal, 'abort')]);
  }

  /** Keyword search changes at once, find with the terms. */
  update({
    changed,
    removed,
  }: {
    readonly changed: readonly SearchDocument[];
    readonly removed: readonly SkillKey[];
  }): void {
    this.#engine.apply({ changed, removed, terms: [] });
    for (const key of [...removed, ...changed.map((document) => document.key)]) {
      this.#pending.delete(key);
      this.#unsettled.delete(key);
    }
    for (const document of [...this.#unsettled.values(), ...changed])
      this.#pending.set(document.key, document);
    this.#unsettled.clear();
    this.#start();
  }

  search(query: string, options?: KeywordSearchOptions): readonly SearchResult[] {
    return this.#engine.search(query, options);
  }

  resolve(asked: string): readonly SkillKey[] {
    return this.#engine.resolve(asked);
  }

  related(asked: string): readonly SkillKey[] {
    return this.#engine.related(asked);
  }

  warningFor(key: SkillKey): Promise<string | undefined> {
    return this.#engine.warningFor(key);
  }

  /** Only the first find waits. Later, find knows changed skills by their earlier texts until terms arrive. */
  async find(query: string, options: FindOptions): Promise<readonly FindResult[]> {
    if (!this.#isReady) await this.#building;
    return this.#engine.find(query, options);
  }

  /** Adds terms and strength, and a section to the first 20 results. */
  async explain(query: string, options: FindOptions): Promise<Explained> {
    if (!this.#isReady) await this.#building;
    return this.#engine.explain(query, options);
  }

  /** Resolves when the terms of all changed skills have arrived. */
  get ready(): Promise<void> {
    return this.#building ?? Promise.resolve();
  }

  /** Of the last build; undefined while one runs. */
  get findMs(): number | undefined {
    return this.#building === undefined ? this.#tookMs : undefined;
  }

  /** Until a retry succeeds. */
  get indexError(): string | undefined {
    return this.#error;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The search is closed.'));
    await this.#building?.catch(() => undefined);
  }

  #start(): void {
    this.#building ??= this.#build()
      .catch((error: unknown) => {
        this.#retryLater(error);
        throw error;
      })
      .finally(() => {
        this.#building = undefined;
      });
    // Without a waiting caller a rejection is no error.
    this.#building.catch(() => undefined);
  }

  async #build(): Promise<void> {
    await this.#after;
    const startedAt = performance.now();
    while (this.#pending.size > 0) {
      this.#closing.signal.throwIfAborted();
      const documents = new Map([...this.#pending].slice(0, BATCH));
      for (const key of documents.keys()) this.#pending.delete(key);
      try {
        this.#take(documents, await this.#options.loadTerms([...documents.keys()]));
      } catch (error) {
        for (const [key, document] of documents)
          if (this.#isCurrent(document) && !this.#pending.has(key)) this.#pending.set(key, document);
        throw error;
      }
    }
    this.#isReady = true;
    this.#failures = 0;
    this.#error = undefined;
    this.#tookMs = performance.now() - startedAt;
  }

  #retryLater(error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const { logger, retryMs = RETRY_MS } = this.#options;
    const waitMs = Math.min(retryMs * 2 ** this.#failures, LONGEST_RETRY_MS);
    this.#failures += 1;
    this.#error = String(error);
    logger.warn('The find index could not be built; finds are answered from what was there before.', {
      error: this.#error,
      retryMs: waitMs,
    });
    setTimeout(() => this.#closing.signal.aborted || this.#start(), waitMs).unref();
  }

  #take(documents: ReadonlyMap<SkillKey, SearchDocument>, terms: readonly TermBatch[]): void {
    // Of a skill that changed again, the next batch has the terms.
    const current = terms.map((batch) => ({
      ...batch,
      skills: batch.skills.filter(({ key }) => this.#isCurrent(documents.get(key))),
    }));
    this.#engine.apply({ changed: [], removed: [], terms: current });
    for (const { key, settled } of current.flatMap(({ skills }) => skills)) {
      const document = documents.get(key);
      if (!settled && document !== undefined) this.#unsettled.set(key, document);
    }
  }

  #isCurrent(document: SearchDocument | undefined): boolean {
    return document !== undefined && this.#engine.documentOf(document.key) === document;
  }
}
