import type { FindIndex, FoundTerm } from '../index/find-index.ts';
import { type FindWeights, inverseDocumentFrequency } from '../rank/find-weights.ts';
import { relatedTerms } from '../words/related-words.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { nearTerms } from './near-terms.ts';
import type { ParsedQuery, QueryWord } from './parse-query.ts';

export interface QueryTerm extends FoundTerm {
  readonly word: string;
  readonly term: string;
  readonly asked: string;
  /** Idf, reduced for terms not in the query. */
  readonly weight: number;
  /** `corrected`: one letter mended. `near`: stand-in. `guessed`: correction, possibly by chance. */
  readonly kind: 'own' | 'corrected' | 'near' | 'guessed' | 'related';
}

export interface ResolvedQuery extends ParsedQuery {
  readonly terms: readonly QueryTerm[];
}

/** Queries with more are logs or hash dumps, too slow to correct. */
const MOST_REPLACED = 6;
/** Shorter words have chance neighbours. */
const SURELY_CORRECTED = 6;

export function resolveQuery(index: FindIndex, query: ParsedQuery, weights: FindWeights): ResolvedQuery {
  const { words } = query;
  const terms = new Map<string, QueryTerm>();
  for (const { word, term } of words) {
    const found = index.lookUp(term);
    if (found === undefined) continue;
    const weight = inverseDocumentFrequency(index.documentCount, found.documents);
    terms.set(term, { word, term, asked: term, weight, kind: 'own', ...found });
  }
  for (const related of relatedQueryTerms(index, words, terms, weights)) terms.set(related.term, related);
  for (const stand of nearQueryTerms(index, words, terms, weights)) terms.set(stand.term, stand);
  return { ...query, terms: [...terms.values()] };
}

type Terms = ReadonlyMap<string, QueryTerm>;

/** Never heavier than the query word. */
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
      const found = index.lookUp(term);
      if (found === undefined) continue;
      const weight = related * Math.min(most, inverseDocumentFrequency(index.documentCount, found.documents));
      // The higher weight counts.
      if (weight <= (terms.get(term)?.weight ?? 0)) continue;
      terms.set(term, { word, term, asked, weight, kind: own.has(asked) ? 'related' : 'near', ...found });
    }
  }
  return terms.values();
}

function* nearQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  terms: Terms,
  { replacement }: FindWeights,
): Generator<QueryTerm> {
  const known = new Set([...terms.values()].map(({ asked }) => asked));
  let looked = 0;
  for (const { word, surface, term: asked, siblings } of words) {
    if (looked === MOST_REPLACED) return;
    // A known part of an identifier is enough.
    if (known.has(asked) || STOP_WORDS.has(surface) || siblings.some((part) => known.has(part))) continue;
    looked += 1;
    for (const { term, nearness, edits } of nearTerms(index, surface)) {
      const found = terms.has(term) ? undefined : index.lookUp(term);
      if (found === undefined) continue;
      const weight = inverseDocumentFrequency(index.documentCount, found.documents) * replacement * nearness;
      const kind = edits === 1 ? mendedKind(surface, { asked, term }) : 'near';
      yield { word, term, asked, weight, kind, ...found };
    }
  }
}

/** A short word must differ in a doubled letter. */
function mendedKind(surface: string, { asked, term }: { asked: string; term: string }): QueryTerm['kind'] {
  const isSure = surface.length >= SURELY_CORRECTED || withoutDoubles(asked) === withoutDoubles(term);
  return isSure ? 'corrected' : 'guessed';
}

const withoutDoubles = (word: string): string => word.replace(/(.)\1+/gu, '$1');
