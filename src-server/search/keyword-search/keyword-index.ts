import type { SearchResult } from '../../contract/api/api.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import type { SearchDocument } from '../search-document.ts';
import { type KeywordFields, keywordFields, keywordQuery } from './keyword-fields.ts';
import { keywordResults } from './keyword-results.ts';

export class KeywordIndex {
  readonly #byKey = new Map<string, KeywordRecord>();
  /** In the order of equal scores; undefined after a change. */
  #sorted: readonly KeywordRecord[] | undefined;

  update(changed: readonly SearchDocument[], removed: readonly string[]): void {
    for (const key of removed) this.#byKey.delete(key);
    for (const document of changed) this.#byKey.set(document.key, new KeywordRecord(document));
    this.#sorted = undefined;
  }

  /** Makes the first search faster. */
  prepare(key: string): void {
    this.#byKey.get(key)?.fields;
  }

  /** All words match; by score, trust score, key. */
  search(text: string, lang?: string): SearchResult[] {
    const query = keywordQuery(text);
    if (query.words.length === 0) return [];
    this.#sorted ??= [...this.#byKey.values()].sort(compareRecords);
    return keywordResults(this.#sorted, query, lang);
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

function compareRecords({ document: a }: KeywordRecord, { document: b }: KeywordRecord): number {
  return b.trustScore - a.trustScore || compareText(a.key, b.key);
}
