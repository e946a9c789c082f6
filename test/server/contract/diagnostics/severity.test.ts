import { describe, expect, it } from 'vitest';
import { compareDiagnostics, countBySeverity, diagnose } from '../../../../src-server/contract/diagnostic.ts';
import { checkingWords, problemWords } from '../../../../src-server/contract/words.ts';

describe('numbers of problems', () => {
  it('are said without what there is none of, and in the singular where it is one', () => {
    expect(problemWords({ error: 1_200, warning: 1, info: 2 })).toBe('1,200 errors, 1 warning, 2 notes');
    expect(problemWords({ error: 0, warning: 0, info: 1 })).toBe('1 note');
    expect(problemWords(countBySeverity([]))).toBe('no problems');
  });

  it('say how much is still being checked', () => {
    expect(checkingWords({ done: 12, total: 10_000 })).toBe('still checking: 12 of 10,000 skills done');
  });
});

describe('a list of problems', () => {
  it('begins with folders that are not served, whatever else is an error', () => {
    const found = [
      diagnose('field-missing', 'a', { skillKey: 'a' }),
      diagnose('index-json-invalid', 'b'),
      diagnose('key-duplicate', 'c', { skillKey: 'z' }),
      diagnose('skill-json-invalid', 'd'),
    ];
    expect(found.sort(compareDiagnostics).map(({ code }) => code)).toEqual([
      'skill-json-invalid',
      'key-duplicate',
      'index-json-invalid',
      'field-missing',
    ]);
  });
});
