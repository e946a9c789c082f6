import type { SearchResult } from '../../contract/api/api.ts';
import { compareText } from '../../contract/diagnostics/diagnostic.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { SearchDocument } from '../search-document.ts';
import { type KeywordFields, keywordFields, keywordQuery } from './keyword-fields.ts';
import { keywordPoints } from './keyword-points.ts';

/** Best score; all are integers from 1. */
export const BEST_SCORE = 100;

interface KeywordIndexOptions {
  readonly signal: AbortSignal;
  /** Preparation waits, searches don't. Must not reject. */
  readonly after?: Promise<unknown> | undefined;
}

/** Scans the prepared fields of all skills. */
export class KeywordIndex {
  readonly #options: KeywordIndexOptions;
  /** By trust score, then key. */
  #records: readonly KeywordRecord[] = [];

  constructor(options: KeywordIndexOptions) {
    this.#options = options;
  }

  update(changed: readonly SearchDocument[], removed: readonly string[]): void {
    const records = changed.map((document) => new KeywordRecord(document));
    const gone = new Set([...removed, ...changed.map(({ key }) => key)]);
    const kept = this.#records.filter(({ document }) => !gone.has(document.key));
    this.#records = [...kept, ...records].sort(compareRecords);
    this.#prepare(records).catch(() => undefined);
  }

  /** Skills with all words, by score, trust score and key. */
  search(text: string, lang?: string): SearchResult[] {
    const query = keywordQuery(text);
    if (query.words.length === 0) return [];
    const matches: { document: SearchDocument; points: number }[] = [];
    let best = 0;
    for (const { document, fields } of this.#records) {
      if (lang !== undefined && document.language !== lang) continue;
      const points = keywordPoints(fields, query);
      if (points === 0) continue;
      matches.push({ document, points });
      best = Math.max(best, points);
    }
    const results = matches.map(({ document: { key, name, language }, points }) => {
      return { key, name, language, _score: Math.max(1, Math.round((BEST_SCORE * points) / best)) };
    });
    return results.sort((a, b) => b._score - a._score);
  }

  /** Speeds up the first search. */
  async #prepare(records: readonly KeywordRecord[]): Promise<void> {
    const { after, signal } = this.#options;
    await after;
    await runInSlices(prepareAll(records), signal);
  }
}

class KeywordRecord {
  readonly document: SearchDocument;
  #fields: KeywordFields | undefined;

  constructor(document: SearchDocument) {
    this.document = document;
  }

  get fields(): KeywordFields {
    this.#fields ??= keywordFields(this.document);
    return this.#fields;
  }
}

function* prepareAll(records: readonly KeywordRecord[]): Generator<void, void> {
  for (const record of records) {
    record.fields;
    yield;
  }
}

function compareRecords({ document: a }: KeywordRecord, { document: b }: KeywordRecord): number {
  return b.trustScore - a.trustScore || compareText(a.key, b.key);
}
