import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runToEnd } from '../../../../src-server/run-in-slices.ts';
import { binaryOf, findWord, sortWords, wordsFrom } from '../../../../src-server/search/words/word-list.ts';

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '字', '𝒳', '\uFFFD'),
  minLength: 1,
  maxLength: 4,
});

it('finds words, and those that begin with a prefix, whatever their characters', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, asked) => {
      const list = runToEnd(sortWords(new Map(words.map((one, number) => [binaryOf(one), number]))));
      for (const [number, one] of words.entries()) expect(findWord(list, one)).toBe(list.positions[number]);
      expect(findWord(list, asked) >= 0).toBe(words.includes(asked));
      const { from, to } = wordsFrom(list, binaryOf(asked));
      const found = words.filter((_, number) => {
        const position = list.positions[number] ?? 0;
        return position >= from && position < to;
      });
      expect(found).toEqual(words.filter((one) => one.startsWith(asked)));
    }),
  );
});

it('sorts in many steps', () => {
  const words = Array.from({ length: 20_000 }, (_, number) => `w${number}`);
  const steps = sortWords(new Map(words.map((one, number) => [one, number])));
  let count = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1;
  expect(count).toBeGreaterThan(20);
});
