import { type FindIndex, lookUpTerm, type TermPostings } from '../index/find-index.ts';
import { namedLanguages } from '../words/named-languages.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { runsOf } from '../words/text-scanner.ts';
import { type Word, wordsOf } from '../words/word-analysis.ts';
import { type FindWeights, inverseDocumentFrequency } from './find-weights.ts';
import { type NearWords, nearTerms } from './near-terms.ts';

/** A term of a query that some document has. */
export interface QueryTerm {
  /** As it stands in the query. */
  readonly word: string;
  readonly term: string;
  /** The term of the word itself: another one where this stands in for it. */
  readonly asked: string;
  /** Documents that have it. */
  readonly documents: number;
  /** Its inverse document frequency, less where it stands in for an unknown word. */
  readonly weight: number;
  readonly replaced: boolean;
  /** By view of the index. */
  readonly postings: readonly TermPostings[];
}

/** A query as an index understands it. */
export interface ResolvedQuery {
  /** The words that are looked for, each once, in their order. */
  readonly words: readonly QueryWord[];
  /** Words that say nothing about a skill, each once, as they are written. */
  readonly leftOut: readonly string[];
  readonly terms: readonly QueryTerm[];
  /** Languages that the query names. */
  readonly languages: ReadonlySet<string>;
}

/** A query with more unknown words is a log or a hash dump: looking for all of them would hold up others. */
const MOST_REPLACED = 6;

export interface QueryWord extends Word {
  /** The run of the query that it comes from, and that run's place among all of them. */
  readonly word: string;
  readonly place: number;
  /** The terms of the whole identifier that it comes from. */
  readonly siblings: readonly string[];
}

/** The words of a query, each once, in their order, and those that say nothing. */
function queryWords(runs: readonly string[]): Pick<ResolvedQuery, 'words' | 'leftOut'> {
  const words = new Map<string, QueryWord>();
  for (const [place, run] of runs.entries()) {
    const parts = wordsOf(run);
    const siblings = parts.map(({ term }) => term);
    for (const { surface, term } of parts) {
      if (!words.has(term)) words.set(term, { word: run, place, surface, term, siblings });
    }
  }
  const all = [...words.values()];
  const telling = all.filter(({ surface }) => !STOP_WORDS.has(surface));
  // A query of stop words alone can still be the name of a library.
  if (telling.length === 0) return { words: all, leftOut: [] };
  const leftOut = all.filter(({ surface }) => STOP_WORDS.has(surface)).map(({ surface }) => surface);
  return { words: telling, leftOut };
}

/** @param near says what stands in for a word that no document has; asked for each, at once where it is left out */
export function resolveQuery(
  index: FindIndex,
  query: string,
  weights: FindWeights,
  near: NearWords = (word) => nearTerms(index, word),
): ResolvedQuery {
  const runs = runsOf(query);
  const { words, leftOut } = queryWords(runs);
  const terms = new Map<string, QueryTerm>();
  for (const { word, term } of words) {
    const found = lookUpTerm(index, term);
    if (found !== undefined) {
      const weight = inverseDocumentFrequency(index.documentCount, found.documents);
      terms.set(term, { word, term, asked: term, weight, replaced: false, ...found });
    }
  }
  let looked = 0;
  const known = new Set(terms.keys());
  for (const { word, surface, term, siblings } of words) {
    if (looked === MOST_REPLACED) break;
    // Where some part of an identifier is known, the rest need not be guessed.
    if (known.has(term) || STOP_WORDS.has(surface) || siblings.some((part) => known.has(part))) continue;
    looked += 1;
    for (const { term: nearTerm, nearness } of near(surface)) {
      const found = terms.has(nearTerm) ? undefined : lookUpTerm(index, nearTerm);
      if (found === undefined) continue;
      const weight =
        inverseDocumentFrequency(index.documentCount, found.documents) * weights.replacement * nearness;
      terms.set(nearTerm, { word, term: nearTerm, asked: term, weight, replaced: true, ...found });
    }
  }
  return { words, leftOut, terms: [...terms.values()], languages: namedLanguages(runs) };
}
