/** Stand-in for an unknown word: correction, part of a compound, or longer form. */
import type { FindIndex } from '../index/find-index.ts';
import { EditDistance } from '../words/edit-distance.ts';
import { termOf } from '../words/word-analysis.ts';

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

/** Words with digits are versions, codes or hashes. */
function hasNear(word: string): boolean {
  return word.length >= SHORTEST_CORRECTED && word.length <= LONGEST_CORRECTED && !/\d/.test(word);
}

/** Most common first. Edit distance 1, from eight letters on 2. */
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

/** Typos seldom change the first letter: `folder` is not `holder`. Its first two may be swapped. */
function isLikely(form: string, word: string): boolean {
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)];
  return form.charCodeAt(0) === first || (form.charCodeAt(0) === second && form.charCodeAt(1) === first);
}

/** `thread` and `pool` for `threadpool`. Prefers common parts. */
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

/** Ties by text. */
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
