import { randomUUID } from 'node:crypto';
import { promises as fs, type Stats } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CREATE_NEW, guardPath, inspect, isOurs, READ_PLAIN, WriteRefused } from './guarded-path.ts';

const LOCK_FILE = 'lock';
const PRIVATE = 0o700;
export const LOCK_TIMEOUT_MS = 30_000;
const POLL_MS = 20;
/** Of a holder on another machine, or with a reused process number. */
const ABANDONED_MS = 600_000;
/** Ours has about 50. */
const MAX_LOCK_BYTES = 1_024;

interface Holder {
  readonly pid: number;
  readonly host: string;
}

interface Lock {
  readonly path: string;
  readonly folder: string;
}

/**
 * Exclusive across processes. Removes locks of dead holders.
 *
 * @param folder private folder of the lock, relative to the trusted `root`; created, and removed if empty
 * @returns result of `work`; rejects with `WriteRefused` if the folder is a link or another user's, or after
 * `LOCK_TIMEOUT_MS`
 */
export async function withWriteLock<T>(root: string, folder: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(root, `${folder}/${LOCK_FILE}`);
  try {
    return await work();
  } finally {
    await fs.rm(lock.path, { force: true });
    await fs.rmdir(lock.folder).catch(() => {});
  }
}

async function takeLock(root: string, path: string): Promise<Lock> {
  const begun = performance.now();
  for (;;) {
    const lock = await tryLock(root, path);
    if (lock !== undefined) return lock;
    const file = join(root, ...path.split('/'));
    const holder = await removeIfAbandoned(file);
    if (performance.now() - begun > LOCK_TIMEOUT_MS)
      throw new WriteRefused(
        `Another program is writing to this folder${holder && ` (process ${holder.pid} on ${holder.host})`}. Try again, or delete ${file} if no program does.`,
      );
    await setTimeout(POLL_MS * (0.5 + Math.random()));
  }
}

/** Undefined if another process has the lock. */
async function tryLock(root: string, path: string): Promise<Lock | undefined> {
  try {
    const lock = await guardPath(root, path, PRIVATE);
    if (!isOurs(await fs.lstat(lock.folder)))
      throw new WriteRefused(`${lock.folder} belongs to another user. Remove it, then try again.`);
    const handle = await fs.open(lock.path, CREATE_NEW, 0o600);
    const holder: Holder = { pid: process.pid, host: hostname() };
    await handle.writeFile(JSON.stringify(holder)).finally(() => handle.close());
    return lock;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // ENOENT: the previous holder removed the folder between our two calls.
    if (code === 'EEXIST' || code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns a living holder. */
async function removeIfAbandoned(lock: string): Promise<Holder | undefined> {
  if ((await inspect(lock))?.isFile() === false)
    throw new WriteRefused(`${lock} is not a regular file. Remove it, then try again.`);
  const handle = await fs.open(lock, READ_PLAIN).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const stats = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LOCK_BYTES), 0, MAX_LOCK_BYTES, 0);
    const holder = parseHolder(buffer.toString('utf8', 0, bytesRead));
    if (isHeld(stats, holder)) return holder;
    await removeLock(lock, stats.ino);
    return undefined;
  } finally {
    await handle.close();
  }
}

function isHeld(stats: Stats, holder: Holder | undefined): boolean {
  // A lock that came with a checkout is not private.
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0) return false;
  if (holder?.host === hostname() && !isAlive(holder.pid)) return false;
  return Date.now() - Math.min(stats.mtimeMs, stats.ctimeMs) < ABANDONED_MS;
}

/** Of two removers, the quicker may already have a new lock. So the loser puts foreign locks back. */
async function removeLock(lock: string, ino: number): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  await fs.rename(lock, aside).catch(() => {});
  const moved = await fs.lstat(aside).catch(() => undefined);
  if (moved !== undefined && moved.ino !== ino) await fs.link(aside, lock).catch(() => {});
  await fs.rm(aside, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, host } = JSON.parse(text) as Partial<Holder>;
    return Number.isSafeInteger(pid) && typeof host === 'string' ? { pid: Number(pid), host } : undefined;
  } catch {
    return undefined;
  }
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
