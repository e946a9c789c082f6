import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as named from '../../../src-renderer/components/widths.ts';
import { ROW_REM } from '../../../src-renderer/views/browse/use-row-height.ts';

const ROOT = new URL('../../../src-renderer/', import.meta.url);
const files = readdirSync(ROOT, { recursive: true })
  .map((name) => String(name).replaceAll('\\', '/'))
  .filter((name) => /\.(css|tsx?)$/.test(name));
const textOf = (file: string) => readFileSync(new URL(file, ROOT), 'utf8');
const widthsIn = (text: string): readonly string[] => text.match(/\((?:max|min)-width: \d+px\)/g) ?? [];

/** Where one piece alone turns, since what is in it has no room any more. */
const OWN_WIDTHS: Readonly<Record<string, readonly string[]>> = {
  'connect/client-row.module.css': ['(max-width: 719px)', '(max-width: 399px)'],
  'connect/lead-head.module.css': ['(max-width: 379px)'],
  'frame/ask-box.module.css': ['(max-width: 359px)'],
  'frame/status-line.module.css': ['(max-width: 359px)'],
  'frame/top-bar.module.css': ['(max-width: 819px)', '(max-width: 359px)'],
  'frame/view-links.module.css': ['(max-width: 819px)'],
  // Columns above `WITHOUT_PANEL`.
  'views/browse/browse.module.css': ['(min-width: 1100px)'],
  // Columns of doors and of registries.
  'views/first-start/first-start.module.css': ['(max-width: 819px)'],
  'views/registries/registries.module.css': ['(max-width: 819px)'],
};

describe('the widths where the layout turns', () => {
  it.each(Object.entries(named))('%s is one of the styles', (_name, query) => {
    const sheets = files.filter((file) => file.endsWith('.css'));
    expect(sheets.some((file) => widthsIn(textOf(file)).includes(query))).toBe(true);
  });

  it('are these in every sheet, but for its own', () => {
    const all: readonly string[] = Object.values(named);
    for (const file of files.filter((name) => name.endsWith('.css'))) {
      const others = widthsIn(textOf(file)).filter((width) => !all.includes(width));
      expect([...new Set(others)], file).toEqual(OWN_WIDTHS[file] ?? []);
    }
  });

  it('are asked for by their names', () => {
    const spelled = files.filter(
      (file) =>
        !/\.css$|components\/widths\.ts$/.test(file) &&
        widthsIn(textOf(file).replace(/\/\*[\s\S]*?\*\//g, '')).length > 0,
    );
    expect(spelled).toEqual([]);
  });
});

it('a row of the list is as tall as the styles say', () => {
  const rows = [...textOf('styles/tokens.css').matchAll(/--row: ([\d.]+)rem/g)].map(([, rem]) => Number(rem));
  expect(rows).toEqual([ROW_REM.wide, ROW_REM.narrow]);
});
