import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesAround } from '../../../src-server/registry/source-lines.ts';

const numbered = (lines: ReturnType<typeof linesAround>) =>
  lines.map(({ number, text }) => `${number} ${text}`);

describe('lines around a place', () => {
  it('are two before it and one after it', () => {
    expect(numbered(linesAround('a\nb\r\nc\rd\ne', 3, 1))).toEqual(['1 a', '2 b', '3 c', '4 d']);
  });

  it.each([
    [1, ['1 a', '2 b']],
    [2, ['1 a', '2 b']],
    [3, []],
  ])('are fewer at an end of the text: line %i', (line, lines) => {
    expect(numbered(linesAround('a\nb', line, 1))).toEqual(lines);
  });

  it('tell of a long line only what stands around the place, and where it was cut', () => {
    const [line] = linesAround(`${'x'.repeat(1000)}"tier": "core"${'y'.repeat(1000)}`, 1, 1001);
    expect(line).toMatchObject({ number: 1, from: 941, cut: true });
    expect(line?.text).toMatch(/^x{60}"tier": "core"y+$/);
  });

  it('never say what is not there, never more than 200 characters of a line, and hold the place', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '"', '\n', '\r', '😀', 'b'.repeat(150)),
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, fc.nat(12), fc.nat(900), (source, line, column) => {
        const sources = source.split(/\r\n|\n|\r/);
        for (const { number, from = 1, text: shown, cut } of linesAround(source, line + 1, column + 1)) {
          const whole = sources[number - 1] ?? '';
          expect(whole.slice(from - 1, from - 1 + shown.length)).toBe(shown);
          expect(shown.length).toBeLessThanOrEqual(200);
          expect(shown).not.toMatch(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/);
          expect(cut === true).toBe(from - 1 + shown.length < whole.length);
          if (number === line + 1 && column < whole.length)
            expect(from - 1 + shown.length).toBeGreaterThan(column);
        }
      }),
    );
  });
});
