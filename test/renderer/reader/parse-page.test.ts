import { describe, expect, it } from 'vitest';
import { DEEPEST, parsePage } from '../../../src-renderer/views/reader/markdown/parse-page.ts';

const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'a\n'.repeat(rows)}`;

describe('a text that is parsed to a page', () => {
  it('may hold a table as large as people write them', () => {
    expect(parsePage(table(12, 200), false)).toBeDefined();
  });

  it('may hold 60,000 characters of code', () => {
    expect(parsePage(`\`\`\`js\n${'const a = b(1, "x");\n'.repeat(2_900)}\`\`\``, false)).toBeDefined();
  });

  it('may nest quotes and lists as deep as people write them', () => {
    expect(parsePage('> > - a\n>   - b\n>     1. c\n', false)).toBeDefined();
  });
});

describe('a text that is not parsed to a page', () => {
  it.each([
    ['a table whose few cells GFM fills up to two million', table(1000, 2000)],
    [
      'a quarter of a million characters of code',
      `\`\`\`js\n${'const a = b(1, "x");\n'.repeat(11_000)}\`\`\``,
    ],
    ['the same table with the line ends of old Macs', table(1000, 2000).replaceAll('\n', '\r')],
    ['quotes in quotes', `${'>'.repeat(DEEPEST + 1)} a`],
    ['a quarter of a million quotes', '>'.repeat(249_000)],
    ['lists in lists on one line', `${'- '.repeat(DEEPEST + 1)}a`],
    ['lists in lists, each on its line', lists(DEEPEST)],
    ['emphasis in emphasis', `${'*a _b '.repeat(DEEPEST)}${'c_ d* '.repeat(DEEPEST)}`],
  ])('%s', (_, text) => {
    expect(parsePage(text, false)).toBeUndefined();
  });
});

function lists(depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${'  '.repeat(level)}- a`).join('\n');
}
