import { expect, it } from 'vitest';
import { describeError } from '../../../src-server/cli/program.ts';

it.each(['EACCES', 'EPERM', 'EROFS'])(
  'says of what the system refused where that is, in a sentence: %s',
  (code) => {
    const refused = Object.assign(new Error(`${code}: mkdir`), { code, path: '/srv/skills/.submissions' });
    expect(describeError(refused)).toBe(
      `/srv/skills is read-only for you: .submissions can’t be opened or changed there (${code}). Allow it, or work on a copy.`,
    );
  },
);

it('leaves other messages as they are', () => {
  expect(describeError(new Error('wrong'))).toBe('wrong');
  expect(describeError(Object.assign(new Error('full'), { code: 'ENOSPC', path: '/a' }))).toBe('full');
});
