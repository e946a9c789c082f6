import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HASH_START, hashStep } from '../../../../src-server/search/words/run-hash.ts';
import { RunTable } from '../../../../src-server/search/words/run-table.ts';

function hashOf(run: string): number {
  let hash = HASH_START;
  for (let i = 0; i < run.length; i += 1) hash = hashStep(hash, run.charCodeAt(i));
  return hash;
}

const termsAt = (table: RunTable, run: number): number[] => [
  ...table.terms.subarray(table.termStart(run), table.termStart(run + 1)),
];

it('knows the terms of a run by its place in a text', () => {
  const table = new RunTable();
  const text = 'one two one';
  const first = table.add(text, 0, 3, hashOf('one'), [7, 8]);
  table.add(text, 4, 7, hashOf('two'), []);
  const found = table.find(text, 8, 11, hashOf('one'));
  expect(found).toBe(first);
  expect(termsAt(table, found)).toEqual([7, 8]);
  expect(table.find('three', 0, 5, hashOf('three'))).toBe(-1);
});

it('forgets runs when there are too many, and never takes one for another', () => {
  const run = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 300 }), fc.integer({ min: 1, max: 20 }), (runs, most) => {
      const table = new RunTable(most);
      const numbers = new Map([...new Set(runs)].map((one, number) => [one, number]));
      for (const one of runs) {
        const terms = [numbers.get(one) as number, one.length];
        let found = table.find(one, 0, one.length, hashOf(one));
        if (found < 0) found = table.add(one, 0, one.length, hashOf(one), terms);
        expect(found).toBeLessThan(most);
        expect(termsAt(table, found)).toEqual(terms);
      }
    }),
  );
});

it('keeps few runs that hash alike, so that finding a run stays quick', () => {
  const table = new RunTable();
  const runs = Array.from({ length: 2_000 }, (_, number) => `run${number}`);
  for (const [number, run] of runs.entries()) {
    expect(table.find(run, 0, run.length, 7)).toBe(-1);
    expect(table.find(run, 0, run.length, 7)).toBe(-1);
    expect(termsAt(table, table.add(run, 0, run.length, 7, [number]))).toEqual([number]);
  }
  const found = runs.map((run) => table.find(run, 0, run.length, 7)).filter((run) => run !== -1);
  expect(found.length).toBeLessThan(100);
});
