import { describe, expect, it } from 'vitest';
import {
  compareDiagnostics,
  DIAGNOSTICS,
  diagnose,
  isAboutLine,
} from '../../../../src-server/contract/diagnostics/diagnostic.ts';

describe('diagnose', () => {
  it('takes the severity from the table', () => {
    expect(diagnose('file-missing', 'x').severity).toBe(DIAGNOSTICS['file-missing'].severity);
  });
});

describe('compareDiagnostics', () => {
  it('puts errors first, then goes by skill and file', () => {
    const warning = diagnose('link-dead', 'a', { skillKey: 'a/a/a' });
    const late = diagnose('file-missing', 'a', { skillKey: 'b/b/b', file: 'z' });
    const early = diagnose('file-missing', 'a', { skillKey: 'b/b/b', file: 'a' });
    expect([warning, late, early].sort(compareDiagnostics)).toEqual([early, late, warning]);
  });
});

describe('isAboutLine', () => {
  it.each([
    ['what stands at a line', diagnose('link-dead', 'a', { file: 'a.md', line: 3 }), true],
    ['a field of a JSON file', diagnose('field-missing', 'a', { file: 'a.json', pointer: '' }), true],
    ['a file that is no JSON', diagnose('skill-json-invalid', 'a', { file: 'skill.json' }), true],
    ['a file that is absent', diagnose('file-missing', 'a', { file: 'a.md' }), false],
  ])('is told of %s', (_, diagnostic, expected) => {
    expect(isAboutLine(diagnostic)).toBe(expected);
  });
});
