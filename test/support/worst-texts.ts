import fc from 'fast-check';
import { expect } from 'vitest';
import { countingOften, countSteps } from './count-steps.ts';

/** What marks are made of; what stands for text between them; and what begins something that may never end. */
const PARTS = [
  ...'`~*_[]()<>|#-\\&\t\n',
  ' ',
  'a',
  '1',
  '.',
  ':',
  '!',
  '/',
  '@',
  '"',
  '\u2028',
  '\u0301',
  'é',
];

/** So many of them are marks, blanks and a letter. */
const MARKS = 19;

/** A text of any size, always of the same making. */
export interface TextOfSize {
  readonly name: string;
  ofSize(times: number): string;
}

/** A few parts again and again, and each of them again and again before the next. */
function shapesOf(parts: readonly string[]): TextOfSize[] {
  const shown = JSON.stringify(parts);
  const all = parts.join('');
  const [first = '', ...others] = parts;
  return [
    { name: `${shown}, again and again`, ofSize: (times) => all.repeat(times) },
    {
      name: `${shown}, one after the other`,
      ofSize: (times) => parts.map((part) => part.repeat(times)).join(''),
    },
    { name: `${shown}, the others once`, ofSize: (times) => first.repeat(times) + others.join('') },
    { name: `${shown}, the first once`, ofSize: (times) => first + others.join('').repeat(times) },
  ];
}

/** Every text of one part or two. */
function shortPatterns(): Iterable<TextOfSize> {
  const parts = PARTS.slice(0, MARKS);
  const pairs = parts.flatMap((a) => parts.map((b) => (a === b ? [a] : [a, b])));
  // Some shapes of one part are the same text.
  return new Map(pairs.flatMap(shapesOf).map((text) => [text.ofSize(3), text])).values();
}

/** Texts of three to five parts. */
const longPatterns: fc.Arbitrary<TextOfSize> = fc
  .array(fc.constantFrom(...PARTS, '<!--', '](', '```', '# a\n', '\n\n', '{{write:', '](a)'), {
    minLength: 3,
    maxLength: 5,
  })
  .chain((parts) => fc.constantFrom(...shapesOf(parts)));

/** Rounding at the ends of a text, which doubling doesn't double. */
const SLACK = 1.05;
const ENDS = 200;

/** Twice the text may cost twice the steps, and no more. */
export function expectLinear(
  work: (text: string) => void,
  { name, ofSize }: TextOfSize,
  times: number,
): void {
  const [once, twice] = [times, 2 * times].map((size) => {
    const text = ofSize(size);
    return countSteps(() => work(text));
  }) as [number, number];
  expect(twice, `steps for ${name}, after ${once} for half of it`).toBeLessThanOrEqual(
    2 * once * SLACK + ENDS,
  );
}

export interface Sizes {
  /** Of each text of one part or two: how often they repeat. */
  readonly short: number;
  /** The same for texts of three to five parts. */
  readonly long: number;
  /** How many of those, at random; default: 40. */
  readonly runs?: number;
}

/** The same for whatever repeats in a text. */
export function expectLinearAlways(work: (text: string) => void, { short, long, runs = 40 }: Sizes): void {
  countingOften(() => {
    for (const pattern of shortPatterns()) expectLinear(work, pattern, short);
    fc.assert(
      fc.property(longPatterns, (pattern) => expectLinear(work, pattern, long)),
      { numRuns: runs },
    );
  });
}
