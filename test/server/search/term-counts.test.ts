import { expect, it } from 'vitest';
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

it('keeps passages of a usual skill in two bytes each', () => {
  const { passages, passageStarts, entryStarts } = countedPassages(3);
  expect([...passages]).toEqual([0, 1, 2]);
  expect([passages, passageStarts, entryStarts].map((one) => one.BYTES_PER_ELEMENT)).toEqual([2, 2, 2]);
});

it('numbers more passages than two bytes count', () => {
  const { passages, passageStarts } = countedPassages(70_000);
  expect(passages.at(-1)).toBe(69_999);
  expect(passageStarts.at(-1)).toBe(70_000);
});
