import { type BigIntStats, constants, promises as fs } from 'node:fs';
import { join, sep } from 'node:path';

/** The message is a sentence for people. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
}

/** A retry may help. */
export class FileChanged extends WriteRefused {}

export interface GuardedPath {
  /** Absolute, without links above. The writer must check the last segment. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  /** Rejects with `WriteRefused` if a parent folder was replaced. */
  readonly checkAgain: () => Promise<void>;
}

/** Fails for existing files and links. */
export const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow();

/** Fails for links; doesn't wait for pipes. */
export const READ_PLAIN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow();

/** Absent on Windows. */
function noFollow(): number {
  return constants.O_NOFOLLOW ?? 0;
}

/**
 * Refuses links and non-folders below a trusted folder.
 *
 * @param root existing; links are allowed
 * @param path relative, `/` between segments
 * @param makeFolders permissions; default: missing folders are errors
 */
export async function guardPath(root: string, path: string, makeFolders?: number): Promise<GuardedPath> {
  const segments = path.split(/[/]/).flatMap((segment) => segment.split(sep));
  const name = segments.pop() ?? '';
  if ([...segments, name].some(isNoName)) throw new WriteRefused(`${path} is no path inside of ${root}.`);
  let folder = await fs.realpath(root);
  const passed = [{ folder, identity: identityOf(await inspectFolder(folder)) }];
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
        if (identityOf(await inspectFolder(known)) !== identity)
          throw new WriteRefused(`${known} was replaced by another folder meanwhile.`);
    },
  };
}

function isNoName(segment: string): boolean {
  return segment === '' || segment === '.' || segment === '..' || segment.includes('\0');
}

/** Doesn't follow links. Undefined if nothing exists. */
export async function inspect(path: string): Promise<BigIntStats | undefined> {
  return fs.lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function enterFolder(folder: string, mode: number | undefined): Promise<BigIntStats> {
  if (mode !== undefined && (await inspect(folder)) === undefined)
    await fs.mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  return inspectFolder(folder);
}

async function inspectFolder(folder: string): Promise<BigIntStats> {
  const stats = await fs.lstat(folder, { bigint: true });
  if (stats.isSymbolicLink())
    throw new WriteRefused(`${folder} is a link; nothing is written through links.`);
  if (!stats.isDirectory()) throw new WriteRefused(`${folder} is not a folder.`);
  return stats;
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

/** True for root, and without owners. */
export function isOurs({ uid }: { readonly uid: number | bigint }): boolean {
  const own = process.getuid?.() ?? 0;
  return own === 0 || Number(uid) === own;
}
