/**
 * What a person types into a box, matched against name, tags and summary: most documents stand in a table, which is
 * looked up, and those that changed since it was made are looked at one by one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInSlices } from '../../run-in-slices.ts';
import type { SearchDocument } from '../search-document.ts';
import { buildKeywordTable } from './build-keyword-table.ts';
import { compareEquals } from './compare-equals.ts';
import { type KeywordQuery, keywordQuery } from './keyword-fields.ts';
import { type FreshMatch, KeywordMatches } from './keyword-matches.ts';
import { KeywordRecord } from './keyword-record.ts';
import type { KeywordTable, TableMatches } from './keyword-table.ts';

/** So many changes are looked at one by one before a table is made: a few microseconds' work. */
const FEWEST = 256;
/** Or this share of a large table: to make one costs what its documents are. */
const SHARE = 1 / 16;
/** Documents between two turns for others. */
const STEP = 1_024;

const NOTHING: TableMatches = { numbers: new Uint32Array(0), points: new Float64Array(0) };

export interface KeywordIndexOptions {
  /** Aborts the making of tables. */
  readonly signal: AbortSignal;
  /** Changes that a table is made for; default 256. */
  readonly fewest?: number;
  /** What goes before the first table; it must not reject. Answers don't wait for it. Default: nothing. */
  readonly after?: Promise<unknown> | undefined;
}

export class KeywordIndex {
  readonly #signal: AbortSignal;
  readonly #fewest: number;
  readonly #mayBegin: Promise<unknown>;
  #table: KeywordTable | undefined;
  /** By key: its number in the table. */
  #places: ReadonlyMap<string, number> = new Map();
  /** By key: what isn't in the table. */
  #fresh = new Map<string, KeywordRecord>();
  /** Keys that changed or went while a table is being made. */
  #changed: Set<string> | undefined;
  #settled: Promise<void> = Promise.resolve();

  constructor({ signal, fewest = FEWEST, after }: KeywordIndexOptions) {
    this.#signal = signal;
    this.#fewest = fewest;
    this.#mayBegin = Promise.resolve(after);
  }

  /** Resolves when no table is being made. Answers don't wait for that. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Documents that each query looks at. */
  get freshCount(): number {
    return this.#fresh.size;
  }

  /** Bytes of the table. */
  get tableBytes(): number {
    return this.#table?.bytes ?? 0;
  }

  /** Takes a change up, for the very next search. Costs what changed. */
  update(changed: readonly SearchDocument[], removed: readonly string[]): void {
    for (const key of removed) this.#forget(key);
    for (const document of changed) {
      this.#forget(document.key);
      this.#fresh.set(document.key, new KeywordRecord(document));
    }
    // One that is under way looks again at its end.
    if (this.#changed === undefined) this.#settled = this.#tidy().catch(() => undefined);
  }

  /** Of one language, where `lang` is given. */
  search(text: string, lang?: string): KeywordMatches {
    const query = keywordQuery(text);
    if (query.words.length === 0) return new KeywordMatches(undefined, NOTHING, []);
    const found = this.#table?.match(query, lang) ?? NOTHING;
    return new KeywordMatches(this.#table, found, this.#matchFresh(query, lang));
  }

  #matchFresh(query: KeywordQuery, lang: string | undefined): FreshMatch[] {
    const matches: FreshMatch[] = [];
    for (const record of this.#fresh.values()) {
      const { document } = record;
      const points = lang === undefined || document.language === lang ? record.points(query) : 0;
      if (points > 0) matches.push({ document, points });
    }
    return matches.sort((a, b) => compareEquals(a.document, b.document));
  }

  #forget(key: string): void {
    const number = this.#places.get(key);
    if (number !== undefined) this.#table?.remove(number);
    this.#fresh.delete(key);
    this.#changed?.add(key);
  }

  /** Prepares what is fresh, and makes a table where that is much; again, where something changed meanwhile. */
  async #tidy(): Promise<void> {
    const changed = new Set<string>();
    this.#changed = changed;
    try {
      await this.#mayBegin;
      // What changes in one turn is one change.
      await nextTurn();
      do {
        changed.clear();
        await runInSlices(prepare(this.#fresh.values()), this.#signal);
        if (this.#isTableDue()) await this.#makeTable(changed);
      } while (changed.size > 0);
    } finally {
      this.#changed = undefined;
    }
  }

  #isTableDue(): boolean {
    const all = this.#table?.documents.length ?? 0;
    const alive = this.#table?.alive ?? 0;
    return Math.max(this.#fresh.size, all - alive) > Math.max(this.#fewest, alive * SHARE);
  }

  /** @param changed is told what changes from here on */
  async #makeTable(changed: Set<string>): Promise<void> {
    changed.clear();
    const present = (this.#table?.documents ?? []).filter((document) => document !== undefined);
    for (const { document } of this.#fresh.values()) present.push(document);
    const table = await runInSlices(buildKeywordTable(present), this.#signal);
    const places = await runInSlices(placesOf(table), this.#signal);
    const fresh = new Map<string, KeywordRecord>();
    for (const key of changed) {
      const number = places.get(key);
      if (number !== undefined) table.remove(number);
      const record = this.#fresh.get(key);
      if (record !== undefined) fresh.set(key, record);
    }
    this.#table = table;
    this.#places = places;
    this.#fresh = fresh;
  }
}

/** A search makes what it lacks; it need not be the first one's to make it all. */
function* prepare(records: Iterable<KeywordRecord>): Generator<void, void> {
  for (const record of records) if (record.prepare()) yield;
}

function* placesOf({ documents }: KeywordTable): Generator<void, ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (const [number, document] of documents.entries()) {
    if (document !== undefined) places.set(document.key, number);
    if (number % STEP === STEP - 1) yield;
  }
  return places;
}
