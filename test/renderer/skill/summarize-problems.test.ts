import { describe, expect, it } from 'vitest';
import { countedWords, problemsWords } from '../../../src-renderer/skill/problem-words.ts';
import { summarizeProblems } from '../../../src-renderer/skill/summarize-problems.ts';
import { type DiagnosticCode, diagnose } from '../../../src-server/contract/diagnostics/diagnostic.ts';

const found = (code: DiagnosticCode, skillKey = 'a/b/c') =>
  diagnose(code, 'So it is.', { file: 'skills/a/b/c/skill.json', skillKey });
const factsOf = (...problems: ReturnType<typeof found>[]) => summarizeProblems(problems);

describe('problems', () => {
  it('are counted in causes, in however many places', () => {
    const { noticed, causes } = factsOf(
      found('enum-invalid'),
      found('enum-invalid', 'a/b/d'),
      found('key-from-manifest'),
    );
    expect({ noticed, causes }).toEqual({ noticed: 1, causes: 2 });
  });

  it('have the mark of what agents notice, not of a rule’s severity', () => {
    expect(factsOf(found('skill-json-invalid')).worst).toBe('error');
    expect(factsOf(found('enum-invalid')).worst).toBe('warning');
    expect(factsOf(found('key-from-manifest')).worst).toBe('info');
    expect(factsOf().worst).toBeUndefined();
  });

  it.each([
    [11, 17, '11 problems affect agents, 6 are cosmetic'],
    [1, 2, '1 problem affects agents, 1 is cosmetic'],
    [3, 3, '3 problems affect agents'],
    [0, 2, '2 cosmetic problems'],
    [0, 0, 'No problems'],
  ])('of which %i of %i affect agents are told as “%s”', (noticed, causes, words) => {
    expect(problemsWords({ noticed, causes })).toBe(words);
  });

  it('say how far the check is while it runs', () => {
    const checking = { done: 12, total: 85 } as const;
    expect(countedWords({ noticed: 1, causes: 1, checking })).toMatch(/^1 problem affects agents so far \(/);
  });
});
