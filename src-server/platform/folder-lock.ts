/**
 * A lock across processes that no dead holder keeps: Lamport's bakery over files. Each process takes a number by a file
 * of its own, the lowest number works, and a file's name tells whose it is. A dead process is recognised by the name of
 * its file, which nobody else ever has, so removing that file can't remove the lock of another.
 */

import { createHash, randomUUID } from 'node:crypto';
import { promises as fs, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LIMITS } from '../contract/limits.ts';
import { atEnd, CREATE_NEW, guardPath, inspect, refusalOf, WriteRefused } from './files.ts';

const POLL_MS = 20;
/**
 * Milliseconds after which a lock is abandoned whose process nobody can know: it is on another machine, or the system
 * doesn't tell when a process started.
 */
const ABANDONED_MS = 600_000;
/** The folder of the lock's files; it was a file itself in 0.1. */
const LOCK = 'lock';
/**
 * The name of a lock's file: `choosing.<owner>`, then `<number>.<owner>`; the owner is
 * `<pid>.<start>.<host>.<random>`.
 */
const FILE = /^(choosing|\d{1,15})\.((\d{1,10})\.(\w*)\.(\w+)\.[\w-]+)$/;

/**
 * Does the work while no other process holds the lock, by files in the private `folder` below the trusted `root`.
 * Rejects with `WriteRefused` if the folder is a link or can't be written, with the reason at once, or if another
 * process holds the lock for longer than `LIMITS.lockMs`.
 */
export async function withWriteLock<T>(root: string, folder: string, work: () => Promise<T>): Promise<T> {
  const lock = new FolderLock(root, folder);
  const withdraw = atEnd(() => lock.releaseNow());
  try {
    await lock.take().catch((error: unknown) => {
      throw refusalOf(error, join(root, folder)) ?? error;
    });
    return await work();
  } finally {
    await lock.release();
    withdraw();
  }
}

class FolderLock {
  readonly #root: string;
  readonly #folder: string;
  readonly #path: string;
  readonly #owner = [process.pid, startOf(process.pid), hostMark(), randomUUID()].join('.');
  /** Names of the lock files of this process. */
  readonly #own = new Set<string>();

  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
    this.#path = join(root, folder, LOCK);
  }

  async take(): Promise<void> {
    const begun = performance.now();
    const wait = async (owner: string) => {
      if (performance.now() - begun > LIMITS.lockMs)
        throw new WriteRefused(
          `Another program is writing to this folder${ownerWords(owner)}. Try again, or delete ${this.#path} if no program does.`,
        );
      await setTimeout(POLL_MS);
    };
    const waitWhile = async (find: () => Promise<string | undefined>) => {
      for (let other = await find(); other !== undefined; other = await find()) await wait(other);
    };
    await waitWhile(() => this.#fileOfEarlierVersion());
    const choosing = `choosing.${this.#owner}`;
    await this.#create(choosing);
    const numbers = (await this.#others()).map(({ number }) => number ?? 0);
    const number = 1 + Math.max(0, ...numbers);
    await this.#create(`${number}.${this.#owner}`);
    await this.#remove(choosing);
    // Whoever chooses now may get the same number. Who chooses later sees ours, and gets a higher one.
    await waitWhile(() => this.#ownerOf((file) => file.number === undefined));
    await waitWhile(() =>
      this.#ownerOf(
        (file) =>
          file.number !== undefined &&
          (file.number < number || (file.number === number && file.owner < this.#owner)),
      ),
    );
  }

  async release(): Promise<void> {
    for (const name of this.#own) await fs.rm(join(this.#path, name), { force: true });
    this.#own.clear();
    // They stay while somebody waits, or other files are there.
    await fs.rmdir(this.#path).catch(() => {});
    await fs.rmdir(join(this.#root, this.#folder)).catch(() => {});
  }

  /** Releases the lock synchronously when the process ends. */
  releaseNow(): void {
    for (const name of this.#own) rmSync(join(this.#path, name), { force: true });
    rmdirSync(this.#path);
    rmdirSync(join(this.#root, this.#folder));
  }

  async #create(name: string): Promise<void> {
    for (;;)
      try {
        const { path } = await guardPath(this.#root, `${this.#folder}/${LOCK}/${name}`, 0o700);
        this.#own.add(name);
        // Empty, since a full disk may take a name without its text.
        await (await fs.open(path, CREATE_NEW, 0o600)).close();
        return;
      } catch (error) {
        this.#own.delete(name);
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        // A holder that leaves removes the empty folder between our calls.
        await fs.access(this.#root);
      }
  }

  async #remove(name: string): Promise<void> {
    await fs.rm(join(this.#path, name), { force: true });
    this.#own.delete(name);
  }

  async #ownerOf(isWanted: (file: LockFile) => boolean): Promise<string | undefined> {
    return (await this.#others()).find(isWanted)?.owner;
  }

  /** Lists the files of other living processes; removes those of dead ones. */
  async #others(): Promise<readonly LockFile[]> {
    const names = await fs.readdir(this.#path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const living: LockFile[] = [];
    for (const name of names) {
      const [, place = '', owner = ''] = FILE.exec(name) ?? [];
      if (owner === '' || owner === this.#owner) continue;
      const path = join(this.#path, name);
      if (await isAbandoned(path, owner)) await fs.rm(path, { force: true });
      else living.push({ owner, number: place === 'choosing' ? undefined : Number(place) });
    }
    return living;
  }

  /** What keeps us out, if 0.1 is writing, or was killed less than ten minutes ago. */
  async #fileOfEarlierVersion(): Promise<string | undefined> {
    const stats = await inspect(this.#path).catch(() => undefined);
    if (!stats?.isFile()) return undefined;
    const isOurs = process.platform === 'win32' || (Number(stats.mode) & 0o077) === 0;
    if (isOurs && Date.now() - Number(stats.mtimeMs) < ABANDONED_MS) return '';
    // If another process has made the folder meanwhile, unlinking fails.
    await fs.unlink(this.#path).catch(() => {});
    return undefined;
  }
}

interface LockFile {
  readonly owner: string;
  /** The number of its process; undefined while that chooses one. */
  readonly number: number | undefined;
}

function hostMark(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 16);
}

async function isAbandoned(path: string, owner: string): Promise<boolean> {
  const stats = await inspect(path);
  if (stats === undefined) return true;
  if (!stats.isFile()) throw new WriteRefused(`${path} is not a regular file. Remove it, then try again.`);
  // Ours are private: this one came with the folder.
  if (process.platform !== 'win32' && (Number(stats.mode) & 0o077) !== 0) return true;
  const [pid, start = '', host] = owner.split('.');
  const isOld = Date.now() - Number(stats.mtimeMs) > ABANDONED_MS;
  if (host !== hostMark()) return isOld;
  if (!isAlive(Number(pid))) return true;
  // Another process may have got the number meanwhile.
  return start === '' ? isOld : start !== startOf(Number(pid));
}

/**
 * Returns when a process started, which tells processes with the same number apart; empty where the system doesn't
 * tell (not Linux).
 */
function startOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  try {
    // The name of the program, in parentheses, may have blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1)?.trim().split(' ') ?? [];
    return fields[19] ?? '';
  } catch {
    return '';
  }
}

function ownerWords(owner: string): string {
  const [pid = '', , host] = owner.split('.');
  return host === hostMark() ? ` (process ${pid})` : '';
}

/** Whether a process of this machine lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
