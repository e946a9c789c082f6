import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { runInSlices } from '../../run-in-slices.ts';
import type { SegmentView } from './find-index.ts';
import {
  ARRAY_NAMES,
  type CachedArrays,
  checksumOf,
  encodeHeader,
  FINGERPRINT_BYTES,
  fingerprintOf,
  INDEX_VERSION,
  padded,
  STEP,
} from './index-cache-format.ts';
import { pruneCaches } from './prune-caches.ts';

/**
 * Writes a cache next to its place, then moves it there, and clears the folder of what nobody uses. Rejects where the
 * folder or the file is a link: it might lead to what is somebody else's.
 */
export async function writeIndexCache(file: string, views: readonly SegmentView[]): Promise<void> {
  const folder = dirname(file);
  await makePrivateFolder(folder);
  const there = await lstat(file).catch(() => undefined);
  if (there?.isFile() === false) throw new Error('The place of the cache is taken by what is no file.');
  const never = new AbortController().signal;
  const parts: Uint8Array[] = [];
  const segments: number[][] = [];
  for (const view of views) {
    const arrays: CachedArrays = {
      ...view.segment,
      fingerprints: await runInSlices(fingerprints(view), never),
    };
    segments.push(ARRAY_NAMES.map((name) => arrays[name].length));
    for (const name of ARRAY_NAMES) {
      const { buffer, byteOffset, byteLength } = arrays[name];
      parts.push(new Uint8Array(buffer, byteOffset, byteLength));
      parts.push(new Uint8Array(padded(byteLength) - byteLength));
    }
  }
  const checksum = await checksumOf(parts);
  await replaceFile(file, [
    encodeHeader({ version: INDEX_VERSION, endianness: endianness(), checksum, segments }),
    ...parts,
  ]);
  await pruneCaches(folder, file);
}

async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
  if (!(await lstat(folder)).isDirectory()) throw new Error('The folder of the cache is no folder.');
  // Windows has neither these flags nor these modes.
  if (process.platform === 'win32') return;
  const handle = await open(folder, flags);
  try {
    await handle.chmod(0o700);
  } finally {
    await handle.close();
  }
}

async function replaceFile(file: string, parts: readonly Uint8Array[]): Promise<void> {
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for (const part of parts) if (part.length > 0) await handle.writeFile(part);
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function* fingerprints(view: SegmentView): Generator<void, Uint8Array> {
  const bytes = Buffer.alloc(view.documents.length * FINGERPRINT_BYTES);
  for (const [number, document] of view.documents.entries()) {
    if (number % STEP === STEP - 1) yield;
    if (document === undefined || !view.isSettled(number)) continue;
    bytes.write(fingerprintOf(document), number * FINGERPRINT_BYTES, 'hex');
  }
  return bytes;
}
