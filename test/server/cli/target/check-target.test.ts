import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinReports } from '../../../../src-server/cli/target/check-target.ts';
import type { Diagnostic } from '../../../../src-server/contract/diagnostics/diagnostic.ts';
import type { Report } from '../../../../src-server/validation/reporters/report.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';

const A = 'skills/go/a/a/skill.json';
const B = 'skills/go/a/b/skill.json';

const problem = (file: string): Diagnostic => ({
  code: 'enum-invalid',
  severity: 'error',
  message: 'wrong',
  file,
  line: 1,
});

function reportOf(root: string): Report {
  const location = { root, skillsFolder: 'skills', layout: 'registry' } as const;
  const checked = {
    location,
    isEmpty: false,
    facts: [],
    diagnostics: [A, B, 'index.json'].map(problem),
    relaxed: [],
  };
  return joinReports([checked], { cwd: root, version: '1', errorsOnly: false });
}

describe('the lines that a report shows', () => {
  it('are those of the file, whatever ends them', () => {
    const { readLines } = reportOf(temporaryFolder({ [A]: '1\r\n2', [B]: '3\n4' }));
    expect(readLines(A)).toEqual(['1', '2']);
    expect(readLines(B)).toEqual(['3', '4']);
    expect(readLines(A)).toEqual(['1', '2']);
  });

  it('are read once for all problems of a file, and for all that come back to index.json', () => {
    const root = temporaryFolder({ [A]: '1', [B]: '2', 'index.json': '{}' });
    const { readLines } = reportOf(root);
    const ofA = readLines(A);
    const ofIndex = readLines('index.json');
    for (const file of [A, 'index.json']) rmSync(join(root, file));
    expect(readLines(A)).toBe(ofA);
    readLines(B);
    expect(readLines('index.json')).toBe(ofIndex);
  });

  it('are unknown where the file can’t be read, also when it is asked again', () => {
    const { readLines } = reportOf(temporaryFolder({ [B]: '2' }));
    expect([readLines(A), readLines(A), readLines(B)]).toEqual([undefined, undefined, ['2']]);
  });
});
