import type { Disk, FileStamp, FoundItem } from './disk.ts';

export const MAX_TEXT_BYTES = 8 * 1024 * 1024;

/** A text, why there is none, or the system's code. */
export type TextReading =
  | { readonly text: string; readonly bytes: number; readonly stamp: FileStamp; readonly isUtf16?: true }
  | { readonly unread: string }
  | { readonly code: string }
  /** Gone or changed while it was read. */
  | undefined;

/** Tells files that stand for others: their few lines must never pass for knowledge. */
export function readText(disk: Disk, path: string, inside: string, maxSize = MAX_TEXT_BYTES): TextReading {
  const reading = disk.read({ path, inside, maxSize });
  if (reading.ok) {
    const { bytes, stamp } = reading;
    if (isLfsPointer(bytes)) return { unread: 'is a pointer of Git LFS, not the file itself' };
    return { ...decode(bytes), bytes: bytes.length, stamp };
  }
  if (reading.cause === 'too-large') return { unread: `is larger than ${maxSize / 1024 / 1024} MiB` };
  return reading.cause === 'unreadable' ? { code: reading.code } : undefined;
}

/** Drops a byte order mark, and replaces bytes outside of UTF-8. */
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

/** Of a cloud drive, without its contents on this disk: opening would wait for the network. */
export function isInCloud({ size, blocks }: FoundItem, platform = process.platform): boolean {
  if (platform !== 'darwin' && platform !== 'win32') return false;
  return blocks === 0 && size > SMALL_FILE_BYTES;
}

/** `.pitfalls.md.icloud` stands for `pitfalls.md`. */
export function nameInCloud(name: string): string | undefined {
  return /^\.(.+)\.icloud$/.exec(name)?.[1];
}

export const IN_CLOUD = 'is on a cloud drive, and not on this disk';
