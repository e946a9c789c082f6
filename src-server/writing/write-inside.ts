import { randomUUID } from 'node:crypto';
import { type BigIntStats, promises as fs } from 'node:fs';
import { join } from 'node:path';
import {
  CREATE_NEW,
  FileChanged,
  type GuardedPath,
  guardPath,
  inspect,
  READ_PLAIN,
  WriteRefused,
} from './guarded-path.ts';

/** File and state. */
export type FileMark = string;

export interface WriteOptions {
  /** Of a new file, less the umask. Default 0o644. */
  readonly mode?: number;
  /** From `markOf`; rejects with `FileChanged` if different. */
  readonly expected?: FileMark;
}

const NEW_FILE = 0o644;
/** Bytes. */
const WRITTEN_AT_ONCE = 1024 * 1024;
export const ABSENT: FileMark = 'absent';

/**
 * Atomic: writes a new file in the same folder, flushes, renames. Creates missing folders. Keeps permissions, and the owner if possible.
 * Rejects with `WriteRefused`, unchanged, if the file or a parent folder is a link, irregular, or replaced.
 *
 * @param root trusted; created if missing
 * @param path as in `guardPath`
 */
export async function writeInside(
  root: string,
  path: string,
  content: string | Uint8Array | Iterable<Uint8Array>,
  options: WriteOptions = {},
): Promise<void> {
  const { mode = NEW_FILE, expected } = options;
  const folderMode = mode | ((mode & 0o444) >> 2);
  await fs.mkdir(root, { recursive: true, mode: folderMode });
  const place = await guardPath(root, path, folderMode);
  const before = await inspectFile(place);
  const mark = markFrom(before);
  if (expected !== undefined && expected !== mark) throw changed(place);
  const temporary = join(place.folder, `.${place.name}.${randomUUID()}.tmp`);
  try {
    await writeNew(temporary, content, mode, before);
    await place.checkAgain();
    if (markFrom(await inspectFile(place)) !== mark) throw changed(place);
    await fs.rename(temporary, place.path);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** Rejects with `WriteRefused` if unwritable. */
export async function markOf(root: string, path: string): Promise<FileMark> {
  return markFrom(await inspectFile(await guardPath(root, path)));
}

/**
 * Copies to the same path below `folder`, for the owner only. Never overwrites.
 *
 * @returns absolute path of the copy
 */
export async function backupInto(folder: string, root: string, path: string): Promise<string> {
  const place = await guardPath(root, path);
  if ((await inspectFile(place)) === undefined) throw new WriteRefused(`${place.path} is gone.`);
  const handle = await fs.open(place.path, READ_PLAIN);
  const bytes = await handle.readFile().finally(() => handle.close());
  await place.checkAgain();
  await writeInside(folder, path, bytes, { mode: 0o600, expected: ABSENT });
  return join(folder, path);
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
  content: string | Uint8Array | Iterable<Uint8Array>,
  mode: number,
  like: BigIntStats | undefined,
): Promise<void> {
  // A private text must never be readable by others, even for a moment.
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

/** Merges small parts: a write costs a task of Node's thread pool. */
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

/** `open` applies the umask, `chmod` does not. */
async function makeLike(handle: fs.FileHandle, like: BigIntStats): Promise<void> {
  const { uid, gid } = await handle.stat();
  const [owner, group] = [Number(like.uid), Number(like.gid)];
  if (uid !== owner || gid !== group)
    await handle.chown(owner, group).catch(() => handle.chown(uid, group).catch(() => {}));
  await handle.chmod(Number(like.mode) & 0o777);
}
