import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from '../../../src-server/validation/line-diff.ts';

describe('lineDiff', () => {
  it('is empty for the same text', () => {
    expect(lineDiff('a\nb\n', 'a\nb\n')).toEqual([]);
  });

  it('shows what went and what came with two lines around', () => {
    expect(lineDiff('1\n2\n3\n4\n5\n6\n7', '1\n2\n3\nfour\n5\n6\n7')).toEqual([
      '  2',
      '  3',
      '- 4',
      '+ four',
      '  5',
      '  6',
    ]);
  });

  it('leaves out what lies between', () => {
    expect(lineDiff('a\n1\n2\n3\n4\n5\n6\nb', 'A\n1\n2\n3\n4\n5\n6\nB')).toEqual([
      '- a',
      '+ A',
      '  1',
      '  2',
      '  …',
      '  5',
      '  6',
      '- b',
      '+ B',
    ]);
  });

  it('names every line that only one of the texts has', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (old, now) => {
        const diff = lineDiff(old.join('\n'), now.join('\n'));
        const count = (mark: string) => diff.filter((line) => line.startsWith(mark)).length;
        const [before, after] = [old.join('\n').split('\n').length, now.join('\n').split('\n').length];
        expect(before - count('-')).toBe(after - count('+'));
      }),
    );
  });
});
