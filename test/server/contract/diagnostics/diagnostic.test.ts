import { describe, expect, it } from 'vitest';
import { DIAGNOSTICS } from '../../../../src-server/contract/codes.ts';
import { compareDiagnostics, diagnose } from '../../../../src-server/contract/diagnostic.ts';

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
