import { randomUUID } from 'node:crypto';
import { type BigIntStats, promises as fs, renameSync } from 'node:fs';
import { join } from 'node:path';
import {
  CREATE_NEW,
  FileChanged,
  type GuardedPath,
  guardPath,
  lookAt,
  READ_PLAIN,
  WriteRefused,
} from './guarded-path.ts';
import { sweepLeftovers } from './sweep-leftovers.ts';

/** Says which file is at a path, and in which state: another one, or another state, has another mark. */
export type FileMark = string;

export interface WriteOptions {
  /** Permissions of a file that isn't there yet, less the umask; one that is there keeps its own. Default 0o644. */
  readonly mode?: number;
  /** What `markOf` said when the file was read; the write rejects with `FileChanged` where that isn't so any more. */
  readonly expected?: FileMark;
  /** The last thing before the new file takes the old one's place, with nothing in between; may throw. */
  readonly lastLook?: () => void;
}

const NEW_FILE = 0o644;
/** Bytes that are gathered before they are written. */
const WRITTEN_AT_ONCE = 1024 * 1024;
/** The mark of a file that isn't there. */
export const ABSENT: FileMark = 'absent';

/**
 * Writes a file below a trusted folder so that readers see the old text or the new one, never a part, even when the
 * machine stops: to a new file in the same folder, flushed, then renamed over the old one. Makes missing folders. A file
 * that is there keeps its permissions, and its owner where the system lets us give files away.
 *
 * Rejects with `WriteRefused` where the file or a folder on the way is a link, or is no regular file or folder, or became
 * another one meanwhile; nothing is changed then, and no temporary file is left.
 *
 * @param root trusted; made where it is missing
 * @param path relative to it, `/` between segments
 */
export async function writeInside(
  root: string,
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  options: WriteOptions = {},
): Promise<void> {
  const { mode = NEW_FILE, expected, lastLook } = options;
  const folderMode = mode | ((mode & 0o444) >> 2);
  await fs.mkdir(root, { recursive: true, mode: folderMode });
  const place = await guardPath(root, path, folderMode);
  const before = await lookAtFile(place);
  const mark = markFrom(before);
  if (expected !== undefined && expected !== mark) throw changed(place);
  const temporary = join(place.folder, `.${place.name}.${randomUUID()}.tmp`);
  try {
    await writeNew(temporary, content, mode, before);
    await place.checkAgain();
    if (markFrom(await lookAtFile(place)) !== mark) throw changed(place);
    if (lastLook === undefined) await fs.rename(temporary, place.path);
    else {
      lastLook();
      renameSync(temporary, place.path);
    }
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(place.folder);
  await sweepLeftovers(place.folder, `.${place.name}.`);
}

/** The mark of the file at a path below a trusted folder. Rejects with `WriteRefused` where it couldn't be written. */
export async function markOf(root: string, path: string): Promise<FileMark> {
  return markFrom(await lookAtFile(await guardPath(root, path)));
}

/**
 * Copies a file below a trusted folder to the same path below another one, for its owner alone. No copy replaces anything.
 *
 * @param folder trusted; made where it is missing
 * @returns the copy's absolute path
 */
export async function backupInto(folder: string, root: string, path: string): Promise<string> {
  const place = await guardPath(root, path);
  if ((await lookAtFile(place)) === undefined) throw new WriteRefused(`${place.path} is gone.`);
  const handle = await fs.open(place.path, READ_PLAIN);
  const bytes = await handle.readFile().finally(() => handle.close());
  await place.checkAgain();
  await writeInside(folder, path, bytes, { mode: 0o600, expected: ABSENT });
  return join(folder, path);
}

/** Makes a folder's names last; not every system can. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Undefined where there is no file yet. */
async function lookAtFile({ path }: GuardedPath): Promise<BigIntStats | undefined> {
  const stats = await lookAt(path);
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

/** @param like whose permissions and owner the file gets; undefined: `mode` */
async function writeNew(
  file: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  mode: number,
  like: BigIntStats | undefined,
): Promise<void> {
  // What is private in the old file must not be readable in the new one for even a moment.
  const handle = await fs.open(file, CREATE_NEW, like === undefined ? mode : 0o600);
  try {
    const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : joined(content);
    for (const part of parts) await handle.writeFile(part);
    if (like !== undefined) await makeLike(handle, like);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The same bytes in fewer parts: each part that is written is a task for Node's threads, small as it may be. */
function* joined(parts: Iterable<Uint8Array>): Generator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    waiting.push(part);
    length += part.length;
    if (length < WRITTEN_AT_ONCE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
  }
  yield Buffer.concat(waiting);
}

/** Opening applies the umask; changing permissions does not. */
async function makeLike(handle: fs.FileHandle, like: BigIntStats): Promise<void> {
  const { uid, gid } = await handle.stat();
  const [owner, group] = [Number(like.uid), Number(like.gid)];
  if (uid !== owner || gid !== group)
    await handle.chown(owner, group).catch(() => handle.chown(uid, group).catch(() => {}));
  await handle.chmod(Number(like.mode) & 0o777);
}
