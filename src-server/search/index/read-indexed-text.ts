import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Bytes of a file that are indexed. */
export const INDEXED_BYTES = 1024 * 1024;
/** A bigger file isn't part of the skill's answer, and not of its index. */
export const LARGEST_FILE = 16 * 1024 * 1024;

export interface KnowledgeText {
  readonly text: string;
  readonly size: number;
  readonly mtimeMs: number;
}

// Drops a byte order mark and replaces invalid bytes.
const decoder = new TextDecoder('utf-8');

/** The first mebibyte of a file; undefined where it can't be read or is over the limit. */
export function readKnowledgeFileSync(path: string): KnowledgeText | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size, mtimeMs } = fstatSync(file);
    if (size > LARGEST_FILE) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(size, INDEXED_BYTES));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return { text: decoder.decode(bytes.subarray(0, length)), size, mtimeMs };
  } catch {
    // Gone or unreadable since it was listed: whoever lists the files says so.
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The same without blocking. */
export async function readKnowledgeFile(path: string): Promise<KnowledgeText | undefined> {
  let file: Awaited<ReturnType<typeof open>> | undefined;
  try {
    file = await open(path, 'r');
    const { size, mtimeMs } = await file.stat();
    if (size > LARGEST_FILE) return undefined;
    const bytes = Buffer.allocUnsafe(Math.min(size, INDEXED_BYTES));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
    return { text: decoder.decode(bytes.subarray(0, bytesRead)), size, mtimeMs };
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
