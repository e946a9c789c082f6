import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { unsuccessful } from '../../../scripts/ci/require-success.mjs';

it('is content when every job succeeded, and with nothing less', () => {
  expect(unsuccessful({ check: { result: 'success' }, node: { result: 'success' } })).toEqual([]);
  expect(
    unsuccessful({ a: { result: 'success' }, b: { result: 'failure' }, c: { result: 'skipped' } }),
  ).toEqual(['b: failure', 'c: skipped']);
  expect(unsuccessful({})).not.toEqual([]);
});

it('fails the job that asks', () => {
  const run = (needs: object) =>
    spawnSync(process.execPath, ['scripts/ci/require-success.mjs'], {
      env: { ...process.env, NEEDS: JSON.stringify(needs) },
      encoding: 'utf8',
    });
  expect(run({ a: { result: 'success' } }).status).toBe(0);
  expect(run({ a: { result: 'cancelled' } })).toMatchObject({ status: 1, stderr: 'a: cancelled\n' });
});
