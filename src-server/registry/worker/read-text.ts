import { hash } from 'node:crypto';
import { isInside, pathIn } from '../paths.ts';
import type { Disk, FoundItem } from './disk.ts';

export const MAX_TEXT_BYTES = 8 * 1024 * 1024;

export interface FoundFile {
  readonly path: string;
  readonly item: FoundItem;
}

export type Place = FoundFile | { readonly refusal: keyof typeof REFUSALS; readonly path: string };

/** Each continues "could not be read: ". */
export const REFUSALS = {
  nowhere: 'it is a link that leads nowhere',
  outside: 'it is a link that leads out of its folder',
  irregular: 'it is not a regular file',
} as const;

/** Follows links inside the folder. Undefined if gone. `isPlain`: listed as a file, so no link. */
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

export type TextReading =
  /** `digest` of the bytes. */
  | { readonly text: string; readonly item: FoundItem; readonly digest: string; readonly isUtf16?: true }
  | { readonly unread: string }
  /** Gone or changed while it was read. */
  | undefined;

/** Throws the system's error. Tells files that stand for others: their few lines must never pass for knowledge. */
export function readText(
  disk: Disk,
  { path, item }: FoundFile,
  inside: string,
  maxSize = MAX_TEXT_BYTES,
): TextReading {
  if (isInCloud(item)) return { unread: IN_CLOUD };
  const reading = disk.read({ path, inside, maxSize });
  if (reading.ok) {
    const { bytes } = reading;
    if (isLfsPointer(bytes)) return { unread: 'is a pointer of Git LFS, not the file itself' };
    return { ...decode(bytes), item: reading.item, digest: hash('sha1', bytes, 'base64url') };
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

/** See https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
function isLfsPointer(bytes: Buffer): boolean {
  return (
    bytes.length < 1_024 &&
    bytes.toString('latin1', 0, 100).startsWith('version https://git-lfs.github.com/spec/')
  );
}

/** Smaller files may lie in the folder's own blocks. */
const SMALL_FILE_BYTES = 4_096;

export const IN_CLOUD = 'is on a cloud drive, and not on this disk';

/** Of a cloud drive, without its contents on this disk: opening would wait for the network. */
function isInCloud({ size, blocks }: FoundItem): boolean {
  if (process.platform !== 'darwin' && process.platform !== 'win32') return false;
  return blocks === 0 && size > SMALL_FILE_BYTES;
}
