import type { AskedWord } from '../contract/api.ts';
import { EditDistance } from '../platform/edit-distance.ts';
import type { FindIndex, FoundTerm } from './find-index.ts';
import { type FindWeights, inverseDocumentFrequency } from './find-weights.ts';
import { type ParsedQuery, properNames, type QueryWord } from './query.ts';
import { relatedTerms } from './related-words.ts';
import { STOP_WORDS } from './word-lists.ts';
import { languageOf, termOf } from './words.ts';

interface NearTerm {
  readonly term: string;
  readonly nearness: number;
  readonly edits?: number;
}

const MOST_NEAR = 3;
const SHORTEST_CORRECTED = 4;
const LONGEST_CORRECTED = 40;
const LONG_WORD = 8;

export function nearTerms(index: FindIndex, word: string): readonly NearTerm[] {
  if (!hasNear(word)) return [];
  for (const find of [corrections, compoundParts, longerForms]) {
    const near = find(index, word);
    if (near.length > 0) return near;
  }
  return [];
}

/** Returns whether a near word may stand in. Words with digits are versions, codes or hashes. */
function hasNear(word: string): boolean {
  return word.length >= SHORTEST_CORRECTED && word.length <= LONGEST_CORRECTED && !/\d/.test(word);
}

/** Returns the terms within one edit, from eight letters on within two, most common first. */
function corrections(index: FindIndex, word: string): readonly NearTerm[] {
  const most = word.length >= LONG_WORD ? 2 : 1;
  const edits = new EditDistance();
  const distances = new Map<string, number>();
  for (const letter of new Set(word.slice(0, 2))) {
    const { words, terms } = index.vocabulary.wordsFrom(letter);
    for (let i = 0; i < words.length; i += 1) {
      const form = words[i] as string;
      if (Math.abs(form.length - word.length) > most || !isLikely(form, word)) continue;
      // A word equal to a stem, but absent, counts as one edit away.
      const distance = Math.max(1, edits.between(word, form, most));
      if (distance > most) continue;
      const term = index.vocabulary.termOf(terms[i] as number);
      distances.set(term, Math.min(distance, distances.get(term) ?? distance));
    }
  }
  for (let distance = 1; distance <= most; distance += 1) {
    const terms = [...distances].flatMap(([term, own]) => (own === distance ? [term] : []));
    const near = mostCommon(index, terms);
    if (near.length > 0) return near.map((term) => ({ term, nearness: 1 / distance, edits: distance }));
  }
  return [];
}

/** Returns whether a form may be mistyped so. Typos seldom change the first letter: `folder` is not `holder`. The first two may be swapped. */
function isLikely(form: string, word: string): boolean {
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)];
  return form.charCodeAt(0) === first || (form.charCodeAt(0) === second && form.charCodeAt(1) === first);
}

/** Returns `thread` and `pool` for `threadpool`; of several divisions the one with the most common parts. */
function compoundParts(index: FindIndex, word: string): readonly NearTerm[] {
  let best: { readonly terms: readonly string[]; readonly documents: number } | undefined;
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const terms = [termOf(word.slice(0, cut)), termOf(word.slice(cut))];
    const documents = Math.min(...terms.map((term) => documentsOf(index, term)));
    if (documents > (best?.documents ?? 0)) best = { terms, documents };
  }
  return (best?.terms ?? []).map((term) => ({ term, nearness: 1 }));
}

function longerForms(index: FindIndex, word: string): readonly NearTerm[] {
  const { words, terms } = index.vocabulary.wordsFrom(word.charAt(0));
  const longer = new Set<string>();
  for (const [i, form] of words.entries())
    if (form.startsWith(word)) longer.add(index.vocabulary.termOf(terms[i] as number));
  return mostCommon(index, longer).map((term) => ({ term, nearness: 1 }));
}

/** Returns the terms that most skills have; of equal ones the first by text. */
function mostCommon(index: FindIndex, terms: Iterable<string>): readonly string[] {
  return Array.from(terms, (term) => ({ term, documents: documentsOf(index, term) }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ term }) => term);
}

