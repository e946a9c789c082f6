/** Stand-ins for a word that no document has: a typo's correction, a compound's parts, or longer forms of it. */
import { type FindIndex, lookUpTerm } from './find-index.ts';
import { countTerms, countWords, type Segment, termText, wordText } from './segment.ts';
import { termOf } from './word-analysis.ts';

export interface NearTerm {
  readonly term: string;
  /** 0 to 1: how much of the word's weight it carries. */
  readonly nearness: number;
}

const MOST_NEAR = 3;
const SHORTEST_CORRECTED = 4;
const LONG_WORD = 8;

export function nearTerms(index: FindIndex, word: string): NearTerm[] {
  if (word.length < SHORTEST_CORRECTED) return [];
  const corrected = corrections(index, word);
  if (corrected.length > 0) return corrected;
  const parts = compoundParts(index, word);
  return parts.length > 0 ? parts : longerForms(index, word);
}

/** Terms of words within edit distance 1, from eight letters on 2; only the nearest, of those the most common. */
function corrections(index: FindIndex, word: string): NearTerm[] {
  const most = word.length >= LONG_WORD ? 2 : 1;
  const distances = new Map<string, number>();
  for (const { segment } of index.views) {
    forEachForm(segment, word.length - most, word.length + most, (form, term) => {
      const distance = editDistance(word, form, most);
      if (distance > most) return;
      const text = term();
      distances.set(text, Math.min(distance, distances.get(text) ?? distance));
    });
  }
  const nearest = Math.min(...distances.values());
  const terms = [...distances].filter(([, distance]) => distance === nearest).map(([term]) => term);
  return mostCommon(index, terms).map((term) => ({ term, nearness: 1 / nearest }));
}

/** `threadpool` where no document writes it in one: `thread` and `pool`. The two most common parts win. */
function compoundParts(index: FindIndex, word: string): NearTerm[] {
  let best: { readonly terms: readonly string[]; readonly documents: number } | undefined;
  for (let cut = 3; cut <= word.length - 3; cut += 1) {
    const terms = [termOf(word.slice(0, cut)), termOf(word.slice(cut))];
    const documents = Math.min(...terms.map((term) => lookUpTerm(index, term)?.documents ?? 0));
    if (documents > (best?.documents ?? 0)) best = { terms, documents };
  }
  return (best?.terms ?? []).map((term) => ({ term, nearness: 1 }));
}

/** Terms of words that begin with `word`. */
function longerForms(index: FindIndex, word: string): NearTerm[] {
  const terms = new Set<string>();
  for (const { segment } of index.views) {
    forEachForm(segment, word.length + 1, Number.POSITIVE_INFINITY, (form, term) => {
      if (form.startsWith(word)) terms.add(term());
    });
  }
  return mostCommon(index, [...terms]).map((term) => ({ term, nearness: 1 }));
}

/** The terms that most documents have, by text where equally many do. */
function mostCommon(index: FindIndex, terms: readonly string[]): string[] {
  return terms
    .map((term) => ({ term, documents: lookUpTerm(index, term)?.documents ?? 0 }))
    .filter(({ documents }) => documents > 0)
    .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ term }) => term);
}

/** Calls `visit` with every word of the segment that has from `shortest` to `longest` bytes. */
function forEachForm(
  segment: Segment,
  shortest: number,
  longest: number,
  visit: (form: string, term: () => string) => void,
): void {
  for (let number = 0; number < countTerms(segment); number += 1) {
    const length = (segment.termStarts[number + 1] as number) - (segment.termStarts[number] as number);
    if (length < shortest || length > longest) continue;
    const text = termText(segment, number);
    visit(text, () => text);
  }
  for (let number = 0; number < countWords(segment); number += 1) {
    const length = (segment.wordStarts[number + 1] as number) - (segment.wordStarts[number] as number);
    if (length < shortest || length > longest) continue;
    visit(wordText(segment, number), () => termText(segment, segment.wordTerms[number] as number));
  }
}

/**
 * Edits from one word to the other (insert, delete, replace, swap neighbours: Damerau's optimal string alignment), or
 * something over `most` where it takes more.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
