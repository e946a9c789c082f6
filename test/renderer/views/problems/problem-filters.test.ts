import { describe, expect, it } from 'vitest';
import {
  groupProblems,
  locationOf,
  problemsAsText,
  readProblemFilters,
  shortLocationOf,
  writeProblemFilters,
} from '../../../../src-renderer/views/problems/problem-filters.ts';
import { DIAGNOSTICS, type Diagnostic } from '../../../../src-server/contract/diagnostic.ts';

const problems: readonly Diagnostic[] = [
  {
    code: 'file-missing',
    severity: 'error',
    message: 'One',
    skillKey: 'a/b/c',
    file: 'skills/a/b/c/skill.json',
    line: 3,
    column: 5,
  },
  { code: 'field-missing', severity: 'warning', message: 'Two', skillKey: 'a/b/c' },
  { code: 'index-schema-missing', severity: 'warning', message: 'Three', file: 'index.json' },
  { code: 'registry-empty', severity: 'info', message: 'Four' },
];
const read = (query: string) => readProblemFilters(new URLSearchParams(query));
const names = (query: string) => groupProblems(problems, read(query)).map(({ name }) => name);

describe('grouped problems', () => {
  it('are by skill, by file of the registry, or the registry itself', () => {
    expect(names('')).toEqual(['a/b/c', 'index.json', 'The registry']);
  });

  it('are by code as well', () => {
    expect(names('by=code')).toEqual([
      'file-missing',
      'field-missing',
      'index-schema-missing',
      'registry-empty',
    ]);
  });

  it('leave out what the filters leave out', () => {
    expect(names('without=warning&without=info')).toEqual(['a/b/c']);
    expect(names('code=registry-empty')).toEqual(['The registry']);
    expect(names('skill=a/b/c')).toEqual(['a/b/c']);
    expect(names('skill=nobody')).toEqual([]);
  });

  it('keep their filters in the URL', () => {
    for (const query of ['', 'without=info&code=file-missing&skill=a%2Fb%2Fc&by=code'])
      expect(writeProblemFilters(read(query)).toString()).toBe(query);
  });
});

describe('the place of a problem', () => {
  it('is file, line and column, or the pointer, as far as they are known', () => {
    expect(problems.map(locationOf)).toEqual(['skills/a/b/c/skill.json:3:5', '', 'index.json', '']);
    expect(locationOf({ ...(problems[2] as Diagnostic), pointer: '/skills/3' })).toBe('index.json /skills/3');
    expect(shortLocationOf({ ...(problems[0] as Diagnostic), line: 7 })).toBe('skill.json:7:5');
    expect(shortLocationOf({ ...(problems[2] as Diagnostic), pointer: '/skills/3' })).toBe(
      'index.json /skills/3',
    );
  });
});

it('problems as text say what is so, where, and what to do', () => {
  const text = problemsAsText(
    groupProblems(problems, read('skill=a/b/c')),
    ({ code }) => DIAGNOSTICS[code].fix,
  );
  expect(text).toContain(
    'a/b/c\n  error  One  [file-missing]\n    at skills/a/b/c/skill.json:3:5\n    fix: Add the file',
  );
});
