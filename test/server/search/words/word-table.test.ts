import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runToEnd } from '../../../../src-server/run-in-slices.ts';
import { lettersOfWords, WordTable } from '../../../../src-server/search/words/word-table.ts';

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '文'), maxLength: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 64 }).filter((one) => one.length <= 64),
);

it('numbers words in the order they come, as a map would', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (words) => {
      const table = new WordTable();
      const numbers = new Map<string, number>();
      for (const one of words) {
        expect(table.get(one)).toBe(numbers.get(one));
        if (!numbers.has(one)) numbers.set(one, numbers.size);
        expect(table.add(one)).toBe(numbers.get(one));
      }
      expect(table.size).toBe(numbers.size);
    }),
  );
});

it('packs them with a hash table and their letters', () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `word${(i * i) % 1_777}é`);
  const table = new WordTable();
  for (const one of words) table.add(one);
  const { bytes, starts, letters, slots } = runToEnd(table.pack());
  const unpacked = Array.from(letters, (_, i) =>
    new TextDecoder().decode(bytes.subarray(starts[i], starts[i + 1])),
  );
  expect(unpacked).toEqual([...new Set(words)]);
  expect(starts).toHaveLength(unpacked.length + 1);
  expect(letters).toEqual(runToEnd(lettersOfWords(bytes, starts)));
  // The seed stands behind the slots.
  expect([...slots.slice(0, -1)].filter(Boolean).sort((a, b) => a - b)).toEqual(
    unpacked.map((_, i) => i + 1),
  );
});

it('packs nothing of an empty one', () => {
  const { bytes, starts, slots } = runToEnd(new WordTable().pack());
  expect([bytes.length, [...starts], slots.every((slot) => slot === 0)]).toEqual([0, [0], true]);
});
