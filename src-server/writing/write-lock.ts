import { randomUUID } from 'node:crypto';
import { promises as fs, type Stats } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CREATE_NEW, guardPath, lookAt, READ_PLAIN, WriteRefused } from './guarded-path.ts';
import { isOurs } from './sweep-leftovers.ts';

const LOCK_FILE = 'lock';
const PRIVATE = 0o700;
/** How long a writer waits for another one before it gives up; for the next one it waits anew … */
export const PATIENCE_MS = 10_000;
/** … but not longer than this for all of them together. */
export const LONGEST_PATIENCE_MS = 120_000;
const POLL_MS = 20;
/** A lock whose holder can't be asked whether it lives (another machine, a number that was given out again). */
const ABANDONED_MS = 600_000;
/** Its holder was ended before it could write its name, or had the number that this process has now. */
const SHORT_MS = 5_000;

/** Ours has about 50. */
const MAX_LOCK_BYTES = 1_024;

/** Why a lock couldn't be had. */
interface Obstacle {
  /** In words. */
  readonly who: string;
  /** Which lock it was; another one where it has changed hands since. Undefined where there was none any more. */
  readonly lock?: string;
}

const JUST_DONE: Obstacle = { who: 'it is just done' };

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/**
 * The last work under each lock in this process, done or not. Of the whole process, since that is what a lock names: who
 * finds its own number in one can't tell which part of the process took it.
 */
const turns = new Map<string, Promise<unknown>>();

/**
 * Does `work` while nobody else does any under the same lock, in this process or another: a file in a private folder
 * that only one can make. A lock whose holder is gone is taken over.
 *
 * @param root trusted
 * @param folder the private folder, relative to `root`; made, and removed again where it is empty
 * @returns what `work` does, which is given the private folder, absolute. Rejects with `WriteRefused` where the folder is
 *   a link or someone else's, one and the same holder keeps it for ten seconds, or many in turn for two minutes.
 */
export function withWriteLock<T>(
  root: string,
  folder: string,
  work: (privateFolder: string) => Promise<T>,
): Promise<T> {
  const key = join(root, folder);
  const turn = (turns.get(key) ?? Promise.resolve()).then(() => lockedWork(root, folder, work));
  const settled = turn.then(
    () => {},
    () => {},
  );
  turns.set(key, settled);
  void settled.then(() => turns.get(key) === settled && turns.delete(key));
  return turn;
}

async function lockedWork<T>(
  root: string,
  folder: string,
  work: (privateFolder: string) => Promise<T>,
): Promise<T> {
  const lock = await takeLock(root, `${folder}/${LOCK_FILE}`);
  try {
    return await work(lock.folder);
  } finally {
    await fs.rm(lock.path, { force: true });
    await fs.rmdir(lock.folder).catch(() => {});
  }
}

async function takeLock(
  root: string,
  path: string,
): Promise<{ readonly path: string; readonly folder: string }> {
  const isOver = createPatience();
  for (;;) {
    const found = await tryLock(root, path);
    if (!('who' in found)) return found;
    if (isOver(found.lock, performance.now()))
      throw new WriteRefused(`Another program is writing to this registry (${found.who}). Try again.`);
    await setTimeout(POLL_MS * (0.5 + Math.random()));
  }
}

/**
 * A writer's patience: told of the lock that it finds, and when (milliseconds), says whether it has seen that one for too
 * long, or has waited for too long altogether. Where many write, or the disk is slow, locks come and go, and each of them
 * counts by itself.
 */
export function createPatience(): (lock: string | undefined, now: number) => boolean {
  let seen: string | undefined;
  let since: number | undefined;
  let begun: number | undefined;
  return (lock, now) => {
    if (lock !== seen) since = undefined;
    seen = lock;
    since ??= now;
    begun ??= now;
    return now - since > PATIENCE_MS || now - begun > LONGEST_PATIENCE_MS;
  };
}

/** The lock, or why it can't be had. */
async function tryLock(
  root: string,
  path: string,
): Promise<{ readonly path: string; readonly folder: string } | Obstacle> {
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
    // Whoever had the lock removed the folder with it, between our two looks.
    if (code === 'ENOENT') return JUST_DONE;
    if (code !== 'EEXIST') throw error;
    return removeIfAbandoned(join(root, ...path.split('/')));
  }
}

async function removeIfAbandoned(lock: string): Promise<Obstacle> {
  const found = await lookAt(lock);
  if (found === undefined) return JUST_DONE;
  if (!found.isFile()) throw new WriteRefused(`${lock} is not a regular file. Remove it, then try again.`);
  const handle = await fs.open(lock, READ_PLAIN).catch(() => undefined);
  if (handle === undefined) return JUST_DONE;
  try {
    const stats = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LOCK_BYTES), 0, MAX_LOCK_BYTES, 0);
    const holder = parseHolder(buffer.toString('utf8', 0, bytesRead));
    // A time to come may have come with the folder; when it was changed is the system's to say.
    const since = Math.min(stats.mtimeMs, stats.ctimeMs);
    if (isMadeByUs(stats) && isHeld(holder, Date.now() - since))
      return {
        who: holder === undefined ? 'it has just begun' : `process ${holder.pid} on ${holder.host}`,
        // The number of a file that was removed is soon given to another.
        lock: `${stats.ino} ${stats.ctimeMs}`,
      };
    await removeLock(lock, stats.ino);
    return JUST_DONE;
  } finally {
    await handle.close();
  }
}

/** Two may want to remove it, and the quicker one may have its own by now: what was moved away is looked at again. */
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

/** Our locks are for nobody else to read; one that came with a checkout is not of that kind. */
function isMadeByUs({ mode, size }: Stats): boolean {
  return size <= MAX_LOCK_BYTES && (process.platform === 'win32' || (mode & 0o077) === 0);
}

function isHeld(holder: Holder | undefined, ageMs: number): boolean {
  const isOwnNumber = holder?.host === hostname() && holder.pid === process.pid;
  if (holder === undefined || isOwnNumber) return ageMs < SHORT_MS;
  if (ageMs > ABANDONED_MS) return false;
  return holder.host !== hostname() || isAlive(holder.pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
