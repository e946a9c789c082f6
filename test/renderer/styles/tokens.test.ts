import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../src-renderer/', import.meta.url));
const css = readFileSync(`${ROOT}styles/tokens.css`, 'utf8');
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:css|tsx?)$/.test(name))
  .map((name) => [name, readFileSync(ROOT + name, 'utf8')] as const);

/** Returns the colours of a palette, by their names. */
function palette(isDark: boolean): ReadonlyMap<string, string> {
  const pairs = css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g);
  return new Map(Array.from(pairs, ([, name = '', light = '', dark = '']) => [name, isDark ? dark : light]));
}

/** Returns the relative luminance that WCAG 2.2 defines. */
function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['desk', 'paper', 'well', 'raised', 'hover'];
const TEXT: ReadonlyArray<readonly [ink: string, grounds: readonly string[]]> = [
  ...['ink', 'ink-2'].map(
    (ink) => [ink, [...GROUNDS, 'good-wash', 'care-wash', 'bad-wash', 'signal-wash']] as const,
  ),
  ['ink-3', ['desk', 'paper', 'well', 'raised', 'hover']],
  ['good', ['desk', 'paper', 'good-wash']],
  ['care', ['desk', 'paper', 'care-wash']],
  ['bad', ['desk', 'paper', 'bad-wash', 'hover']],
  ...['code-ink', 'code-key', 'code-str', 'code-fn', 'code-note'].map(
    (ink) => [ink, ['well', 'paper']] as const,
  ),
  ['on-ink', ['ink', 'ink-2']],
  ['on-signal', ['signal']],
];
const MARKS: typeof TEXT = [
  ['edge', ['desk', 'paper', 'well']],
  ['signal', ['desk', 'paper', 'well']],
  ...['good', 'care-mark', 'bad', 'still'].map((mark) => [mark, ['desk', 'paper', 'hover']] as const),
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

describe('the tokens', () => {
  it('are all used', () => {
    const names = new Set(css.match(/--[\w-]+(?=:)/g));
    const all = sources.map(([, text]) => text).join('\n');
    expect([...names].filter((name) => !all.includes(`var(${name})`))).toEqual([]);
  });

  it('have the scale of spaces: no padding, margin or gap has a length of its own', () => {
    const own = sources.flatMap(([name, text]) =>
      name.endsWith('tokens.css')
        ? []
        : [...text.matchAll(/(?:^|[;{\s])(?:padding|margin|(?:row-|column-)?gap)(?:-[a-z-]+)?:([^;{}]+);/g)]
            .filter(([, value = '']) => /\d(?:rem|px)/.test(value) && !/^\s*-?1px$/.test(value))
            .map(([declaration]) => `${name}: ${declaration.trim()}`),
    );
    expect(own).toEqual([]);
  });

  it('have the scale of type: no size, line or weight of letters has a number of its own', () => {
    const own = sources.flatMap(([name, text]) =>
      !name.endsWith('.css') || name.endsWith('tokens.css')
        ? []
        : [
            ...text.matchAll(
              /(?:^|[;{\s])(?:font|font-size|font-weight|line-height|letter-spacing):([^;{}]+);/g,
            ),
          ]
            // Code within a sentence follows the size of the sentence; nothing, all and the line itself are no steps.
            .filter(([, value = '']) => !/^\s*(?:0|1|100%|0\.\d+em)\s*$/.test(value))
            .filter(([, value = '']) => /\d/.test(value.replaceAll(/var\([^)]*\)(?:\s*\/\s*1(?=\s))?/g, '')))
            .map(([declaration]) => `${name}: ${declaration.trim()}`),
    );
    expect(own).toEqual([]);
  });
});

describe('the font', () => {
  const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => face);

  it('comes with the page, one file of one package, and from nowhere else', () => {
    const addresses = sources.flatMap(([, text]) => [...text.matchAll(/url\(\s*["']?([^"')]+)/g)]);
    expect(addresses.map(([, address]) => address)).toEqual([
      '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    ]);
  });

  it('takes the place of no font that was already drawn, and has stand-ins of its size', () => {
    const [inter = '', ...standIns] = faces;
    expect(inter).toContain('font-display: optional');
    for (const face of standIns)
      expect(face).toMatch(/local\([\s\S]*size-adjust: [\d.]+%[\s\S]*ascent-override: [\d.]+%/);
    const families = new Set(standIns.map((face) => /font-family: ("[^"]+")/.exec(face)?.[1]));
    expect(css).toContain(`--sans: "Inter", ${[...families].join(', ')}, system-ui, sans-serif;`);
  });
});
