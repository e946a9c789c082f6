import type { SearchResult } from '../contract/api.ts';
import { compareText } from '../contract/words.ts';
import { plainSummary, type SearchDocument } from './search-document.ts';
import {
  ASCII,
  canonicalName,
  foldText,
  runsOf,
  type ToWord,
  wordsOf,
  writtenWords,
} from './word-analysis.ts';

const BORDER = '\n';

interface KeywordFields {
  /** The words of name, tags and summary, between borders. */
  readonly text: string;
  readonly nameEnd: number;
  readonly tagsEnd: number;
  /** Name without separators: `flathashmap` for `flat_hash_map`. */
  readonly wholeName: string;
  /** The tags, without their separators. */
  readonly wholeTags: readonly string[];
}

function keywordFields({
  name,
  tags,
  summary,
}: Pick<SearchDocument, 'name' | 'tags' | 'summary'>): KeywordFields {
  const nameText = BORDER + borderedWords([name]);
  const throughTags = nameText + borderedWords(tags);
  return {
    text: throughTags + borderedWords([plainSummary(summary)]),
    nameEnd: nameText.length,
    tagsEnd: throughTags.length,
    wholeName: joined(name),
    wholeTags: tags.map(joined),
  };
}

interface KeywordQuery {
  readonly words: readonly string[];
  readonly whole: string;
}

function keywordQuery(query: string): KeywordQuery {
  const words = runsOf(query).flatMap(writtenWords);
  const telling = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { words: [...new Set(telling.map(canonicalName))], whole: joined(query) };
}

/** Stemming is slow and needless. */
const asWritten: ToWord = (surface) => ({ surface, term: surface });

function borderedWords(texts: readonly string[]): string {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      // `wordsOf` makes a word of each character of `中文分词`, and a query may ask for `分词`.
      if (!ASCII.test(run)) for (const word of writtenWords(run)) words.add(canonicalName(word) + BORDER);
      for (const { surface } of wordsOf(run, asWritten)) {
        for (const part of surface.split('_')) if (part !== '') words.add(canonicalName(part) + BORDER);
      }
    }
  }
  return [...words].join('');
}

function joined(text: string): string {
  return runsOf(text)
    .map((run) => canonicalName(foldText(run)).replaceAll('_', ''))
    .join('');
}

/** All scores are integers from 1. */
export const BEST_SCORE = 100;

/** Returns the documents that have all words, by score, then in the given order. */
function keywordResults(
  documents: readonly KeywordRecord[],
  query: KeywordQuery,
  lang?: string,
): SearchResult[] {
  const matches: { document: SearchDocument; points: number }[] = [];
  let best = 0;
  for (const { document, fields } of documents) {
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

const POINTS = {
  name: { whole: 100, prefix: 70, inside: 45 },
  tags: { whole: 80, prefix: 50, inside: 25 },
  summary: { whole: 40, prefix: 20, inside: 8 },
} as const;
/** Bonus for a query equal to the name or a tag. */
const EXACT_NAME = 60;
const EXACT_TAG = 15;
/** Bonus for a word's matched share: `cat` is closer to `catch` than to `concatenate`. */
const CLOSENESS = 10;
/** Query words with fewer characters match only beginnings of words: almost every word has an `a` inside. */
const SHORTEST_INSIDE = 2;
/**
 * Query words with fewer characters match only the beginning of the joined name: `v8` finds `v-8`, but `th` does not find
 * `flat_hash`.
 */
const SHORTEST_ACROSS = 3;

/** Returns the mean of the best matches of the words, plus the bonus for an equal name; 0 if a word has no match. */
function keywordPoints(fields: KeywordFields, { words, whole }: KeywordQuery): number {
  let sum = 0;
  for (const word of words) {
    const inName =
      word.length < SHORTEST_ACROSS ? fields.wholeName.startsWith(word) : fields.wholeName.includes(word);
    const points = Math.max(inName ? POINTS.name.inside : 0, bestMatch(fields, word));
    if (points === 0) return 0;
    sum += points;
  }
  const exact = fields.wholeName === whole ? EXACT_NAME : fields.wholeTags.includes(whole) ? EXACT_TAG : 0;
  return sum / words.length + exact;
}

function bestMatch({ text, nameEnd, tagsEnd }: KeywordFields, word: string): number {
  const isShort = word.length < SHORTEST_INSIDE;
  const needle = isShort ? BORDER + word : word;
  let best = 0;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    const start = isShort ? at + BORDER.length : at;
    const field = start < nameEnd ? POINTS.name : start < tagsEnd ? POINTS.tags : POINTS.summary;
    const wordStart = text.lastIndexOf(BORDER, start) + BORDER.length;
    const length = text.indexOf(BORDER, start) - wordStart;
    const base = length === word.length ? field.whole : wordStart === start ? field.prefix : field.inside;
    best = Math.max(best, base + (CLOSENESS * word.length) / length);
  }
  return best;
}

export class KeywordIndex {
  readonly #byKey = new Map<string, KeywordRecord>();
  /** In the order of equal scores; undefined before the first search. */
  #sorted: readonly KeywordRecord[] | undefined;

  update(changed: readonly SearchDocument[], removed: readonly string[]): void {
    for (const key of removed) this.#byKey.delete(key);
    for (const document of changed)
      this.#byKey.set(document.key, { document, fields: keywordFields(document) });
    if (this.#sorted === undefined) return;
    // A pass over all skills, which takes a hundredth of sorting them.
    const gone = new Set([...removed, ...changed.map(({ key }) => key)]);
    const left = this.#sorted.filter(({ document }) => !gone.has(document.key));
    const keys = new Set(changed.map(({ key }) => key));
    const added = [...keys].map((key) => this.#byKey.get(key) as KeywordRecord).sort(compareRecords);
    this.#sorted = merged(left, added);
  }

  /** Returns the skills that have all words, by score, trust score and key. */
  search(text: string, lang?: string): SearchResult[] {
    const query = keywordQuery(text);
    if (query.words.length === 0) return [];
    this.#sorted ??= [...this.#byKey.values()].sort(compareRecords);
    return keywordResults(this.#sorted, query, lang);
  }
}

interface KeywordRecord {
  readonly document: SearchDocument;
  readonly fields: KeywordFields;
}

/** Merges two sorted lists into a sorted one. */
function merged(
  records: readonly KeywordRecord[],
  added: readonly KeywordRecord[],
): readonly KeywordRecord[] {
  const all: KeywordRecord[] = [];
  let next = 0;
  for (const record of records) {
    for (; next < added.length && compareRecords(added[next] as KeywordRecord, record) < 0; next += 1)
      all.push(added[next] as KeywordRecord);
    all.push(record);
  }
  return [...all, ...added.slice(next)];
}

function compareRecords({ document: a }: KeywordRecord, { document: b }: KeywordRecord): number {
  return b.trustScore - a.trustScore || compareText(a.key, b.key);
}
