import { type BigIntStats, constants, promises as fs } from 'node:fs';
import { join, sep } from 'node:path';

/** A write that what is on the disk forbids; the message is a sentence for people. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
}

/** The file is not as it was when the writer looked at it; looking again and starting over may help. */
export class FileChanged extends WriteRefused {}

/** A file or folder that may be written: every folder on the way to it was looked at and is no link. */
export interface GuardedPath {
  /** Absolute, without links but for its own last part, which is the writer's to look at. */
  readonly path: string;
  /** The folder it is in, absolute. */
  readonly folder: string;
  readonly name: string;
  /** Rejects with `WriteRefused` where a folder on the way is another one by now. */
  readonly checkAgain: () => Promise<void>;
}

/** New files are made by us, and what a link leads to is never opened instead. */
export const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow();

/** Opens a regular file for reading, not what a link leads to; a pipe is not waited for. */
export const READ_PLAIN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow();

/** Windows has no such flag. */
function noFollow(): number {
  return constants.O_NOFOLLOW ?? 0;
}

/**
 * Walks from a trusted folder to a path below it and refuses each link, and everything that is no folder, on the way.
 *
 * @param root trusted, links on the way to it included; must be there
 * @param path relative to it, `/` between segments
 * @param makeFolders permissions for folders that are missing; without it they are an error
 */
export async function guardPath(root: string, path: string, makeFolders?: number): Promise<GuardedPath> {
  const segments = path.split(/[/]/).flatMap((segment) => segment.split(sep));
  const name = segments.pop() ?? '';
  if ([...segments, name].some(isNoName)) throw new WriteRefused(`${path} is no path inside of ${root}.`);
  let folder = await fs.realpath(root);
  const passed = [{ folder, identity: identityOf(await lookAtFolder(folder)) }];
  for (const segment of segments) {
    folder = join(folder, segment);
    const stats = await enterFolder(folder, makeFolders);
    passed.push({ folder, identity: identityOf(stats) });
  }
  return {
    path: join(folder, name),
    folder,
    name,
    async checkAgain() {
      for (const { folder: known, identity } of passed)
        if (identityOf(await lookAtFolder(known)) !== identity)
          throw new WriteRefused(`${known} was replaced by another folder meanwhile.`);
    },
  };
}

function isNoName(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || segment.includes('\0');
}

/** What is at a path itself, links not followed; undefined where there is nothing. */
export async function lookAt(path: string): Promise<BigIntStats | undefined> {
  return fs.lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function enterFolder(folder: string, mode: number | undefined): Promise<BigIntStats> {
  if (mode !== undefined && (await lookAt(folder)) === undefined)
    await fs.mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  return lookAtFolder(folder);
}

async function lookAtFolder(folder: string): Promise<BigIntStats> {
  const stats = await fs.lstat(folder, { bigint: true });
  if (stats.isSymbolicLink())
    throw new WriteRefused(`${folder} is a link; nothing is written through links.`);
  if (!stats.isDirectory()) throw new WriteRefused(`${folder} is not a folder.`);
  return stats;
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}
