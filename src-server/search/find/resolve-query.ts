import { type FindIndex, lookUpTerm, type TermPostings } from '../index/find-index.ts';
import { relatedTerms } from '../words/related-words.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { type FindWeights, inverseDocumentFrequency } from './find-weights.ts';
import { type NearWords, nearTerms } from './near-terms.ts';
import type { ParsedQuery, QueryWord } from './parse-query.ts';

/** A term of a query that some document has. */
export interface QueryTerm {
  /** As it stands in the query. */
  readonly word: string;
  readonly term: string;
  /** The term of the word itself: another one where this stands in for it. */
  readonly asked: string;
  /** Documents that have it. */
  readonly documents: number;
  /** Its inverse document frequency, less where it isn't the word's own. */
  readonly weight: number;
  /**
   * The word's own; the same with a letter mended; another that stands in where no document has the word, or that is near
   * it by chance as likely as not; or one that the field uses for the same.
   */
  readonly kind: 'own' | 'corrected' | 'near' | 'guessed' | 'related';
  /** By view of the index. */
  readonly postings: readonly TermPostings[];
}

/** A query as an index understands it. */
export interface ResolvedQuery extends ParsedQuery {
  readonly terms: readonly QueryTerm[];
}

/** A query with more unknown words is a log or a hash dump: looking for all of them would hold up others. */
const MOST_REPLACED = 6;
/** Shorter words have others within one edit by chance. */
const SURELY_CORRECTED = 6;

/** @param near says what stands in for a word that no document has; asked for each, at once where it is left out */
export function resolveQuery(
  index: FindIndex,
  query: ParsedQuery,
  weights: FindWeights,
  near: NearWords = (word) => nearTerms(index, word),
): ResolvedQuery {
  const { words } = query;
  const terms = new Map<string, QueryTerm>();
  for (const { word, term } of words) {
    const found = lookUpTerm(index, term);
    if (found === undefined) continue;
    const weight = inverseDocumentFrequency(index.documentCount, found.documents);
    terms.set(term, { word, term, asked: term, weight, kind: 'own', ...found });
  }
  for (const related of relatedQueryTerms(index, words, terms, weights)) terms.set(related.term, related);
  for (const stand of nearQueryTerms(index, words, terms, weights, near)) terms.set(stand.term, stand);
  return { ...query, terms: [...terms.values()] };
}

type Terms = ReadonlyMap<string, QueryTerm>;

/** What the field says for the words of a query, where the query doesn't say it itself: never more than its word. */
function relatedQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  own: Terms,
  { related }: FindWeights,
): Iterable<QueryTerm> {
  const terms = new Map<string, QueryTerm>();
  for (const { word, term: asked } of words) {
    const most = own.get(asked)?.weight ?? Number.POSITIVE_INFINITY;
    for (const term of relatedTerms(asked)) {
      if (own.has(term)) continue;
      const found = lookUpTerm(index, term);
      if (found === undefined) continue;
      const weight = related * Math.min(most, inverseDocumentFrequency(index.documentCount, found.documents));
      // Of two words that it is related to, the rarer one.
      if (weight <= (terms.get(term)?.weight ?? 0)) continue;
      terms.set(term, { word, term, asked, weight, kind: own.has(asked) ? 'related' : 'near', ...found });
    }
  }
  return terms.values();
}

/** What stands in for words that no document has. */
function* nearQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  terms: Terms,
  { replacement }: FindWeights,
  near: NearWords,
): Generator<QueryTerm> {
  const known = new Set([...terms.values()].map(({ asked }) => asked));
  let looked = 0;
  for (const { word, surface, term: asked, siblings } of words) {
    if (looked === MOST_REPLACED) return;
    // Where some part of an identifier is known, the rest need not be guessed.
    if (known.has(asked) || STOP_WORDS.has(surface) || siblings.some((part) => known.has(part))) continue;
    looked += 1;
    for (const { term, nearness, edits } of near(surface)) {
      const found = terms.has(term) ? undefined : lookUpTerm(index, term);
      if (found === undefined) continue;
      const weight = inverseDocumentFrequency(index.documentCount, found.documents) * replacement * nearness;
      const kind = edits === 1 ? mendedKind(surface, { asked, term }) : 'near';
      yield { word, term, asked, weight, kind, ...found };
    }
  }
}

/** Whether one edit away means the same word: of a short one it does where a letter is doubled, or one of a double is missing. */
function mendedKind(surface: string, { asked, term }: { asked: string; term: string }): QueryTerm['kind'] {
  const isSure = surface.length >= SURELY_CORRECTED || withoutDoubles(asked) === withoutDoubles(term);
  return isSure ? 'corrected' : 'guessed';
}

const withoutDoubles = (word: string): string => word.replace(/(.)\1+/gu, '$1');
