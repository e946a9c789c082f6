import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { constants as osConstants } from 'node:os';
import { isInside } from '../paths.ts';

/** Change time and inode reveal rewrites with equal size and modification time. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface FoundItem extends FileStamp {
  readonly kind: 'file' | 'folder' | 'other';
  /** 512-byte blocks on the disk. */
  readonly blocks: number;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface FolderListing {
  readonly items: readonly FolderItem[];
  /** Invalid UTF-8, with bytes as `\xff`; not requestable. */
  readonly unnamable: readonly string[];
}

export interface ReadRequest {
  readonly path: string;
  /** Resolved folder that the file must lie in. */
  readonly inside: string;
  readonly maxSize: number;
}

export type FileReading =
  | { readonly ok: true; readonly bytes: Buffer; readonly stamp: FileStamp }
  | { readonly ok: false; readonly cause: ReadFailure; readonly code: string };

/** `changed`: during the read. `outside`: resolved outside the folder. `irregular`: no regular file. */
type ReadFailure = 'gone' | 'changed' | 'outside' | 'irregular' | 'too-large' | 'unreadable';

/**
 * The only access to registry files. Returns `undefined` (or `gone`) for missing items, throws Node's error
 * for unreadable items. Synchronous, as promises take seven times as long.
 */
export interface Disk {
  list(folder: string): FolderListing | undefined;
  stat(path: string): FoundItem | undefined;
  realPath(path: string): string | undefined;
  /** Never throws, follows links, or waits for a pipe's writer. */
  read(request: ReadRequest): FileReading;
}

export const disk: Disk = {
  list: (folder) => unlessGone(() => listFolder(folder)),
  stat: (path) => unlessGone(() => describe(statSync(path))),
  realPath: (path) => unlessGone(() => realpathSync.native(path)),
  read(request) {
    try {
      return readGuarded(request);
    } catch (error) {
      return describeFailure(codeOf(error));
    }
  },
};

const SYSTEM_CODES: ReadonlyMap<number, string> = new Map(
  Object.entries(osConstants.errno).map(([name, number]) => [number, name]),
);

/** Such as `EIO`, or `UNKNOWN`. */
export function codeOf(error: unknown): string {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return 'UNKNOWN';
  if (!code.startsWith('Unknown system error') || errno === undefined) return code;
  // Node has no name for some system errors, such as ESTALE of network drives.
  return SYSTEM_CODES.get(Math.abs(errno)) ?? 'UNKNOWN';
}

function unlessGone<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (isGoneCode(codeOf(error)) || codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

function isGoneCode(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function describeFailure(code: string): FileReading {
  // O_NOFOLLOW reports a link that replaced the file with these codes.
  if (code === 'ELOOP' || code === 'EMLINK') return { ok: false, cause: 'changed', code };
  return { ok: false, cause: isGoneCode(code) ? 'gone' : 'unreadable', code };
}

function listFolder(folder: string): FolderListing {
  const items = readdirSync(folder, { withFileTypes: true });
  // Node decodes invalid UTF-8 to U+FFFD, but a valid name may contain U+FFFD as well.
  const isSuspect = items.some(({ name }) => name.includes('\uFFFD'));
  const unnamable = isSuspect ? unnamableNames(folder) : [];
  const hidden = new Set(unnamable.map(({ decoded }) => decoded));
  return {
    items: items
      .filter(({ name }) => !hidden.has(name))
      .map((item) => ({ name: item.name, kind: kindOf(item) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    unnamable: unnamable.map(({ shown }) => shown),
  };
}

function unnamableNames(folder: string): ReadonlyArray<{ readonly decoded: string; readonly shown: string }> {
  return readdirSync(folder, { encoding: 'buffer' })
    .map((name) => Buffer.from(name))
    .filter((bytes) => !bytes.equals(Buffer.from(bytes.toString('utf8'))))
    .map((bytes) => ({
      decoded: bytes.toString('utf8'),
      shown: bytes
        .toString('latin1')
        .replace(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`),
    }));
}

function kindOf(item: Dirent): FolderItem['kind'] {
  if (item.isFile()) return 'file';
  if (item.isDirectory()) return 'folder';
  return item.isSymbolicLink() ? 'link' : 'other';
}

function describe(stats: Stats): FoundItem {
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  return { kind, blocks: stats.blocks, ...stampOf(stats) };
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readGuarded({ path, inside, maxSize }: ReadRequest): FileReading {
  const handle = openSync(path, READ_FLAGS);
  try {
    const before = fstatSync(handle);
    if (!before.isFile()) return { ok: false, cause: 'irregular', code: 'EFTYPE' };
    if (!isInside(inside, placeOf(handle, path))) return { ok: false, cause: 'outside', code: 'EXDEV' };
    if (before.size > maxSize) return { ok: false, cause: 'too-large', code: 'EFBIG' };
    const bytes = Buffer.allocUnsafe(before.size);
    const length = readAll(handle, bytes);
    const isSettled = length === before.size && isSameStamp(fstatSync(handle), before);
    return isSettled
      ? { ok: true, bytes, stamp: stampOf(before) }
      : { ok: false, cause: 'changed', code: 'ESTALE' };
  } finally {
    closeSync(handle);
  }
}

/** A folder above may have become a link meanwhile. */
function placeOf(handle: number, path: string): string {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`);
    } catch {
      // Without /proc, resolve the path as on other systems.
    }
  }
  const real = realpathSync.native(path);
  const [opened, there] = [fstatSync(handle), statSync(real)];
  return opened.ino === there.ino && opened.dev === there.dev ? real : '';
}

function readAll(handle: number, bytes: Buffer): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(handle, bytes, length, bytes.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return length;
}
