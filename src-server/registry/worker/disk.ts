/** The only access to the files of a registry, and what is done with their paths. */
import { hash } from 'node:crypto';
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
import { basename, dirname, sep } from 'node:path';
import { LIMITS } from '../../contract/limits.ts';

interface FoundItem {
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** Blocks of 512 bytes that it takes on the disk. */
  readonly blocks: number;
  /**
   * Size, times and inode in one text: change time and inode reveal a rewrite with equal size and modification time.
   */
  readonly stamp: string;
  /** Tells a folder from another one that took its place; '' for what is no folder. */
  readonly identity: string;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

interface ReadRequest {
  readonly path: string;
  readonly inside: string;
  readonly maxSize: number;
}

type FileReading =
  /** The bytes hold until the next file is read. */
  | { readonly ok: true; readonly bytes: Buffer; readonly item: FoundItem }
  | { readonly ok: false; readonly cause: ReadFailure; readonly code: string };

/** Why a file wasn't read. `changed`: during the read, or since it was found. */
type ReadFailure = 'gone' | 'changed' | 'too-large' | 'unreadable';

/**
 * The only access to the files of a registry. What is missing is `undefined` (or `gone`); what can't be read throws
 * Node's error. Synchronous, as promises take seven times as long; tests replace it by a disk with faults.
 */
export interface Disk {
  list(folder: string): readonly FolderItem[] | undefined;
  stat(path: string): FoundItem | undefined;
  realPath(path: string): string | undefined;
  /**
   * Reads a file of at most `maxSize` bytes inside of a folder. It never throws, never follows a link, and never
   * waits for the writer of a pipe.
   */
  read(request: ReadRequest): FileReading;
}

export const disk: Disk = {
  list: (folder) => unlessGone(() => readdirSync(folder, { withFileTypes: true }).map(toItem).sort(byName)),
  stat: (path) => unlessGone(() => toFound(statSync(path))),
  realPath: (path) => unlessGone(() => realpathSync.native(path)),
  read(request) {
    try {
      return readGuarded(request);
    } catch (error) {
      const code = errorCodeOf(error);
      // O_NOFOLLOW reports a link that replaced the file with these codes.
      if (code === 'ELOOP' || code === 'EMLINK') return { ok: false, cause: 'changed', code };
      return { ok: false, cause: isGone(code) ? 'gone' : 'unreadable', code };
    }
  },
};

export function errorCodeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : 'UNKNOWN';
}

export function describeAccess(
  picked: string,
  code: string,
  platform: NodeJS.Platform = process.platform,
): string {
  if (code === 'ENOENT') return `There is no folder ${picked}.`;
  if (code === 'ENOTDIR') return `${picked} is a file, not a folder.`;
  // macOS privacy protection denies access until the user allows it.
  if (code === 'EPERM' && platform === 'darwin')
    return `macOS does not let this program read ${picked}: allow it in System Settings, Privacy & Security, Files and Folders.`;
  if (code === 'EACCES' || code === 'EPERM') return `${picked} may not be read: permission denied.`;
  return `${picked} could not be read: ${code}.`;
}

