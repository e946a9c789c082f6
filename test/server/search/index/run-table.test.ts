import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RunTable } from '../../../../src-server/search/index/run-table.ts';

it('finds each run that was added by its place in a text, and no other', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1 })), fc.string(), (runs, other) => {
      const table = new RunTable();
      const known = new Map<string, number>();
      for (const run of runs) if (!known.has(run)) known.set(run, table.add(run, [run.length, known.size]));
      for (const [run, number] of known) {
        const text = `<${run}>`;
        expect(table.find(text, 1, text.length - 1)).toBe(number);
        const own = table.terms.slice(table.startOf(number), table.endOf(number));
        expect(own[0]).toBe(run.length);
      }
      expect(table.find(other, 0, other.length) >= 0).toBe(known.has(other));
    }),
  );
});
