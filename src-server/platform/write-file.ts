import { randomUUID } from 'node:crypto';
import { type BigIntStats, promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeAtEnd } from './at-end.ts';
import {
  CREATE_NEW,
  FileChanged,
  FolderTaken,
  type GuardedPath,
  guardPath,
  inspect,
  WriteRefused,
} from './guarded-path.ts';

/** File and state. */
export type FileMark = string;
export const ABSENT: FileMark = 'absent';

/**
 * Atomic: writes a new file in the same folder, flushes, renames. Creates missing folders. Keeps permissions, and
 * the owner if possible. Rejects with `WriteRefused`, unchanged, if the file or a parent folder is a link or irregular.
 *
 * @param root trusted; created if missing
 * @param options `mode` of a new file, less the umask; `expected` from `markOf`, rejects with `FileChanged` if different
 */
export async function writeInside(
  root: string,
  path: string,
  content: string | Uint8Array,
  { mode = 0o644, expected }: { readonly mode?: number; readonly expected?: FileMark } = {},
): Promise<void> {
  const folderMode = mode | ((mode & 0o444) >> 2);
  await fs.mkdir(root, { recursive: true, mode: folderMode });
  const place = await guardPath(root, path, folderMode);
  const before = await inspectFile(place);
  const mark = markFrom(before);
  if (expected !== undefined && expected !== mark) throw changed(place);
  const temporary = join(place.folder, `.${place.name}.${randomUUID()}.tmp`);
  const withdraw = removeAtEnd(temporary);
  try {
    await writeNew(temporary, content, mode, before);
    // A folder above may have become a link meanwhile.
    if ((await markOf(root, path)) !== mark) throw changed(place);
    await fs.rename(temporary, place.path);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  } finally {
    withdraw();
  }
}

/** Rejects with `WriteRefused` if unwritable. */
export async function markOf(root: string, path: string): Promise<FileMark> {
  return markFrom(await inspectFile(await guardPath(root, path)));
}

/** Rejects with `WriteRefused` as `writeInside` does. */
export async function removeInside(root: string, path: string): Promise<void> {
  const place = await guardPath(root, path);
  await inspectFile(place);
  await fs.unlink(place.path);
}

/** Atomic: writes `files` into the folder `draft`, then renames it. Never overwrites or follows links. */
export async function placeFolder(
  root: string,
  path: string,
  draft: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<string> {
  const waiting = await guardPath(root, draft, 0o777);
  await fs.mkdir(waiting.path);
  const withdraw = removeAtEnd(waiting.path);
  try {
    for (const [name, text] of files) {
      const file = join(waiting.path, ...name.split('/'));
      await fs.mkdir(dirname(file), { recursive: true });
      await writeNew(file, text, 0o666);
    }
    const target = await guardPath(root, path, 0o777);
    await fs.rename(waiting.path, target.path).catch(async (error: unknown) => {
      // The error code for an existing target depends on the system.
      if ((await inspect(target.path)) === undefined) throw error;
      throw new FolderTaken(`${target.path} exists already; nothing was written.`);
    });
    return target.path;
  } catch (error) {
    await fs.rm(waiting.path, { recursive: true, force: true });
    throw error;
  } finally {
    withdraw();
  }
}

async function inspectFile({ path }: GuardedPath): Promise<BigIntStats | undefined> {
  const stats = await inspect(path);
  if (stats?.isSymbolicLink()) throw new WriteRefused(`${path} is a link; nothing is written through links.`);
  if (stats !== undefined && !stats.isFile()) throw new WriteRefused(`${path} is not a regular file.`);
  return stats;
}

function markFrom(stats: BigIntStats | undefined): FileMark {
  if (stats === undefined) return ABSENT;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

function changed({ path }: GuardedPath): FileChanged {
  return new FileChanged(`${path} was changed meanwhile.`);
}

/** @param like permissions and owner; default: `mode` */
async function writeNew(
  file: string,
  content: string | Uint8Array,
  mode: number,
  like?: BigIntStats,
): Promise<void> {
  // A private text must never be readable by others, even for a moment.
  const handle = await fs.open(file, CREATE_NEW, like === undefined ? mode : 0o600);
  try {
    await handle.writeFile(content);
    if (like !== undefined) {
      await handle.chown(Number(like.uid), Number(like.gid)).catch(() => {});
      await handle.chmod(Number(like.mode) & 0o777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}
