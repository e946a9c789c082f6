import { describe, expect, it } from 'vitest';
import { problemsOfFile } from '../../../src-renderer/views/reader/document.tsx';
import { outlineOf } from '../../../src-renderer/views/reader/page-tree.ts';
import { parsePage } from '../../../src-renderer/views/reader/parse-page.ts';
import { askedTerms, findAsked } from '../../../src-renderer/views/reader/reading.ts';

describe('the words of a question', () => {
  const marked = (question: string, text: string) => {
    const terms = askedTerms(question);
    return terms && findAsked(text, terms).map(([start, end]) => text.slice(start, end));
  };

  it('are found in every form, whatever their case and accents', () => {
    expect(
      marked('rows leak a connection', 'Connections were leaking in the Row; colleagues slept.'),
    ).toEqual(['Connections', 'leaking', 'Row']);
    expect(marked('café', 'a Cafe')).toEqual(['Cafe']);
  });

  it('leave out what every sentence has', () => {
    expect(askedTerms('what is the of it')).toBeUndefined();
    expect(askedTerms(undefined)).toBeUndefined();
  });
});

describe('problems of the open file', () => {
  const files = ['overview.md', 'examples/overview.md'].map((path) => ({
    path,
    text: '',
    tokens: 1,
    priority: 'P0' as const,
  }));
  const problem = (file: string, changes = {}) => ({
    ...({ code: 'link-dead', severity: 'warning', message: file, skillKey: 'rust/a/b', line: 2 } as const),
    file,
    ...changes,
  });
  const found = [
    problem('skills/rust/a/b/overview.md'),
    problem('skills/rust/a/b/examples/overview.md'),
    problem('skills/rust/a/c/overview.md', { skillKey: 'rust/a/c' }),
    problem('skills/rust/a/b/overview.md', { severity: 'info' }),
    problem('skills/rust/a/b/overview.md', { code: 'tokens-too-few', severity: 'error', line: undefined }),
  ];

  it('are those of this file of this skill that agents notice', () => {
    expect(problemsOfFile(found, 'rust/a/b', 'overview.md', files)).toEqual([
      { message: 'skills/rust/a/b/overview.md', code: 'link-dead', line: 2 },
    ]);
    expect(problemsOfFile(found, 'rust/a/b', 'examples/overview.md', files)).toHaveLength(1);
    const empty = problem('skills/rust/a/b/overview.md', { code: 'text-not-utf8', line: undefined });
    expect(problemsOfFile([empty], 'rust/a/b', 'overview.md', files)).toHaveLength(1);
  });
});

describe('the outline of a text', () => {
  const outline = (text: string, hasEntries: boolean) => {
    const page = parsePage(text, hasEntries);
    return page && outlineOf(page).map(({ text: name, number, lines }) => [name, number, ...lines]);
  };

  it('has the entries with their numbers, and the lines of each', () => {
    expect(outline('# T\n\n## a\n\n### why\n\n## b\n', true)).toEqual([
      ['a', '1', 3, 6],
      ['b', '2', 7, Number.POSITIVE_INFINITY],
    ]);
  });

  it('has the headings below the title where nothing is numbered', () => {
    expect(outline('# T\n## a\n### deep\n## b', false)).toEqual([
      ['a', '', 2, 3],
      ['b', '', 4, Number.POSITIVE_INFINITY],
    ]);
  });
});
