import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedPlaces, formatDiff, lineDiff } from '../../../src-server/platform/changed-lines.ts';

const shown = (before: string, after: string, context: number) =>
  changedPlaces(before, after, context).map((place) => formatDiff(place).split('\n'));

describe('changedPlaces', () => {
  it('are none for the same text', () => {
    expect(changedPlaces('a\nb\n', 'a\nb\n', 2)).toEqual([]);
  });

  it('show what went and what came with some lines around', () => {
    expect(shown('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\nfour\n5\n6\n7', 2)).toEqual([
      ['  2', '  3', '- 4', '+ four', '  5', '  6'],
    ]);
  });

  it('leave out what lies between', () => {
    expect(shown('a\n1\n2\n3\n4\n5\n6\nb', 'A\n1\n2\n3\n4\n5\n6\nB', 2)).toEqual([
      ['- a', '+ A', '  1', '  2'],
      ['  5', '  6', '- b', '+ B'],
    ]);
  });

  it('take no line end for a difference', () => {
    expect(changedPlaces('a\r\nb\r\n', 'a\nb\n', 2)).toEqual([]);
  });

  it('are all old and all new where nearly everything differs', () => {
    const lines = (word: string) => Array.from({ length: 3_000 }, (_, n) => `${word} ${n}`).join('\n');
    const [place = []] = changedPlaces(lines('old'), lines('new'), 2);
    expect(place).toHaveLength(6_000);
  });
});

describe('lineDiff', () => {
  it('names every line that only one of the texts has', () => {
    const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(someLines, someLines, (old, now) => {
        const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
        const diff = lineDiff(text(old), text(now));
        const count = (kind: string) => diff.filter((line) => line.kind === kind).length;
        expect(old.length - count('removed')).toBe(now.length - count('added'));
      }),
    );
  });
});
