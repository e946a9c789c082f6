import {
  accessSync,
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
import { isInside } from './paths.ts';

/** Change time and inode reveal rewrites with equal size and modification time. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

interface FoundItem extends FileStamp {
  readonly kind: 'file' | 'folder' | 'other';
  readonly dev: number;
  readonly birthtimeMs: number;
  /** Not readable for everyone; `canRead` checks this process. */
  readonly isRestricted: boolean;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

interface FolderListing {
  readonly items: readonly FolderItem[];
  /** Invalid UTF-8, with bytes as `\xff`; not requestable. */
  readonly unnamable: readonly string[];
}

export interface ReadRequest {
  readonly path: string;
  readonly inside: string;
  readonly stamp?: FileStamp;
  readonly maxSize: number;
  readonly from?: number;
  readonly length?: number;
  /** Accepts cached texts (remember-texts.ts). */
  readonly recent?: boolean;
}

export type FileReading =
  | { readonly ok: true; readonly bytes: Buffer<ArrayBuffer>; readonly stamp: FileStamp }
  | { readonly ok: false; readonly cause: ReadFailure; readonly code: string };

/**
 * `changed`: before or during the read. `outside`: resolved outside the folder. `irregular`: no regular file.
 */
type ReadFailure = 'gone' | 'changed' | 'outside' | 'irregular' | 'too-large' | 'unreadable';

/**
 * The only access to registry files. Returns `undefined` (or `gone`) for missing items, throws Node's error
 * for unreadable items. Synchronous: 0.4 s of CPU for 10,000 skills, with promises 2.9 s.
 */
export interface DiskReader {
  list(folder: string): FolderListing | undefined;
  stat(path: string): FoundItem | undefined;
  realPath(path: string): string | undefined;
  canRead(path: string): boolean;
  /** Never throws, follows links, or waits for a pipe's writer. */
  read(request: ReadRequest): FileReading;
}

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
export function createDiskReader(): DiskReader {
  return {
    list: (folder) => unlessGone(() => listFolder(folder)),
    stat: (path) => unlessGone(() => describe(statSync(path))),
    realPath: (path) => unlessGone(() => realpathSync.native(path)),
    canRead: (path) => unlessGone(() => isPermitted(path)) ?? false,
    read: (request) => {
      try {
        return readGuarded(request);
      } catch (error) {
        return describeFailure(codeOf(error));
      }
    },
  };
}

function unlessGone<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (isGoneCode(codeOf(error)) || codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

function describeFailure(code: string): FileReading {
  // O_NOFOLLOW reports a link that replaced the file with these codes.
  if (code === 'ELOOP' || code === 'EMLINK') return { ok: false, cause: 'changed', code };
  return { ok: false, cause: isGoneCode(code) ? 'gone' : 'unreadable', code };
}

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

function isGoneCode(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function isPermitted(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM') return false;
    throw error;
  }
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
  const { dev, birthtimeMs, mode, size, mtimeMs, ctimeMs, ino } = stats;
  const isRestricted = (mode & 0o444) !== 0o444;
  return { kind, dev, birthtimeMs, isRestricted, size, mtimeMs, ctimeMs, ino };
}

export function stampOf({ size, mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

function readGuarded(request: ReadRequest): FileReading {
  const { path, inside, stamp, maxSize, from = 0 } = request;
  const handle = openSync(path, READ_FLAGS);
  try {
    const before = fstatSync(handle);
    if (!before.isFile()) return { ok: false, cause: 'irregular', code: 'EFTYPE' };
    if (stamp !== undefined && !isSameStamp(before, stamp))
      return { ok: false, cause: 'changed', code: 'ESTALE' };
    if (!isInside(inside, placeOf(handle, path))) return { ok: false, cause: 'outside', code: 'EXDEV' };
    if (before.size > maxSize) return { ok: false, cause: 'too-large', code: 'EFBIG' };
    const wanted = Math.max(0, Math.min(before.size - from, request.length ?? before.size));
    // Unpooled, since the buffer may be transferred to another thread.
    const bytes = Buffer.allocUnsafeSlow(wanted);
    const length = readParts(handle, bytes, from);
    const isSettled = length === wanted && isSameStamp(fstatSync(handle), before);
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

function readParts(handle: number, bytes: Buffer, from: number): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(handle, bytes, length, bytes.length - length, from + length);
    if (read === 0) break;
    length += read;
  }
  return length;
}
