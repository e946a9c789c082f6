import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { withWriteLock } from '../../../src-server/platform/folder-lock.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { asRoot, notAsRoot, notOnLinux, onWindows, skipNow, unless } from '../../support/unless.ts';

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

/** A file of the lock as another process leaves it. */
function claim(owner: string, { number = 1, ageMs = 0, mode = 0o600, text = '' } = {}) {
  const root = temporaryFolder({ [`.private/lock/${number}.${owner}`]: text });
  const file = join(root, '.private', 'lock', `${number}.${owner}`);
  chmodSync(file, mode);
  const then = new Date(Date.now() - ageMs);
  utimesSync(file, then, then);
  return { root, file };
}

const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 16);
const TEN_MINUTES = 601_000;

it.each([
  ['whose process is gone', `${goneNumber()}.1.${HERE}.a`, {}],
  ['whose process number belongs to another process now', `${process.pid}.1.${HERE}.a`, {}],
  ['of another machine that is ten minutes old', '1.1.elsewhere.a', { ageMs: TEN_MINUTES }],
  ['that came with the folder, readable by all', `${process.pid}..${HERE}.a`, { mode: 0o644 }],
])('takes over a lock %s', unless(onWindows), async (_what, owner, facts) => {
  const { root } = claim(owner, facts);
  expect(await withWriteLock(root, '.private', async () => 'done')).toBe('done');
  expect(readdirSync(root)).toEqual([]);
});

it.each([
  ['of an earlier version that is ten minutes old', TEN_MINUTES, 0o600],
  ['of an earlier version that came with the folder', 0, 0o644],
])('takes over a lock %s', async (_what, ageMs, mode) => {
  const root = temporaryFolder({ '.private/lock': '' });
  const file = join(root, '.private', 'lock');
  chmodSync(file, mode);
  const then = new Date(Date.now() - ageMs);
  utimesSync(file, then, then);
  expect(await withWriteLock(root, '.private', async () => 'done')).toBe('done');
  expect(readdirSync(root)).toEqual([]);
});

it('gives up where a holder stays, and says which process keeps it out', async () => {
  const { root, file } = claim(`${process.pid}.${startOfThis()}.${HERE}.a`);
  vi.spyOn(performance, 'now')
    .mockReturnValueOnce(0)
    .mockReturnValue(LIMITS.lockMs + 1);
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(withWriteLock(root, '.private', async () => {})).rejects.toThrow(
    `writing to this folder (process ${process.pid}). Try again, or delete ${join(root, '.private', 'lock')} if no program does.`,
  );
  expect(readdirSync(join(root, '.private', 'lock'))).toEqual([basename(file)]);
});

function startOfThis(): string {
  if (process.platform !== 'linux') return '';
  return readFileSync('/proc/self/stat', 'latin1').split(') ').at(-1)?.split(' ')[19] ?? '';
}

it('admits one of six processes at a time, round after round, while others die as holders', async () => {
  const lock = join(temporaryFolder(), 'folder-lock.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../../../src-server/platform/folder-lock.ts', import.meta.url))],
    ...{ bundle: true, platform: 'node', format: 'esm', outfile: lock },
  });
  const holder = fileURLToPath(new URL('../../support/lock-holder.mjs', import.meta.url));
  const root = temporaryFolder();
  const run = (rounds: number, dies = '') =>
    new Promise((resolve) =>
      spawn(process.execPath, [holder, lock, root, String(rounds), dies]).on('close', resolve),
    );
  const dying = [1, 3, 5, 7].map((rounds) => run(rounds, 'dies'));
  const living = Array.from({ length: 6 }, () => run(20));
  await Promise.all(dying);
  expect(await Promise.all(living)).toEqual([0, 0, 0, 0, 0, 0]);
  const log = readFileSync(join(root, 'log'), 'utf8');
  expect(log.match(/overlap/g)).toBeNull();
  expect(log.match(/alone/g)).toHaveLength(6 * 20 + 0 + 2 + 4 + 6);
  expect(readdirSync(root)).toEqual(['log']);
});

describe('a folder that takes no lock', unless(notOnLinux, notAsRoot), () => {
  /** A disk of its own. */
  function mounted(options: string): string {
    const folder = temporaryFolder();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    if (status === 0) onTestFinished(() => void spawnSync('umount', [folder]));
    return status === 0 ? folder : '';
  }

  it('is named at once with the reason, where its disk is full', async (context) => {
    const root = mounted('size=64k,nr_inodes=5');
    if (root === '') skipNow(context, 'this container may not mount');
    for (const name of ['a', 'b', 'c']) writeFileSync(join(root, name), '');
    await expect(withWriteLock(root, '.private', async () => {})).rejects.toThrow(
      /can't be written: the disk is full \(ENOSPC\)\.$/,
    );
    for (const name of ['a', 'b', 'c']) rmSync(join(root, name));
    expect(await withWriteLock(root, '.private', async () => 'done')).toBe('done');
  });

  it('is named at once with the reason, where its disk is read-only', async (context) => {
    const root = mounted('size=64k');
    if (root === '') skipNow(context, 'this container may not mount');
    const remount = (how: string) => spawnSync('mount', ['-o', `remount,${how}`, root]);
    remount('ro');
    const refused = expect(withWriteLock(root, '.private', async () => {})).rejects;
    await refused.toThrow(/can't be written: the disk is read-only \(EROFS\)\.$/);
    remount('rw');
    mkdirSync(join(root, '.private', 'lock'), { recursive: true });
    remount('ro');
    const again = expect(withWriteLock(root, '.private', async () => {})).rejects;
    await again.toThrow(/can't be written: the disk is read-only \(EROFS\)\.$/);
  });
});

it('names at once a folder whose path is too long', async () => {
  const root = temporaryFolder();
  await expect(withWriteLock(root, 'a'.repeat(300), async () => {})).rejects.toThrow(
    'its path is too long (ENAMETOOLONG).',
  );
});

it('names at once a folder that is gone', async () => {
  const root = temporaryFolder();
  rmSync(root, { recursive: true });
  await expect(withWriteLock(root, '.private', async () => {})).rejects.toThrow('it is gone (ENOENT).');
});

it('names at once a folder without permission', unless(asRoot, onWindows), async () => {
  const root = temporaryFolder();
  chmodSync(root, 0o500);
  onTestFinished(() => chmodSync(root, 0o700));
  await expect(withWriteLock(root, '.private', async () => {})).rejects.toThrow('you may not write there');
});
