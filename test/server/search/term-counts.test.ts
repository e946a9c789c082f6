import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countIn, ENTRY_FIELD, splitCounts } from '../../../src-server/search/skill-terms.ts';
import { TermCounts } from '../../../src-server/search/term-counts.ts';

const KEY = 'go/a/one';

/** A skill whose only term stands in each of its passages. */
function countedPassages(passages: number) {
  const counts = new TermCounts();
  for (let passage = 0; passage < passages; passage += 1) {
    counts.addOccurrence(0);
    counts.endPassage();
  }
  return counts.finish(KEY, [passages]);
}

it.each([
  [3, 1],
  [300, 2],
])('keeps the numbers of %i passages in %i bytes each', (count, bytes) => {
  const { passages, passageStarts, entryStarts } = countedPassages(count);
  expect([...passages]).toEqual(Array.from({ length: count }, (_, passage) => passage));
  expect([passages, passageStarts].map((one) => one.BYTES_PER_ELEMENT)).toEqual([bytes, bytes]);
  expect(entryStarts.BYTES_PER_ELEMENT).toBe(1);
});

it('numbers more passages than two bytes count', () => {
  const { passages, passageStarts } = countedPassages(70_000);
  expect(passages.at(-1)).toBe(69_999);
  expect(passageStarts.at(-1)).toBe(70_000);
});

it('keeps all numbers of a skill in one buffer, so that a thread passes it on whole', () => {
  const { key: _, length: __, ...arrays } = countedPassages(3);
  expect(new Set(Object.values(arrays).map(({ buffer }) => buffer)).size).toBe(1);
});

it('reads each count of an entry as it was counted, however the others are', () => {
  const count = (most: number) => fc.oneof(fc.nat(most), fc.constantFrom(0, 1, 7, 8, 63, 64, 127, 128, most));
  const { title, prose, code } = ENTRY_FIELD;
  fc.assert(
    fc.property(count(title.most), count(prose.most), count(code.most), (ofTitle, ofProse, ofCode) => {
      const { most } = title;
      const asked = [Math.min(ofTitle, most), Math.min(ofProse, prose.most), Math.min(ofCode, code.most)];
      const [inTitle = 0, inProse = 0, inCode = 0] = asked;
      const counts = splitCounts(
        (inTitle << title.shift) | (inProse << prose.shift) | (inCode << code.shift),
      );
      expect([countIn('title', counts), countIn('prose', counts), countIn('code', counts)]).toEqual(asked);
      if (inTitle < 8 && inProse < 64 && inCode < 128) expect(counts).toBeLessThan(1 << 16);
    }),
  );
});
