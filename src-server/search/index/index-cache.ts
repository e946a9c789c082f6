/**
 * The find index on disk, so that a second start need not read every text again. A cache is a guess: it is used only
 * where everything about it is as this engine writes it and no number in it leads astray, and each document only where
 * its revision is as it was.
 *
 *     8 bytes  magic
 *     4 bytes  length of the header
 *     4 bytes  CRC-32 of the header
 *     header   JSON, see `CacheHeader`
 *     arrays   each at a multiple of 8 bytes from the start
 */
import { hash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Logger } from '../../contract/logger.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { SearchDocument } from '../search-document.ts';
import { hashSlots, lettersOfWords } from '../words/word-table.ts';
import { isSoundSegment } from './check-segment.ts';
import type { SegmentView } from './find-index.ts';
import { LARGEST_CACHE, pruneCaches } from './prune-caches.ts';
import type { Segment } from './segment.ts';

/**
 * What is indexed, and how. A higher number for every change of it: a test holds what this version makes of a text, and
 * fails where the two disagree.
 */
export const INDEX_VERSION = 2;

const MAGIC = Buffer.from('SKILLIDX');
const PREFIX_BYTES = 16;
/** Bytes between two looks at whether others want the thread. */
const SLICE_BYTES = 1024 * 1024;
/** Bytes of a SHA-1. */
const FINGERPRINT_BYTES = 20;
/** Documents between two turns for others. */
const STEP = 128;

/** What of a segment is saved: the rest can be made of it. */
const ARRAY_TYPES = {
  lengths: Uint32Array,
  fileStarts: Uint32Array,
  fileSections: Uint32Array,
  termBytes: Uint8Array,
  termStarts: Uint32Array,
  wordBytes: Uint8Array,
  wordStarts: Uint32Array,
  wordTerms: Uint32Array,
  postingStarts: Uint32Array,
  postingDocuments: Uint16Array,
  postingFrequencies: Uint16Array,
  sectionStarts: Uint32Array,
  sections: Uint8Array,
  /** By document: its fingerprint; zeros where it is not to be used again. */
  fingerprints: Uint8Array,
} as const;

type ArrayName = keyof typeof ARRAY_TYPES;
type CachedArrays = Omit<Segment, 'termSlots' | 'termLetters' | 'wordLetters'> & {
  readonly fingerprints: Uint8Array;
};

const ARRAY_NAMES = Object.keys(ARRAY_TYPES) as ArrayName[];

interface CacheHeader {
  readonly version: number;
  /** Byte order of the machine that wrote it. */
  readonly endianness: string;
  /** CRC-32 of everything behind the header. */
  readonly checksum: number;
  /** By segment: elements of each array, in the order of `ARRAY_TYPES`. */
  readonly segments: readonly (readonly number[])[];
}

/** A segment of a cache, with those of its documents that are as they were. */
export interface RestoredSegment {
  readonly segment: Segment;
  readonly documents: readonly (SearchDocument | undefined)[];
}

export interface ReadCacheOptions {
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const fingerprintOf = ({ key, revision }: SearchDocument): string =>
  hash('sha1', JSON.stringify([key, revision]), 'hex');

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

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

function encodeHeader(header: CacheHeader): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const bytes = Buffer.alloc(padded(PREFIX_BYTES + json.length));
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(json.length, 8);
  bytes.writeUInt32LE(crc32(json), 12);
  json.copy(bytes, PREFIX_BYTES);
  return bytes;
}

async function checksumOf(parts: readonly Uint8Array[]): Promise<number> {
  let checksum = 0;
  for (const part of parts) {
    for (let start = 0; start < part.length; start += SLICE_BYTES) {
      checksum = crc32(part.subarray(start, start + SLICE_BYTES), checksum);
      await setImmediate();
    }
  }
  return checksum;
}

/** The segments of a cache with those documents that are as they were; none where anything about it is odd. */
export async function readIndexCache(
  file: string,
  documents: Iterable<SearchDocument>,
  { logger, signal }: ReadCacheOptions,
): Promise<readonly RestoredSegment[]> {
  try {
    return await decodeCache(await readCacheFile(file), documents, signal);
  } catch (error) {
    signal.throwIfAborted();
    // Not there, not readable, or not what it says: a cache is nothing but saved time.
    logger.debug('The cache of the search index is not used.', { error: String(error) });
    return [];
  }
}

async function readCacheFile(file: string): Promise<Buffer> {
  let handle: FileHandle | undefined;
  try {
    // Neither a link nor a pipe that never answers; Windows knows neither flag.
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > LARGEST_CACHE) throw new Error('It is no file, or too big.');
    const bytes = await handle.readFile();
    // Caches that nobody reads are cleared away by this time; a cache that can't be marked can still be read.
    const now = new Date();
    await handle.utimes(now, now).catch(() => undefined);
    return bytes;
  } finally {
    await handle?.close();
  }
}