function documentsOf(index: FindIndex, term: string): number {
  return index.lookUp(term)?.documents ?? 0;
}

export interface QueryTerm extends FoundTerm {
  readonly word: string;
  readonly term: string;
  readonly asked: string;
  /** The idf, reduced for terms that the query hasn't. */
  readonly weight: number;
  /** What the term is to the asked word: `corrected` has one letter mended, `near` stands in, `guessed` is a correction, possibly by chance. */
  readonly kind: 'own' | 'corrected' | 'near' | 'guessed' | 'related';
}

export interface ResolvedQuery extends ParsedQuery {
  readonly terms: readonly QueryTerm[];
  /** Runs of tokens of a question with code, see `runsOfCode`. */
  readonly codeRuns?: Uint32Array | undefined;
}

/** Queries with more unknown words are logs or hash dumps, too slow to correct. */
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
  for (const joined of joinedQueryTerms(index, words, terms, weights)) terms.set(joined.term, joined);
  for (const stand of nearQueryTerms(index, words, terms, weights)) terms.set(stand.term, stand);
  return { ...query, terms: [...terms.values()] };
}

type Terms = ReadonlyMap<string, QueryTerm>;

/** Returns related terms, none heavier than the query word. */
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

const SHORTEST_PART = 2;
const SHORTEST_JOINED = 5;

/** Words that are also written in one: `shutdown` for `shut down`, `deadlock` for `dead lock`. */
function* joinedQueryTerms(
  index: FindIndex,
  words: readonly QueryWord[],
  terms: Terms,
  { replacement }: FindWeights,
): Generator<QueryTerm> {
  for (const [at, first] of words.entries()) {
    const second = words[at + 1];
    const isPair =
      second?.place === first.place + 1 && [first, second].every(({ siblings }) => siblings.length === 1);
    if (!isPair || Math.min(first.surface.length, second.surface.length) < SHORTEST_PART) continue;
    const joined = first.surface + second.surface;
    const term = termOf(joined);
    // `java script` may be two languages.
    const isKnown = joined.length < SHORTEST_JOINED || terms.has(term) || languageOf(term) !== undefined;
    const found = isKnown ? undefined : index.lookUp(term);
    if (found === undefined) continue;
    const weight = inverseDocumentFrequency(index.documentCount, found.documents) * replacement;
    yield { word: first.word, term, asked: first.term, weight, kind: 'related', ...found };
  }
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

/** Returns how sure a correction is: a short word must differ in a doubled letter. */
function mendedKind(surface: string, { asked, term }: { asked: string; term: string }): QueryTerm['kind'] {
  const isSure = surface.length >= SURELY_CORRECTED || withoutDoubles(asked) === withoutDoubles(term);
  return isSure ? 'corrected' : 'guessed';
}

const withoutDoubles = (word: string): string => word.replace(/(.)\1+/gu, '$1');

export interface KnownWord {
  readonly asked: AskedWord;
  /** Whether the word is used as a name: `Godot`, `folly` in `folly::dynamic`. */
  readonly isName: boolean;
  readonly terms: readonly QueryTerm[];
}

export function knownWords({ text, words, terms }: ResolvedQuery): KnownWord[] {
  const names = properNames(text);
  return words.map((word) => {
    const found = terms.filter(({ asked }) => asked === word.term);
    const isName = names.has(word.word);
    return { asked: askedWord(word, found), isName, terms: found };
  });
}

function askedWord({ word, term }: QueryWord, found: readonly QueryTerm[]): AskedWord {
  const own = found.find(({ kind }) => kind === 'own');
  const near = found.filter(({ kind }) => isStandIn(kind)).map((standIn) => standIn.term);
  return { word, term, skills: own?.documents ?? 0, ...(near.length > 0 && { near }) };
}

const isStandIn = (kind: QueryTerm['kind']): boolean =>
  kind === 'corrected' || kind === 'near' || kind === 'guessed';
