import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditDistance } from '../../../src-server/platform/edit-distance.ts';
import { nearTerms } from '../../../src-server/search/resolve-query.ts';
import { analyzeRun, termOf } from '../../../src-server/search/word-analysis.ts';
import { indexOf } from './search-fixture.ts';

const edits = new EditDistance();
const distance = (a: string, b: string, most = 3): number => edits.between(a, b, most);

/** Optimal string alignment by its definition. */
function plainDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)];
  const options = [
    plainDistance(restA, b) + 1,
    plainDistance(a, restB) + 1,
    plainDistance(restA, restB) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    options.push(plainDistance(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return Math.min(...options);
}

describe('edits between words', () => {
  it.each([
    ['tokio', 'tokio', 0],
    ['tokyo', 'tokio', 1],
    ['imgiu', 'imgui', 1],
    ['spdlogg', 'spdlog', 1],
    ['postgress', 'postgres', 1],
    ['kitten', 'sitting', 3],
  ])('counts the edits from %s to %s', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected);
  });

  it('agrees with the definition, and says more than the limit beyond it', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        const expected = plainDistance(a, b);
        if (expected <= most) expect(distance(a, b, most)).toBe(expected);
        else expect(distance(a, b, most)).toBeGreaterThan(most);
      }),
    );
  });
});

describe('nearTerms', () => {
  const index = indexOf([
    { key: 'cpp/a/a', texts: { 'overview.md': 'postgres postgresql thread pool serializer' } },
    { key: 'cpp/a/b', texts: { 'overview.md': 'thread serialize' } },
  ]);
  const terms = (word: string): string[] => nearTerms(index, word).map(({ term }) => term);

  it.each(['verbose', 'database', 'response', 'license'])(
    'takes the stem of %s for a slip of it',
    (written) => {
      const known = indexOf([{ key: 'cpp/a/a', texts: { 'overview.md': written } }]);
      const term = termOf(written);
      expect(termOf(term)).not.toBe(term); // so a question that has it has another word
      expect(nearTerms(known, term)).toEqual([{ term, nearness: 1, edits: 1 }]);
    },
  );

  it('takes the nearest words only', () => {
    expect(terms('postgress')).toEqual(['postgr']);
  });

  it('compares with words as they are written, not with their stems', () => {
    expect(terms('serialzier')).toEqual(['serial']);
  });

  it('takes compounds apart, then looks for longer forms', () => {
    expect(terms('threadpool')).toEqual(['thread', 'pool']);
    expect(terms('thre')).toEqual(['thread']);
  });

  it('wants the first letter to be right, or swapped with the second', () => {
    expect(terms('bhread')).toEqual([]);
    expect(terms('htread')).toEqual(['thread']);
  });

  it('leaves short words and words with digits alone', () => {
    expect(terms('pol')).toEqual([]);
    expect(terms('pool2')).toEqual([]);
  });
});

describe('ranges of words', () => {
  const letters = fc.constantFrom('a', 'b', 'q', 's', '1', 'é', '_');
  const word = fc.oneof(
    fc.string({ unit: letters, minLength: 1, maxLength: 11 }),
    fc.string({ unit: fc.constantFrom('a', 's'), minLength: 55, maxLength: 64 }),
    fc.constantFrom(
      'thread',
      'threads',
      'threading',
      'serialize',
      'serializer',
      'pool',
      'Thread_Pool',
      'verbose',
      'database',
    ),
  );
  const slip = fc.record({
    at: fc.nat(12),
    letter: letters,
    kind: fc.constantFrom('add', 'drop', 'swap', 'cut'),
  });
  const slipped = (
    text: string,
    { at, letter, kind }: { at: number; letter: string; kind: string },
  ): string => {
    const place = at % (text.length + 1);
    if (kind === 'add') return text.slice(0, place) + letter + text.slice(place);
    if (kind === 'drop') return text.slice(0, place) + text.slice(place + 1);
    if (kind === 'cut') return text.slice(0, Math.max(4, place));
    return (
      text.slice(0, place) + [...text.slice(place, place + 2)].reverse().join('') + text.slice(place + 2)
    );
  };

  /** Terms of the nearest words and stems, by comparison with each. */
  function correctionsOf(asked: string, runs: readonly string[]): ReadonlySet<string> {
    if (asked.length < 4 || asked.length > 40 || /\d/.test(asked)) return new Set();
    const most = asked.length >= 8 ? 2 : 1;
    const beginsAlike = (form: string) =>
      form[0] === asked[0] || (form[0] === asked[1] && form[1] === asked[0]);
    const forms = runs
      .flatMap((run) => analyzeRun(run))
      .flatMap(({ surface, term }) => [
        [surface, term],
        [term, term],
      ]) as [string, string][];
    const near = forms
      .filter(([form]) => beginsAlike(form))
      .map(([form, term]) => ({ term, edits: Math.max(1, distance(asked, form, most)) }))
      .filter(({ edits: count }) => count <= most);
    const nearest = Math.min(...near.map(({ edits: count }) => count));
    return new Set(near.filter(({ edits: count }) => count === nearest).map(({ term }) => term));
  }

  it('give the corrections that a comparison with each word gives', () => {
    const texts = fc.array(word, { minLength: 1, maxLength: 30 });
    let found = 0;
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(slip, { minLength: 1, maxLength: 3 }),
        fc.nat(),
        (one, other, slips, pick) => {
          const index = indexOf(
            [{ key: 'cpp/a/a', texts: { 'overview.md': one.join(' ') } }],
            [{ key: 'cpp/a/b', texts: { 'overview.md': other.join(' ') } }],
          );
          const all = [...one, ...other];
          const asked = slips.reduce(slipped, (all[pick % all.length] as string).toLowerCase());
          const near = nearTerms(index, asked);
          for (const { nearness } of near) expect(nearness > 0 && nearness <= 1).toBe(true);
          const corrected = near.filter(({ edits: count }) => count !== undefined);
          found += corrected.length;
          const expected = correctionsOf(asked, [...new Set(all)]);
          if (near.length === corrected.length && near.length > 0)
            expect(corrected.map(({ term }) => term).every((term) => expected.has(term))).toBe(true);
          if (expected.size > 0) expect(corrected.length).toBe(Math.min(3, expected.size));
        },
      ),
      { numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(100);
  });
});
