import { promises as fs } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CREATE_NEW, guardPath, inspect, WriteRefused } from './guarded-path.ts';

export const LOCK_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** Of a holder on another machine, or with a reused process number. */
const ABANDONED_MS = 600_000;

/**
 * Exclusive across processes, by a file in the private `folder` below the trusted `root`. Rejects with `WriteRefused`
 * if that is a link, or after `LOCK_TIMEOUT_MS`.
 */
export async function withWriteLock<T>(root: string, folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(root, folder, 'lock');
  for (const begun = performance.now(); !(await take(root, folder)); await setTimeout(POLL_MS)) {
    if (await isAbandoned(path)) await fs.rm(path, { force: true });
    else if (performance.now() - begun > LOCK_TIMEOUT_MS)
      throw new WriteRefused(
        `Another program is writing to this folder. Try again, or delete ${path} if no program does.`,
      );
  }
  try {
    return await work();
  } finally {
    await fs.rm(path, { force: true });
    await fs.rmdir(join(root, folder)).catch(() => {});
  }
}

async function take(root: string, folder: string): Promise<boolean> {
  try {
    const { path } = await guardPath(root, `${folder}/lock`, 0o700);
    await fs.writeFile(path, `${process.pid} ${hostname()}`, { flag: CREATE_NEW, mode: 0o600 });
    return true;
  } catch (error) {
    // ENOENT: the previous holder removed the folder between our two calls.
    if (['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const stats = await inspect(path);
  if (stats === undefined) return false;
  if (!stats.isFile()) throw new WriteRefused(`${path} is not a regular file. Remove it, then try again.`);
  // Ours are private: this one came with the folder.
  if (process.platform !== 'win32' && (Number(stats.mode) & 0o077) !== 0) return true;
  const [pid, host] = (await fs.readFile(path, 'utf8').catch(() => '')).split(' ');
  return Date.now() - Number(stats.mtimeMs) > ABANDONED_MS || (host === hostname() && !isAlive(Number(pid)));
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
