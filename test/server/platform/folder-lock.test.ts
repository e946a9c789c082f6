import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LOCK_TIMEOUT_MS, withWriteLock } from '../../../src-server/platform/folder-lock.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const LOCK = '.private/lock';
/** Of a process that has ended. */
const goneNumber = () => spawnSync(process.execPath, ['-e', '']).pid;

it('admits writers in turn, and leaves no file', async () => {
  const root = temporaryFolder();
  let inside = 0;
  const most: number[] = [];
  const work = async () => {
    inside += 1;
    await new Promise((resolve) => setTimeout(resolve, 2));
    most.push(inside);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => withWriteLock(root, '.private', work)));
  expect([Math.max(...most), most.length, readdirSync(root)]).toEqual([1, 10, []]);
});

it('goes on after work that failed', async () => {
  const root = temporaryFolder();
  const failing = withWriteLock(root, '.private', () => Promise.reject(new Error('no')));
  const after = withWriteLock(root, '.private', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await after).toBe('done');
});

it.each([
  ['whose process is gone', `${goneNumber()} ${hostname()}`, 0],
  ['of another machine that is ten minutes old', '1 elsewhere.example', 601_000],
  ['without a name that is ten minutes old', '', 601_000],
])('takes over a lock %s', async (_what, holder, ageMs) => {
  const root = temporaryFolder({ [LOCK]: holder });
  chmodSync(join(root, LOCK), 0o600);
  const then = new Date(Date.now() - ageMs);
  utimesSync(join(root, LOCK), then, then);
  expect(await withWriteLock(root, '.private', async () => existsSync(join(root, LOCK)))).toBe(true);
  expect(readdirSync(root)).toEqual([]);
});

it('gives up where a holder stays, and says which file keeps it out', async () => {
  const root = temporaryFolder({ [LOCK]: '7 elsewhere.example' });
  chmodSync(join(root, LOCK), 0o600);
  vi.spyOn(performance, 'now')
    .mockReturnValueOnce(0)
    .mockReturnValue(LOCK_TIMEOUT_MS + 1);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(withWriteLock(root, '.private', async () => {})).rejects.toThrow(
    `Try again, or delete ${join(root, LOCK)}`,
  );
  expect(existsSync(join(root, LOCK))).toBe(true);
});
