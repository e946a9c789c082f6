import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../../src-server/registry/model/skill-key.ts';
import { differences, SortedTable } from '../../../../src-server/registry/model/sorted-table.ts';

type Edit = readonly [key: string, value: number | undefined];

/** Few keys, so that they are met again; surrogates and what comes behind them, so that the order is that of bytes. */
const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map(String),
  fc.string({ unit: fc.constantFrom('a', '/', '\0', '\u{1F600}', '\uFFFD'), maxLength: 3 }),
);
const edit: fc.Arbitrary<Edit> = fc.tuple(key, fc.option(fc.integer(), { nil: undefined, freq: 3 }));
const edits = fc.array(edit, { maxLength: 900, size: 'max' });

function edited(table: SortedTable<number>, changes: readonly Edit[]): SortedTable<number> {
  const draft = table.edit();
  for (const [name, value] of changes) {
    if (value === undefined) draft.delete(name);
    else draft.set(name, value);
  }
  return draft.finish();
}

function applied(map: ReadonlyMap<string, number>, changes: readonly Edit[]): Map<string, number> {
  const copy = new Map(map);
  for (const [name, value] of changes) {
    if (value === undefined) copy.delete(name);
    else copy.set(name, value);
  }
  return copy;
}

function sorted(map: ReadonlyMap<string, number>): Array<[string, number]> {
  return [...map].sort(([a], [b]) => compareBytes(a, b));
}

describe('a sorted table', () => {
  it('holds what a map would, in byte order, whatever is set and deleted', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const map = applied(applied(new Map(), first), second);
        const table = edited(edited(new SortedTable<number>(), first), second);
        expect([...table]).toEqual(sorted(map));
        expect(table.size).toBe(map.size);
        expect([...table.keys()]).toEqual(sorted(map).map(([name]) => name));
        expect([...table.values()]).toEqual(sorted(map).map(([, value]) => value));
        for (const [name] of [...first, ...second]) {
          expect(table.get(name)).toBe(map.get(name));
          expect(table.has(name)).toBe(map.has(name));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('stays as it is when it is edited', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const table = edited(new SortedTable<number>(), first);
        const before = [...table];
        const draft = table.edit();
        for (const [name] of second) draft.set(name, -1);
        const finished = draft.finish();
        const seen = [...finished];
        for (const [name] of first) draft.delete(name);
        expect([...table]).toEqual(before);
        expect([...finished]).toEqual(seen);
      }),
      { numRuns: 40 },
    );
  });

  it('lists the keys that begin with a text', () => {
    fc.assert(
      fc.property(edits, key, (changes, prefix) => {
        const table = edited(new SortedTable<number>(), changes);
        const expected = [...table].filter(([name]) => name.startsWith(prefix));
        expect([...table.startingWith(prefix)]).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('tells what differs from another one', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const before = edited(new SortedTable<number>(), first);
        const after = edited(before, second);
        const names = sorted(new Map([...before, ...after])).map(([name]) => name);
        const expected = names
          .map((name) => ({ key: name, before: before.get(name), after: after.get(name) }))
          .filter((difference) => difference.before !== difference.after);
        expect([...differences(before, after)]).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('shares all but the touched chunks with the one it was made from', () => {
    const numbers = Array.from({ length: 10_000 }, (_, index): Edit => [String(index), index]);
    const table = edited(new SortedTable<number>(), numbers);
    const other = edited(table, [['5000', -1]]);
    const known = new Set(table.chunks);
    expect(other.chunks.filter((chunk) => !known.has(chunk))).toHaveLength(1);
    expect(table.chunks.length).toBeLessThan(200);
  });

  it('has no more chunks than it needs once most keys are gone', () => {
    const numbers = Array.from({ length: 10_000 }, (_, index): Edit => [String(index), index]);
    const table = edited(new SortedTable<number>(), numbers);
    const few = edited(
      table,
      numbers.filter((_, index) => index % 100 !== 0).map(([name]): Edit => [name, undefined]),
    );
    expect(few.size).toBe(100);
    expect(few.chunks.length).toBeLessThan(20);
  });
});