function unlessGone<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (isGone(errorCodeOf(error)) || errorCodeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

function isGone(code: string): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function toItem(item: Dirent): FolderItem {
  const { name } = item;
  if (item.isFile()) return { name, kind: 'file' };
  if (item.isDirectory()) return { name, kind: 'folder' };
  return { name, kind: item.isSymbolicLink() ? 'link' : 'other' };
}

function toFound(stats: Stats): FoundItem {
  const { size, mtimeMs, ctimeMs, birthtimeMs, blocks, ino, dev } = stats;
  const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  const stamp = `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
  // File systems give the inode of a removed folder to the next one.
  const identity = kind === 'folder' ? `${dev} ${ino} ${birthtimeMs}` : '';
  return { kind, size, mtimeMs, ctimeMs, blocks, stamp, identity };
}

function byName(a: FolderItem, b: FolderItem): number {
  return a.name < b.name ? -1 : 1;
}

/**
 * The bytes that most files are read into: thousands of buffers that are thrown away would leave the process with memory in
 * pieces.
 */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readGuarded({ path, inside, maxSize }: ReadRequest): FileReading {
  const handle = openSync(path, READ_FLAGS);
  try {
    const item = toFound(fstatSync(handle));
    if (item.kind !== 'file') return { ok: false, cause: 'changed', code: 'EFTYPE' };
    if (!isInside(inside, placeOf(handle, path))) return { ok: false, cause: 'changed', code: 'EXDEV' };
    if (item.size > maxSize) return { ok: false, cause: 'too-large', code: 'EFBIG' };
    const bytes =
      item.size > readBuffer.length ? Buffer.allocUnsafeSlow(item.size) : readBuffer.subarray(0, item.size);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, length);
    const isSettled = length === bytes.length && toFound(fstatSync(handle)).stamp === item.stamp;
    return isSettled ? { ok: true, bytes, item } : { ok: false, cause: 'changed', code: 'ESTALE' };
  } finally {
    closeSync(handle);
  }
}

/** Returns the path of an open file, since a folder above may have become a link meanwhile. */
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

export interface FoundFile {
  readonly path: string;
  readonly item: FoundItem;
}

export type Place = FoundFile | { readonly refusal: keyof typeof REFUSALS; readonly path: string };

/** Why a path is no file to read; each continues "could not be read: ". */
export const REFUSALS = {
  nowhere: 'it is a link that leads nowhere',
  outside: 'it is a link that leads out of its folder',
  irregular: 'it is not a regular file',
} as const;

/**
 * Finds a file of a folder, by links inside of the folder, too. Undefined if it is gone.
 *
 * @param isPlain it was listed as a file, so it is no link
 */
export function findFile(disk: Disk, folder: string, name: string, isPlain: boolean): Place | undefined {
  const link = pathIn(folder, name);
  // A link that replaces the file now is refused by the read.
  const path = isPlain ? link : disk.realPath(link);
  if (path === undefined) return { path: link, refusal: 'nowhere' };
  if (!isInside(folder, path)) return { path, refusal: 'outside' };
  const item = disk.stat(path);
  if (item === undefined) return undefined;
  return item.kind === 'file' ? { path, item } : { path, refusal: 'irregular' };
}

interface ReadOptions {
  readonly maxSize?: number;
  /** Whether a hash of the bytes is wanted. Default: true. */
  readonly isHashed?: boolean;
}

type TextReading =
  /** `digest` is a hash of the bytes, '' if none is wanted. */
  | { readonly text: string; readonly item: FoundItem; readonly digest: string; readonly isUtf16?: true }
  | { readonly unread: string }
  /** The file is gone, or changed while it was read. */
  | undefined;

/**
 * Reads a text. A pointer of Git LFS is not one: its few lines must never pass for knowledge. Throws the system's error if the
 * file can't be read.
 */
export function readText(
  disk: Disk,
  { path, item }: FoundFile,
  inside: string,
  { maxSize = LIMITS.textBytes, isHashed = true }: ReadOptions = {},
): TextReading {
  if (isInCloud(item)) return { unread: IN_CLOUD };
  const reading = disk.read({ path, inside, maxSize });
  if (reading.ok) {
    const { bytes } = reading;
    if (isLfsPointer(bytes)) return { unread: 'is a pointer of Git LFS, not the file itself' };
    const digest = isHashed ? hash('sha1', bytes, 'base64url') : '';
    return { ...decode(bytes), item: reading.item, digest };
  }
  if (reading.cause === 'too-large') return { unread: `is larger than ${maxSize / 1024 / 1024} MiB` };
  if (reading.cause === 'unreadable') throw Object.assign(new Error(reading.code), { code: reading.code });
  return undefined;
}

function decode(bytes: Buffer): { readonly text: string; readonly isUtf16?: true } {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  if (mark === 0xfffe) return { text: new TextDecoder('utf-16le').decode(bytes), isUtf16: true };
  if (mark === 0xfeff) return { text: new TextDecoder('utf-16be').decode(bytes), isUtf16: true };
  const text = bytes.toString('utf8');
  return { text: text.startsWith('\uFEFF') ? text.slice(1) : text };
}

/** Whether a file is a pointer of Git LFS; see https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
function isLfsPointer(bytes: Buffer): boolean {
  return (
    bytes.length < 1_024 &&
    bytes.toString('latin1', 0, 100).startsWith('version https://git-lfs.github.com/spec/')
  );
}

/** Bytes of a file that surely has blocks of its own: smaller ones may lie in those of their folder. */
const SMALL_FILE_BYTES = 4_096;

export const IN_CLOUD = 'is on a cloud drive, and not on this disk';

/** Whether a file of a cloud drive isn't on this disk: opening it would wait for the network. */
function isInCloud({ size, blocks }: FoundItem): boolean {
  if (process.platform !== 'darwin' && process.platform !== 'win32') return false;
  return blocks === 0 && size > SMALL_FILE_BYTES;
}

/** Whether a path of the system is a folder or lies in it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Joins a folder of the system and a path with `/`, ten times as fast as `join`. */
export function pathIn(folder: string, path: string): string {
  const own = sep === '/' ? path : path.replaceAll('/', sep);
  return folder.endsWith(sep) ? folder + own : folder + sep + own;
}

/** Returns the name of a folder, with its parent if it is hidden: `widgets/.skills`. */
export function folderName(root: string): string {
  const name = basename(root);
  return (name.startsWith('.') ? `${basename(dirname(root))}/${name}` : name) || root;
}

/** Joins paths that are relative to a registry's root. They have `/`; '' is the root. */
export function joinRelative(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** Returns the folder that a path lies in; '' for the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Whether a path is a folder or lies in it. Both are relative to a registry's root. */
export function isInFolder(folder: string, path: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
