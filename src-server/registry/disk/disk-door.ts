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
import { dirname } from 'node:path';
import { isInside } from './inside.ts';

/** What tells one state of a file from another. Change time and inode tell even where size and time were kept. */
export interface FileStamp {
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export interface FoundItem extends FileStamp {
  readonly kind: 'file' | 'folder' | 'other';
  readonly dev: number;
  /** When it was made; 0 where the file system doesn't know. An inode's number is soon given to another. */
  readonly birthtimeMs: number;
  /** Somebody may not read it; whether we may is `canRead`'s to say. */
  readonly isRestricted: boolean;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface FolderListing {
  /** Sorted by name. */
  readonly items: readonly FolderItem[];
  /** Names that are no UTF-8 and can't be asked for, bytes outside of ASCII shown as `\xff`. */
  readonly unnamable: readonly string[];
}

export interface ReadRequest {
  /** Absolute, links resolved. */
  readonly path: string;
  /** The folder that the file must really be in: absolute, links resolved. */
  readonly inside: string;
  /** The state that was listed; any where it is left out. */
  readonly stamp?: FileStamp;
  /** Larger files aren't read. */
  readonly maxSize: number;
  /** Where to begin; default 0. */
  readonly from?: number;
  /** Bytes at most; default all. */
  readonly length?: number;
  /** What was read a moment ago will do: see remember-texts.ts. Default false. */
  readonly recent?: boolean;
}

export type FileReading =
  | { readonly ok: true; readonly bytes: Buffer<ArrayBuffer>; readonly stamp: FileStamp }
  | { readonly ok: false; readonly cause: ReadFailure; readonly code: string };

/**
 * `gone`; `changed`, it isn't the file that was listed, or changed while it was read; `outside` of its folder;
 * `irregular`, no plain file; `too-large`; `unreadable`, the system's code says why.
 */
export type ReadFailure = 'gone' | 'changed' | 'outside' | 'irregular' | 'too-large' | 'unreadable';

/**
 * The one way to a registry's files; nothing else opens any. Every call answers `undefined` (or `gone`) for what isn't
 * there, and throws Node's error for what is there, or may be, and can't be read: the two must never be confused.
 *
 * Calls are synchronous: they belong on a thread of their own (disk-worker.ts), where one system call after the other
 * costs a fraction of what promises do (0.4 s against 2.9 s of processor time for 10,000 skills), and where a disk
 * that doesn't answer holds up nobody and takes none of the threads that the whole process shares.
 */
export interface DiskDoor {
  /** What is in a folder. */
  list(folder: string): FolderListing | undefined;
  /** What is at a path, links followed. */
  stat(path: string): FoundItem | undefined;
  /** Where a path really is; undefined for a link that leads nowhere, too. */
  realPath(path: string): string | undefined;
  canRead(path: string): boolean;
  /** Reads a plain file, or a part of one. Never throws, follows no link, and never waits for a pipe's writer. */
  read(request: ReadRequest): FileReading;
  /** Any other call about a path, such as watching it. */
  call<T>(path: string, ask: () => T): T;
}

/** Told of each call to the system, so that somebody on another thread can tell when one doesn't come back. */
export interface CallMonitor {
  /**
   * Before a call, and between the parts of a long one.
   *
   * @param place absolute; where nothing else needs to be asked if this call doesn't come back
   */
  enter(place: string): void;
  leave(): void;
}

const NOBODY: CallMonitor = { enter() {}, leave() {} };

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** Read at a time, so that a slow disk shows that it moves. */
const CHUNK_BYTES = 256 * 1024;

/** The door to this machine's disks. */
export function createDiskDoor(monitor: CallMonitor = NOBODY): DiskDoor {
  const call = <T>(place: string, ask: () => T): T => {
    monitor.enter(place);
    try {
      return ask();
    } finally {
      monitor.leave();
    }
  };
  const unlessGone = <T>(place: string, ask: () => T): T | undefined => {
    try {
      return call(place, ask);
    } catch (error) {
      if (isGoneCode(codeOf(error)) || codeOf(error) === 'ELOOP') return undefined;
      throw error;
    }
  };
  return {
    list: (folder) => unlessGone(folder, () => listFolder(folder)),
    stat: (path) => unlessGone(dirname(path), () => describe(statSync(path))),
    realPath: (path) => unlessGone(path, () => realpathSync.native(path)),
    canRead: (path) => unlessGone(dirname(path), () => isPermitted(path)) ?? false,
    read: (request) => {
      const place = dirname(request.path);
      try {
        return call(place, () => readGuarded(request, () => monitor.enter(place)));
      } catch (error) {
        return describeFailure(codeOf(error));
      }
    },
    call,
  };
}

function describeFailure(code: string): FileReading {
  // A link that came in the file's place: O_NOFOLLOW refuses it with these.
  if (code === 'ELOOP' || code === 'EMLINK') return { ok: false, cause: 'changed', code };
  return { ok: false, cause: isGoneCode(code) ? 'gone' : 'unreadable', code };
}

const SYSTEM_CODES: ReadonlyMap<number, string> = new Map(
  Object.entries(osConstants.errno).map(([name, number]) => [number, name]),
);

/** The system's word for what went wrong, such as `EIO`. */
export function codeOf(error: unknown): string {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return 'UNKNOWN';
  if (!code.startsWith('Unknown system error') || errno === undefined) return code;
  // Node has no name for some of the system's words, ESTALE of network drives among them.
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
  // Node puts this character for bytes that are no UTF-8; a name may also really hold it.
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

/** The stamp of what a longer description holds. */
export function stampOf({ size, mtimeMs, ctimeMs, ino }: FileStamp): FileStamp {
  return { size, mtimeMs, ctimeMs, ino };
}

export function isSameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;
}

function readGuarded(request: ReadRequest, beforePart: () => void): FileReading {
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
    // Of its own, since it may go to another thread.
    const bytes = Buffer.allocUnsafeSlow(wanted);
    const length = readParts(handle, bytes, from, beforePart);
    const isSettled = length === wanted && isSameStamp(fstatSync(handle), before);
    return isSettled
      ? { ok: true, bytes, stamp: stampOf(before) }
      : { ok: false, cause: 'changed', code: 'ESTALE' };
  } finally {
    closeSync(handle);
  }
}

/** Where an open file really is: a folder above it may have become a link after it was looked up. */
function placeOf(handle: number, path: string): string {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/self/fd/${handle}`);
    } catch {
      // Without /proc the path is asked, as on other systems.
    }
  }
  const real = realpathSync.native(path);
  const [opened, there] = [fstatSync(handle), statSync(real)];
  return opened.ino === there.ino && opened.dev === there.dev ? real : '';
}

function readParts(handle: number, bytes: Buffer, from: number, beforePart: () => void): number {
  let length = 0;
  while (length < bytes.length) {
    const part = Math.min(CHUNK_BYTES, bytes.length - length);
    const read = readSync(handle, bytes, length, part, from + length);
    if (read === 0) break;
    length += read;
    beforePart();
  }
  return length;
}

/**
 * The same door with places shut: what lies at or below one of them reads as `TIMEOUT`, without asking the system, for
 * it didn't answer there.
 */
export function shutPlaces(door: DiskDoor, isShut: (path: string) => boolean): DiskDoor {
  const open = <T>(path: string, ask: () => T): T => {
    if (!isShut(path)) return ask();
    throw Object.assign(new Error(`The disk doesn't answer for ${path}.`), { code: 'TIMEOUT' });
  };
  return {
    list: (folder) => open(folder, () => door.list(folder)),
    stat: (path) => open(path, () => door.stat(path)),
    realPath: (path) => open(path, () => door.realPath(path)),
    canRead: (path) => open(path, () => door.canRead(path)),
    read: (request) =>
      isShut(request.path) ? { ok: false, cause: 'unreadable', code: 'TIMEOUT' } : door.read(request),
    call: (path, ask) => open(path, () => door.call(path, ask)),
  };
}
