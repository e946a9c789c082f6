import { randomUUID } from 'node:crypto';
import { promises as fs, type Stats } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CREATE_NEW, guardPath, inspect, READ_PLAIN, WriteRefused } from './guarded-path.ts';
import { isOurs } from './sweep-leftovers.ts';

const LOCK_FILE = 'lock';
const PRIVATE = 0o700;
/** Wait for the same holder … */
export const HOLDER_TIMEOUT_MS = 10_000;
/** … and for all holders together. */
export const TOTAL_TIMEOUT_MS = 120_000;
const POLL_MS = 20;
/** Holder not checkable: another machine, or a reused process number. */
const ABANDONED_MS = 600_000;
/** No name yet, or this process's number. */
const SHORT_MS = 5_000;

/** Ours has about 50. */
const MAX_LOCK_BYTES = 1_024;

interface Obstacle {
  readonly who: string;
  /** Identity, to notice a new holder. Undefined if gone. */
  readonly lock?: string;
}

const JUST_DONE: Obstacle = { who: 'it is just done' };

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Last work per lock, by module, as a lock names a whole process. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Exclusive across processes; takes over locks of dead holders.
 *
 * @param folder private folder of the lock, relative to the trusted `root`; created, and removed if empty
 * @param work gets the private folder's absolute path
 * @returns result of `work`; rejects with `WriteRefused` if the folder is a link or another user's, or after
 * `HOLDER_TIMEOUT_MS` or `TOTAL_TIMEOUT_MS`
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
  const isOver = createLockTimeout();
  for (;;) {
    const found = await tryLock(root, path);
    if (!('who' in found)) return found;
    if (isOver(found.lock, performance.now()))
      throw new WriteRefused(`Another program is writing to this folder (${found.who}). Try again.`);
    await setTimeout(POLL_MS * (0.5 + Math.random()));
  }
}

/**
 * Called with each found lock and the time in milliseconds. A timeout per lock, since many writers change
 * locks often.
 */
export function createLockTimeout(): (lock: string | undefined, now: number) => boolean {
  let seen: string | undefined;
  let since: number | undefined;
  let begun: number | undefined;
  return (lock, now) => {
    if (lock !== seen) since = undefined;
    seen = lock;
    since ??= now;
    begun ??= now;
    return now - since > HOLDER_TIMEOUT_MS || now - begun > TOTAL_TIMEOUT_MS;
  };
}

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
    // The previous holder removed the folder between our two calls.
    if (code === 'ENOENT') return JUST_DONE;
    if (code !== 'EEXIST') throw error;
    return removeIfAbandoned(join(root, ...path.split('/')));
  }
}

async function removeIfAbandoned(lock: string): Promise<Obstacle> {
  const found = await inspect(lock);
  if (found === undefined) return JUST_DONE;
  if (!found.isFile()) throw new WriteRefused(`${lock} is not a regular file. Remove it, then try again.`);
  const handle = await fs.open(lock, READ_PLAIN).catch(() => undefined);
  if (handle === undefined) return JUST_DONE;
  try {
    const stats = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_LOCK_BYTES), 0, MAX_LOCK_BYTES, 0);
    const holder = parseHolder(buffer.toString('utf8', 0, bytesRead));
    // The modification time may come from a checkout and lie in the future. Only the system sets the change
    // time.
    const since = Math.min(stats.mtimeMs, stats.ctimeMs);
    if (isMadeByUs(stats) && isHeld(holder, Date.now() - since))
      return {
        who: holder === undefined ? 'it has just begun' : `process ${holder.pid} on ${holder.host}`,
        // Inode numbers are reused soon.
        lock: `${stats.ino} ${stats.ctimeMs}`,
      };
    await removeLock(lock, stats.ino);
    return JUST_DONE;
  } finally {
    await handle.close();
  }
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

/** Private, unlike a lock from a checkout. */
function isMadeByUs({ mode, size }: Stats): boolean {
  return size <= MAX_LOCK_BYTES && (process.platform === 'win32' || (mode & 0o077) === 0);
}

function isHeld(holder: Holder | undefined, ageMs: number): boolean {
  const isOwnNumber = holder?.host === hostname() && holder.pid === process.pid;
  if (holder === undefined || isOwnNumber) return ageMs < SHORT_MS;
  if (ageMs > ABANDONED_MS) return false;
  return holder.host !== hostname() || isAlive(holder.pid);
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
