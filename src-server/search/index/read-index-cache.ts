import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Logger } from '../../contract/service/logger.ts';
import { runInSlices } from '../../run-in-slices.ts';
import { countIndexedFiles, type SearchDocument } from '../search-document.ts';
import { hashSlots } from '../words/word-slots.ts';
import { lettersOfWords } from '../words/word-table.ts';
import { isSoundSegment } from './check-segment.ts';
import {
  ARRAY_NAMES,
  ARRAY_TYPES,
  type ArrayName,
  type CachedArrays,
  checksumOf,
  decodeHeader,
  FINGERPRINT_BYTES,
  fingerprintOf,
  PREFIX_BYTES,
  padded,
  STEP,
} from './index-cache-format.ts';
import { LARGEST_CACHE } from './prune-caches.ts';
import type { Segment } from './segment.ts';

/** A segment of a cache, with those of its documents that are as they were. */
export interface RestoredSegment {
  readonly segment: Segment;
  readonly documents: readonly (SearchDocument | undefined)[];
}

export interface ReadCacheOptions {
  readonly logger: Logger;
  readonly signal: AbortSignal;
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
  const termSlots = yield* hashSlots(arrays.termBytes, arrays.termStarts);
  if (termSlots === undefined) throw new Error('A term stands there twice.');
  const segment: Segment = {
    ...bare,
    termSlots,
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
    if (document !== undefined && countIndexedFiles(document) !== files)
      throw new Error('Its files are others.');
    documents.push(document);
  }
  return { segment, documents };
}