async function decodeCache(
  bytes: Buffer,
  documents: Iterable<SearchDocument>,
  signal: AbortSignal,
): Promise<RestoredSegment[]> {
  const header = decodeHeader(bytes);
  const start = padded(PREFIX_BYTES + bytes.readUInt32LE(8));
  if ((await checksumOf([bytes.subarray(start)])) !== header.checksum)
    throw new Error('Its checksum is wrong.');
  // Arrays of more than a byte need their alignment.
  const { buffer, byteOffset } =
    bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  const byFingerprint = await runInSlices(fingerprintMap(documents), signal);
  const segments: RestoredSegment[] = [];
  let offset = byteOffset + start;
  for (const lengths of header.segments) {
    const arrays: Partial<Record<ArrayName, CachedArrays[ArrayName]>> = {};
    ARRAY_NAMES.forEach((name, i) => {
      const array = new ARRAY_TYPES[name](buffer as ArrayBuffer, offset, lengths[i]);
      arrays[name] = array;
      offset += padded(array.byteLength);
    });
    segments.push(await runInSlices(restoreSegment(arrays as CachedArrays, byFingerprint), signal));
  }
  return segments;
}

function* fingerprintMap(documents: Iterable<SearchDocument>): Generator<void, Map<string, SearchDocument>> {
  const map = new Map<string, SearchDocument>();
  for (const document of documents) {
    map.set(fingerprintOf(document), document);
    if (map.size % STEP === 0) yield;
  }
  return map;
}

/** Takes the documents that it has out of the map: each is in one place only. */
function* restoreSegment(
  { fingerprints: prints, ...arrays }: CachedArrays,
  byFingerprint: Map<string, SearchDocument>,
): Generator<void, RestoredSegment> {
  const bare = {
    ...arrays,
    termSlots: new Uint32Array(0),
    termLetters: new Uint32Array(0),
    wordLetters: new Uint32Array(0),
  };
  const count = arrays.lengths.length;
  if (prints.length !== count * FINGERPRINT_BYTES || !(yield* isSoundSegment(bare))) {
    throw new Error('Its numbers do not fit together.');
  }
  const segment: Segment = {
    ...bare,
    termSlots: yield* hashSlots(arrays.termBytes, arrays.termStarts),
    termLetters: yield* lettersOfWords(arrays.termBytes, arrays.termStarts),
    wordLetters: yield* lettersOfWords(arrays.wordBytes, arrays.wordStarts),
  };
  const bytes = Buffer.from(prints.buffer, prints.byteOffset, prints.length);
  const documents: (SearchDocument | undefined)[] = [];
  for (let number = 0; number < count; number += 1) {
    if (number % STEP === STEP - 1) yield;
    const print = bytes.toString('hex', number * FINGERPRINT_BYTES, (number + 1) * FINGERPRINT_BYTES);
    const document = byFingerprint.get(print);
    byFingerprint.delete(print);
    // A document that has other files than the segment says would be explained by the wrong one.
    const files = (arrays.fileStarts[number + 1] as number) - (arrays.fileStarts[number] as number);
    if (document !== undefined && document.files.length !== files) throw new Error('Its files are others.');
    documents.push(document);
  }
  return { segment, documents };
}

/** The header, where this engine wrote it on a machine like this one and the file is as long as it says. */
function decodeHeader(bytes: Buffer): CacheHeader {
  const isOurs = bytes.length >= PREFIX_BYTES && bytes.subarray(0, MAGIC.length).equals(MAGIC);
  const length = isOurs ? bytes.readUInt32LE(8) : 0;
  const json = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length);
  if (!isOurs || json.length !== length || crc32(json) !== bytes.readUInt32LE(12)) {
    throw new Error('It is no cache, or damaged.');
  }
  const header: unknown = JSON.parse(json.toString());
  if (!isHeader(header)) throw new Error('It is of another version or machine.');
  let size = padded(PREFIX_BYTES + length);
  for (const lengths of header.segments) {
    ARRAY_NAMES.forEach((name, i) => {
      size += padded((lengths[i] ?? 0) * ARRAY_TYPES[name].BYTES_PER_ELEMENT);
    });
  }
  if (size !== bytes.length) throw new Error('It has another length than it says.');
  return header;
}

function isHeader(value: unknown): value is CacheHeader {
  const header = value as Partial<CacheHeader> | null;
  return (
    header?.version === INDEX_VERSION &&
    header.endianness === endianness() &&
    Array.isArray(header.segments) &&
    header.segments.every(
      (lengths: unknown) =>
        Array.isArray(lengths) &&
        lengths.length === ARRAY_NAMES.length &&
        lengths.every((length: unknown) => Number.isSafeInteger(length) && (length as number) >= 0),
    )
  );
}
