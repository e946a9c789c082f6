import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../../../src-server/contract/words/printable.ts';
import { codeFrame } from '../../../../src-server/validation/reporters/human-reporter.ts';

describe('the lines around a problem', () => {
  it('are the one with a mark under the place, and one above and below', () => {
    const lines = ['# Title', '', '\tsay it: so', 'more', 'end'];
    expect(codeFrame(lines, 3, 2)).toEqual(['  2 |', '> 3 |   say it: so', '    |   ^', '  4 | more']);
  });

  it('are none where the file has become shorter', () => {
    expect(codeFrame(['one'], 2, 1)).toEqual([]);
  });

  it('are cut where they are long, and a place behind that has no mark', () => {
    const line = 'x'.repeat(300);
    expect(codeFrame([line], 1, 120)).toEqual([`> 1 | ${'x'.repeat(120)}…`, `    | ${' '.repeat(119)}^`]);
    expect(codeFrame([line], 1, 121)).toEqual([`> 1 | ${'x'.repeat(120)}…`]);
    expect(codeFrame(['x'.repeat(120)], 1, 1)[0]).toBe(`> 1 | ${'x'.repeat(120)}`);
  });

  it('show of a long line what would be shown of it as a whole', () => {
    const unit = fc.constantFrom('a', ' ', '\t', '\u200b', '\u{1f600}', '\ud83d', '#', '::', 'é');
    fc.assert(
      fc.property(fc.string({ unit, minLength: 100, maxLength: 200 }), (line) => {
        const text = printable(line.replaceAll('\t', '  '));
        const shown = text.length > 120 ? `${text.slice(0, 120)}…` : text;
        expect(codeFrame([line], 1, 1)[0]).toBe(`> 1 | ${shown}`.trimEnd());
      }),
    );
  });
});
