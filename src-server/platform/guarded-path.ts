import { type BigIntStats, constants, promises as fs } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** The message is a sentence for people. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused';
}

/** A retry may help. */
export class FileChanged extends WriteRefused {}

export class FolderTaken extends WriteRefused {}

/** Fails for existing files and links. `O_NOFOLLOW` is absent on Windows. */
export const CREATE_NEW =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Fails for links; doesn't wait for pipes. */
export const READ_PLAIN = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

export interface GuardedPath {
  /** Absolute, without links above. The writer must check the last segment. */
  readonly path: string;
  readonly folder: string;
  readonly name: string;
}

/**
 * Refuses links and non-folders below the trusted `root`, which may be a link itself.
 *
 * @param makeFolders permissions; default: missing folders are errors
 */
export async function guardPath(root: string, path: string, makeFolders?: number): Promise<GuardedPath> {
  const segments = path.split('/').flatMap((segment) => segment.split(sep));
  if (segments.some((segment) => ['', '.', '..'].includes(segment) || segment.includes('\0')))
    throw new WriteRefused(`${path} is no path inside of ${root}.`);
  const name = segments.pop() ?? '';
  let folder = await fs.realpath(root);
  for (const segment of ['', ...segments]) {
    folder = join(folder, segment);
    const refused = makeFolders === undefined ? undefined : await makeFolder(folder, makeFolders);
    const stats = await fs.lstat(folder).catch((error: unknown) => {
      // A folder that was there and is gone was removed meanwhile.
      throw refused === undefined || refused.code === 'EEXIST' ? error : refused;
    });
    if (stats.isSymbolicLink())
      throw new WriteRefused(`${folder} is a link; nothing is written through links.`);
    if (!stats.isDirectory()) throw new WriteRefused(`${folder} is not a folder.`);
  }
  return { path: join(folder, name), folder, name };
}

/** Returns why there is no new folder. That is no failure if there is one: a drive's root gives EPERM, a read-only disk EROFS. */
async function makeFolder(folder: string, mode: number): Promise<NodeJS.ErrnoException | undefined> {
  return fs.mkdir(folder, { mode }).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
}

/** Doesn't follow links. Undefined if nothing exists. */
export async function inspect(path: string): Promise<BigIntStats | undefined> {
  return fs.lstat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** True for root, and without owners. */
export function isOurs({ uid }: { readonly uid: number | bigint }): boolean {
  const own = process.getuid?.() ?? 0;
  return own === 0 || Number(uid) === own;
}

/** Compares text: absolute paths without links. */
export function isAtOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}
