import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameData, keepSame } from '../../../src-renderer/stores/same-data.ts';

describe('two values out of JSON', () => {
  it('are the same exactly where JSON says so', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(isSameData(a, structuredClone(a))).toBe(true);
        expect(isSameData([a, 0], [a, 1])).toBe(false);
        if (isSameData(a, b)) expect(b).toEqual(a);
      }),
    );
  });

  it('are not the same for what one of them lacks', () => {
    expect(isSameData({ a: undefined }, { b: undefined })).toBe(false);
    expect(isSameData([], {})).toBe(false);
    expect(isSameData({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  });
});

describe('a list that was asked for again', () => {
  const before = [
    { key: 'a', n: 1 },
    { key: 'b', n: 1 },
  ];
  const keep = (next: typeof before) => keepSame(before, next, ({ key }) => key);

  it('is the old one where nothing changed', () => {
    expect(keep(structuredClone(before))).toBe(before);
  });

  it('keeps every item that didn’t change, wherever it stands now', () => {
    const next = keep([
      { key: 'c', n: 1 },
      { key: 'b', n: 1 },
      { key: 'a', n: 2 },
    ]);
    expect(next).toEqual([
      { key: 'c', n: 1 },
      { key: 'b', n: 1 },
      { key: 'a', n: 2 },
    ]);
    expect(next[1]).toBe(before[1]);
    expect(next[2]).not.toBe(before[0]);
  });

  it('is another list where only the order changed', () => {
    expect(keep([...before].reverse()).map(({ key }) => key)).toEqual(['b', 'a']);
  });
});
