import { describe, expect, it } from 'vitest';
import { captionRail, DEEPEST, parsePage, railsOf } from '../../../src-renderer/views/reader/parse-page.ts';

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

describe('the rails of a code block', () => {
  it('run from a comment to the next blank line or the next comment', () => {
    expect(
      railsOf(['// BAD: x', 'a()', '', 'b()', '# GOOD', 'c()', '-- NEVER do', 'd()', '/* ALWAYS */', 'e()']),
    ).toEqual(['bad', 'bad', undefined, undefined, 'good', 'good', 'bad', 'bad', 'good', 'good']);
  });

  it('are a gift, never a guess', () => {
    for (const line of ['// BADGE', 'BAD = 1', 'x() // BAD', '// bad luck', '"// BAD"', '// This is BAD'])
      expect(railsOf([line])).toEqual([undefined]);
  });

  it('are of each form that the service labels', () => {
    for (const line of ['// Wrong: x', '# ❌ a', '// Incorrect', '-- Unsafe: x'])
      expect(railsOf([line]), line).toEqual(['bad']);
    for (const line of ['// Correct: x', '# ✅ a', '// Fix: x', '/* Better */'])
      expect(railsOf([line]), line).toEqual(['good']);
    expect(['❌ Wrong', 'Incorrect:', '✅ Correct', 'Better:'].map(captionRail)).toEqual([
      'bad',
      'bad',
      'good',
      'good',
    ]);
  });

  it('may be given by the paragraph above', () => {
    expect(['Bad:', 'BAD: x', 'Never', 'Good:', 'ALWAYS – so'].map(captionRail)).toEqual([
      'bad',
      'bad',
      'bad',
      'good',
      'good',
    ]);
    for (const text of ['', 'Badly:', 'Good code looks so', 'Why: bad', 'Always use a pool'])
      expect(captionRail(text), text).toBeUndefined();
  });
});
