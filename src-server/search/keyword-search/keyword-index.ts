import type { SearchResult } from '../../contract/api/api.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { SearchDocument } from '../search-document.ts';
import { type KeywordFields, keywordFields, keywordQuery } from './keyword-fields.ts';
import { keywordResults } from './keyword-results.ts';

interface KeywordIndexOptions {
  readonly signal: AbortSignal;
  /** Delays preparation, not searches. Must not reject. */
  readonly after?: Promise<unknown> | undefined;
}

export class KeywordIndex {
  readonly #options: KeywordIndexOptions;
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

  /** All words match; by score, trust score, key. */
  search(text: string, lang?: string): SearchResult[] {
    const query = keywordQuery(text);
    if (query.words.length === 0) return [];
    return keywordResults(this.#records, query, lang);
  }

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
