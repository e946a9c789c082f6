import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, formatTable, textWidth } from '../../../../src-server/cli/text/text-table.ts';

describe('a table for people', () => {
  it('has its columns one below the other, and cuts the last one to the width', () => {
    const rows = [
      ['KEY', 'SUMMARY'],
      ['go/a/b', 'What b gets wrong when it is shut down'],
      ['cpp/gabime/spdlog', 'Short'],
    ];
    expect(formatTable(rows, 40)).toBe(
      [
        'KEY                SUMMARY',
        'go/a/b             What b gets wrong wh…',
        'cpp/gabime/spdlog  Short',
      ].join('\n'),
    );
  });

  it('counts what takes two columns, or none, in a terminal', () => {
    expect([textWidth('日本'), textWidth('e\u0301'), textWidth('🚀'), textWidth('abc')]).toEqual([
      4, 1, 2, 3,
    ]);
    expect(cutText('日本語日本語', 5)).toBe('日本…');
  });

  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 2 }), {
    minLength: 1,
  });

  it('never has a line that is wider than the terminal, as long as its first column leaves room', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 40, max: 200 }), (texts, width) => {
        const short = texts.map(([first = '', last = '']) => [cutText(first, 4), last]);
        for (const line of formatTable(short, width).split('\n'))
          expect(textWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('has one line for each row, whatever stands in it', () => {
    fc.assert(
      fc.property(rows, (texts) => {
        expect(formatTable(texts, 80).split('\n')).toHaveLength(texts.length);
      }),
    );
  });

  it('cuts to the width and never in the middle of a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
        const cut = cutText(text, width);
        expect(textWidth(cut)).toBeLessThanOrEqual(width);
        expect(cut === text || text.startsWith(cut.slice(0, -1))).toBe(true);
      }),
    );
  });
});
