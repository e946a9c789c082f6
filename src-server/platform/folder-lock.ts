import { promises as fs } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CREATE_NEW, type GuardedPath, guardPath, inspect, WriteRefused } from './guarded-path.ts';

const LOCK_FILE = 'lock';
const PRIVATE = 0o700;
export const LOCK_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** Of a holder on another machine, or with a reused process number. */
const ABANDONED_MS = 600_000;

/**
 * Exclusive across processes. Removes locks of ended holders.
 *
 * @param folder private folder of the lock, relative to the trusted `root`; created, and removed if empty
 * @returns result of `work`; rejects with `WriteRefused` if the folder is a link, or after `LOCK_TIMEOUT_MS`
 */
export async function withWriteLock<T>(root: string, folder: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  let lock = await tryLock(root, folder);
  while (lock === undefined) {
    const holder = await holderOf(root, folder);
    if (performance.now() - begun > LOCK_TIMEOUT_MS)
      throw new WriteRefused(
        `Another program is writing to this folder${holder}. Try again, or delete ${join(root, folder, LOCK_FILE)} if no program does.`,
      );
    await setTimeout(POLL_MS * (0.5 + Math.random()));
    lock = await tryLock(root, folder);
  }
  try {
    return await work();
  } finally {
    await fs.rm(lock.path, { force: true });
    await fs.rmdir(lock.folder).catch(() => {});
  }
}

/** Undefined if another process has the lock. */
async function tryLock(root: string, folder: string): Promise<GuardedPath | undefined> {
  try {
    const lock = await guardPath(root, `${folder}/${LOCK_FILE}`, PRIVATE);
    const text = JSON.stringify({ pid: process.pid, host: hostname() });
    await fs.writeFile(lock.path, text, { flag: CREATE_NEW, mode: 0o600 });
    return lock;
  } catch (error) {
    // ENOENT: the previous holder removed the folder between our two calls.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** For people; removes an abandoned lock. */
async function holderOf(root: string, folder: string): Promise<string> {
  const path = join(root, folder, LOCK_FILE);
  const stats = await inspect(path);
  if (stats === undefined) return '';
  if (!stats.isFile()) throw new WriteRefused(`${path} is not a regular file. Remove it, then try again.`);
  const [, pid, host] =
    /"pid":\s*(\d+),\s*"host":\s*"([^"]*)"/.exec(await fs.readFile(path, 'utf8').catch(() => '')) ?? [];
  const isOld = Date.now() - Math.min(Number(stats.mtimeMs), Number(stats.ctimeMs)) > ABANDONED_MS;
  // Ours are private; this one came with the folder.
  const isForeign = process.platform !== 'win32' && (Number(stats.mode) & 0o077) !== 0;
  if (isOld || isForeign || (host === hostname() && !isAlive(Number(pid))))
    await fs.rm(path, { force: true });
  return host === undefined ? '' : ` (process ${pid} on ${host})`;
}

/** On this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
