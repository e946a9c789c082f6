import { expect, it } from 'vitest';
import { arrangeFindings } from '../../../../src-renderer/views/import/import-findings.ts';
import type { SubmissionCheck } from '../../../../src-server/contract/api/api.ts';
import { diagnose } from '../../../../src-server/contract/diagnostics/diagnostic.ts';

const check = (changes: Partial<SubmissionCheck>): SubmissionCheck => ({
  key: 'cpp/redis/hiredis',
  accepted: false,
  problems: [],
  diagnostics: [],
  ...changes,
});

it('shows a problem that repeats a diagnostic once, with its place and advice', () => {
  const hidden = diagnose('file-missing', 'It is not there.', { file: 'skill.json', line: 4, column: 2 });
  const { blocking, blockingCount, warnings } = arrangeFindings(
    check({ problems: ['skill.json:4: It is not there.'], diagnostics: [hidden] }),
  );
  expect(blocking).toEqual([
    {
      code: 'file-missing',
      findings: [{ message: 'It is not there.', location: 'skill.json:4:2' }],
      why: expect.stringContaining('Readers get less'),
      fix: expect.stringContaining('Add the file'),
    },
  ]);
  expect([blockingCount, warnings]).toEqual([1, []]);
});

it('shows what only the service refuses as it says it, first', () => {
  const error = diagnose('file-missing', 'x is missing.');
  const { blocking, blockingCount } = arrangeFindings(
    check({ problems: ['Skill exists already.', 'x is missing.'], diagnostics: [error] }),
  );
  expect(blocking.map(({ findings }) => findings[0]?.message)).toEqual([
    'Skill exists already.',
    'x is missing.',
  ]);
  expect(blockingCount).toBe(2);
});

it('takes a warning that keeps the skill out for what keeps it out', () => {
  const warning = diagnose('link-dead', 'A dead link.');
  expect(arrangeFindings(check({ problems: ['A dead link.'], diagnostics: [warning] }))).toMatchObject({
    blocking: [{ code: 'link-dead' }],
    warnings: [],
  });
});

it('groups what the same advice mends, and keeps apart what another does', () => {
  const { warnings, notes } = arrangeFindings(
    check({
      diagnostics: [
        diagnose('file-not-servable', 'a is not.', { file: 'a' }),
        diagnose('file-not-servable', 'b is not.', { file: 'b' }),
        diagnose('file-not-servable', 'c is not.', { file: 'c', fix: 'Something else.' }),
        diagnose('read-order-incomplete', 'A file is left out.'),
      ],
    }),
  );
  expect(warnings.map(({ findings }) => findings.length)).toEqual([2, 1]);
  expect(notes).toMatchObject([{ code: 'read-order-incomplete' }]);
});

it('does not repeat a place that the message names', () => {
  const { warnings } = arrangeFindings(
    check({ diagnostics: [diagnose('file-not-servable', 'a.txt is not served.', { file: 'a.txt' })] }),
  );
  expect(warnings[0]?.findings).toEqual([{ message: 'a.txt is not served.', location: '' }]);
});
