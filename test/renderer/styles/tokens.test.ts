import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../../../src-renderer/styles/tokens.css', import.meta.url), 'utf8');

/** Colours of a palette, by name. */
function palette(isDark: boolean): ReadonlyMap<string, string> {
  const pairs = css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g);
  return new Map(Array.from(pairs, ([, name = '', light = '', dark = '']) => [name, isDark ? dark : light]));
}

/** WCAG 2.2 relative luminance and contrast. */
function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['desk', 'paper', 'well', 'raised', 'hover', 'here'];
const TEXT: ReadonlyArray<readonly [ink: string, grounds: readonly string[]]> = [
  ...['ink', 'ink-2'].map(
    (ink) => [ink, [...GROUNDS, 'good-wash', 'care-wash', 'bad-wash', 'signal-wash']] as const,
  ),
  ['ink-3', ['desk', 'paper', 'well', 'raised', 'hover']],
  ['signal-ink', ['desk', 'paper', 'here', 'hover']],
  ['good', ['desk', 'paper', 'good-wash']],
  ['care', ['desk', 'paper', 'care-wash']],
  ['bad', ['desk', 'paper', 'bad-wash', 'hover', 'here']],
  ...['code-ink', 'code-key', 'code-str', 'code-fn', 'code-note'].map(
    (ink) => [ink, ['well', 'paper']] as const,
  ),
  ['on-ink', ['ink', 'ink-2']],
  ['on-signal', ['signal']],
];
const MARKS: typeof TEXT = [
  ['edge', ['desk', 'paper', 'well']],
  ['signal', ['desk', 'paper', 'here', 'well']],
  ...['good', 'care-mark', 'bad', 'still'].map((mark) => [mark, ['desk', 'paper', 'hover', 'here']] as const),
];

for (const theme of ['light', 'dark'])
  describe(`colours, ${theme}`, () => {
    const tokens = palette(theme === 'dark');
    const color = (name: string) => tokens.get(name) ?? '';

    it('text has 4.5:1 on every ground it stands on', () => {
      for (const [ink, grounds] of TEXT)
        for (const ground of grounds)
          expect(contrast(color(ink), color(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    });

    it('marks and edges of controls have 3:1', () => {
      for (const [mark, grounds] of MARKS)
        for (const ground of grounds)
          expect(contrast(color(mark), color(ground)), `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
    });
  });
