import { expect, it } from 'vitest';
import { TermCounts } from '../../../src-server/search/term-counts.ts';
import { RecordReader } from '../../../src-server/search/term-records.ts';

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

it.each([3, 300, 70_000])('numbers %i passages of a term', (count) => {
  const reader = new RecordReader();
  expect(reader.find(countedPassages(count), 0)).toBe(true);
  const passages: number[] = [];
  for (let left = reader.readPassageCount(); left > 0; left -= 1)
    passages.push(reader.readPassage(passages.at(-1) ?? 0));
  expect(passages).toEqual(Array.from({ length: count }, (_, passage) => passage));
});

it('keeps all numbers of a skill in one buffer, so that a thread passes it on whole', () => {
  const arrays = Object.values(countedPassages(3)).filter((value) => ArrayBuffer.isView(value));
  expect(arrays.length).toBeGreaterThan(5);
  expect(new Set(arrays.map(({ buffer }) => buffer)).size).toBe(1);
});
