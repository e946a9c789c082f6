/**
 * What a person types into a box, matched against name, tags and summary. Every word must match in some field; a word
 * counts for its best match there.
 */
import type { SearchResult } from '../../contract/api.ts';
import { compareText } from '../../contract/diagnostic.ts';
import type { SearchDocument } from '../search-document.ts';
import { plainSummary } from '../summary.ts';
import { runsOf } from '../words/text-scanner.ts';
import { canonicalName, foldText, withCanonicalNames, wordsOf } from '../words/word-analysis.ts';

/** A document's fields as they are matched. */
interface KeywordFields {
  readonly name: readonly string[];
  readonly tags: readonly string[];
  readonly summary: readonly string[];
  /** The name without anything between its words. */
  readonly wholeName: string;
  readonly wholeTags: ReadonlySet<string>;
}

/** What keyword search keeps of a document for as long as it doesn't change. */
export class KeywordRecord {
  readonly #document: SearchDocument;
  #text: string | undefined;
  #fields: KeywordFields | undefined;

  constructor(document: SearchDocument) {
    this.#document = document;
  }

  /** Everything a word can match in, in one string: what isn't in it matches nowhere. Made when it is first wanted. */
  get text(): string {
    this.#text ??= makeText(this.#document);
    return this.#text;
  }

  /** Made when a query first gets past `text`: most documents never need them. */
  get fields(): KeywordFields {
    this.#fields ??= makeFields(this.#document);
    return this.#fields;
  }
}

const SEPARATORS = /[^\p{L}\p{N} ]+/gu;

function makeText({ name, tags, summary }: SearchDocument): string {
  const names = foldText(`${name} ${tags.join(' ')}`);
  const text = `${names} ${names.replace(SEPARATORS, '')} ${foldText(plainSummary(summary))}`;
  return withCanonicalNames(text);
}

function makeFields({ name, tags, summary }: SearchDocument): KeywordFields {
  return {
    name: fieldWords([name]),
    tags: fieldWords(tags),
    summary: fieldWords([plainSummary(summary)]),
    wholeName: joined(name),
    wholeTags: new Set(tags.map(joined)),
  };
}

/**
 * Points of a word that is a whole word of the field, begins one, or stands inside one. A name that only contains the
 * word still goes before a summary that speaks of it.
 */
const POINTS = {
  name: { whole: 100, prefix: 70, inside: 45 },
  tags: { whole: 80, prefix: 50, inside: 25 },
  summary: { whole: 40, prefix: 20, inside: 8 },
} as const;
/** What a name or a tag adds that is exactly the query. */
const EXACT_NAME = 60;
const EXACT_TAG = 15;
/** What the share of a word that is matched adds at most: `cat` is nearer to `catch` than to `concatenate`. */
const CLOSENESS = 10;
/** One letter stands inside of nearly every word. */
const SHORTEST_INSIDE = 2;

/** Each word of the texts once, identifiers in parts as well. */
function fieldWords(texts: readonly string[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(text)) {
      for (const { surface } of wordsOf(run)) {
        for (const part of surface.split('_')) if (part !== '') words.add(canonicalName(part));
      }
    }
  }
  return [...words];
}

/** The words of a query: `hash-map` and `hash_map` are two. */
function queryWords(query: string): string[] {
  const words = runsOf(query).flatMap((run) => foldText(run).split('_'));
  return [...new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)).map(canonicalName))];
}

/** A text without anything between its words, so that `hash map` is the `hashmap` of another. */
function joined(text: string): string {
  return runsOf(text)
    .map((run) => canonicalName(foldText(run)).replaceAll('_', ''))
    .join('');
}

export interface KeywordEntry {
  readonly document: SearchDocument;
  readonly record: KeywordRecord;
}

/** Best first: by score, then trust score, then key. `accepts` limits the documents that are looked at. */
export function searchKeywords(
  entries: Iterable<KeywordEntry>,
  query: string,
  accepts: (document: SearchDocument) => boolean,
): SearchResult[] {
  const words = queryWords(query);
  if (words.length === 0) return [];
  const whole = joined(query);
  const matches: { readonly document: SearchDocument; readonly points: number }[] = [];
  let best = 0;
  for (const { document, record } of entries) {
    if (!words.every((word) => record.text.includes(word)) || !accepts(document)) continue;
    const points = pointsOf(record.fields, words, whole);
    if (points === 0) continue;
    best = Math.max(best, points);
    matches.push({ document, points });
  }
  return matches
    .map(({ document, points }) => ({ document, score: Math.max(1, Math.round((100 * points) / best)) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.document.trustScore - a.document.trustScore ||
        compareText(a.document.key, b.document.key),
    )
    .map(({ document: { key, name, language }, score }) => ({ key, name, language, _score: score }));
}

/** 0 where some word matches nowhere. */
function pointsOf(fields: KeywordFields, words: readonly string[], whole: string): number {
  let sum = 0;
  for (const word of words) {
    const points = Math.max(
      wordPoints(fields.name, word, POINTS.name),
      // `hashmap` is in `flat_hash_map` too.
      word.length > SHORTEST_INSIDE && fields.wholeName.includes(word) ? POINTS.name.inside : 0,
      wordPoints(fields.tags, word, POINTS.tags),
      wordPoints(fields.summary, word, POINTS.summary),
    );
    if (points === 0) return 0;
    sum += points;
  }
  const exact = fields.wholeName === whole ? EXACT_NAME : fields.wholeTags.has(whole) ? EXACT_TAG : 0;
  return sum / words.length + exact;
}

function wordPoints(
  fieldWords: readonly string[],
  word: string,
  points: { readonly whole: number; readonly prefix: number; readonly inside: number },
): number {
  let best = 0;
  for (const candidate of fieldWords) {
    if (candidate === word) return points.whole + CLOSENESS;
    const closeness = (CLOSENESS * word.length) / candidate.length;
    if (candidate.startsWith(word)) best = Math.max(best, points.prefix + closeness);
    else if (word.length >= SHORTEST_INSIDE && candidate.includes(word)) {
      best = Math.max(best, points.inside + closeness);
    }
  }
  return best;
}
