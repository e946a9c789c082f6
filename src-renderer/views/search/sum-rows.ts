/** Score by word. Displayed numbers add up. */
import type { FindResult, MatchedTerm, TermPlace } from '../../../src-server/contract/api/api.ts';
import { listWords, plural } from '../../text/format.ts';

export interface SumRow {
  /** The term: two rows may show the same word. */
  readonly key: string;
  readonly word: string;
  /** Term searched instead, as written if known. */
  readonly insteadOf: string | undefined;
  readonly here: string;
  readonly skills: number;
  /** With two decimals. */
  readonly adds: string;
}

/** `sum` is the ranking score, with two decimals. */
export function sumRows({ terms = [], raw_score: total }: FindResult): {
  readonly rows: readonly SumRow[];
  readonly sum: string;
} {
  const hundredths = roundedParts(
    terms.map(({ weight }) => 100 * weight),
    Math.round(100 * total),
  );
  return {
    rows: terms.map((term, i) => ({
      key: term.term,
      word: term.word,
      insteadOf: term.replaced === true || term.related === true ? (term.shown ?? term.term) : undefined,
      here: whereWords(term),
      skills: term.skills,
      adds: ((hundredths[i] ?? 0) / 100).toFixed(2),
    })),
    sum: (Math.round(100 * total) / 100).toFixed(2),
  };
}

/** Integers with the sum `total`, by largest remainders. */
export function roundedParts(parts: readonly number[], total: number): readonly number[] {
  const rounded = parts.map(Math.floor);
  const left = total - rounded.reduce((sum, part) => sum + part, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, Math.max(0, left))) rounded[index] = (rounded[index] ?? 0) + 1;
  return rounded;
}

const PLACES: Readonly<Record<TermPlace, string>> = {
  name: 'its name',
  tags: 'its tags',
  language: 'its language',
  summary: 'its summary',
  symptoms: 'its symptoms',
  author: 'its author',
  heading: 'a heading',
  text: 'the texts',
};

/** `3 times`, `in its name`, `2 times, and in its tags`. */
export function whereWords({ occurrences, places }: Pick<MatchedTerm, 'occurrences' | 'places'>): string {
  const fields = places
    .filter((place) => place !== 'text' && place !== 'heading')
    .map((place) => PLACES[place]);
  const often = occurrences > 0 ? [plural(occurrences, 'time')] : [];
  const inFields = fields.length > 0 ? [`in ${listWords(fields)}`] : [];
  return [...often, ...inFields].join(', and ');
}
