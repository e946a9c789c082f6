/**
 * The find index on disk, so that a second start need not read every text again. A cache is a guess: it is used only
 * where everything about it is as this engine writes it, and each document only where its files are as they were.
 *
 *     8 bytes  magic
 *     4 bytes  length of the header
 *     4 bytes  CRC-32 of the header
 *     header   JSON, see `CacheHeader`
 *     arrays   each at a multiple of 8 bytes from the start
 */
import { hash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { endianness } from 'node:os';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { SearchDocument } from '../search-document.ts';
import type { IndexedDocument, IndexedSegment } from './index-store.ts';
import type { Segment } from './segment.ts';

/**
 * What is indexed, and how. A higher number for every change of it: a test holds what this version makes of a text, and
 * fails where the two disagree.
 */
export const INDEX_VERSION = 1;

const MAGIC = Buffer.from('SKILLIDX');
const PREFIX_BYTES = 16;
/** Bytes between two looks at whether others want the thread. */
const SLICE_BYTES = 4 * 1024 * 1024;

const ARRAY_TYPES = {
  lengths: Uint32Array,
  fileStarts: Uint32Array,
  fileSections: Uint32Array,
  termBytes: Uint8Array,
  termStarts: Uint32Array,
  termSlots: Uint32Array,
  termLetters: Uint32Array,
  wordBytes: Uint8Array,
  wordStarts: Uint32Array,
  wordLetters: Uint32Array,
  wordTerms: Uint32Array,
  postingStarts: Uint32Array,
  postingDocuments: Uint16Array,
  postingFrequencies: Uint16Array,
  sectionStarts: Uint32Array,
  sections: Uint8Array,
} as const satisfies Record<
  keyof Segment,
  Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor
>;

const ARRAY_NAMES = Object.keys(ARRAY_TYPES) as (keyof Segment)[];

interface CacheHeader {
  readonly version: number;
  /** Byte order of the machine that wrote it. */
  readonly endianness: string;
  /** CRC-32 of everything behind the header. */
  readonly checksum: number;
  readonly segments: readonly {
    /** Key and fingerprint by document; null where it is not to be used again. */
    readonly documents: readonly (readonly [key: string, fingerprint: string] | null)[];
    /** Elements of each array, in the order of `ARRAY_TYPES`. */
    readonly lengths: readonly number[];
  }[];
}

/** Changes with everything that a document is indexed by, size and time of its files among it. */
export function fingerprintOf({
  key,
  name,
  language,
  tags,
  summary,
  files,
  revision,
}: SearchDocument): string {
  const stats = files.map(({ path, size, mtimeMs }) => [path, size, mtimeMs]);
  return hash('sha1', JSON.stringify([key, name, language, tags, summary, revision, stats]), 'base64');
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/** Writes a cache next to its place, then moves it there. `documents` are the present ones by key. */
export async function writeIndexCache(
  file: string,
  segments: readonly IndexedSegment[],
  documents: ReadonlyMap<string, SearchDocument>,
): Promise<void> {
  const parts: Uint8Array[] = [];
  for (const { segment } of segments) {
    for (const name of ARRAY_NAMES) {
      const { buffer, byteOffset, byteLength } = segment[name];
      parts.push(new Uint8Array(buffer, byteOffset, byteLength));
      parts.push(new Uint8Array(padded(byteLength) - byteLength));
    }
  }
  const header: CacheHeader = {
    version: INDEX_VERSION,
    endianness: endianness(),
    checksum: await checksumOf(parts),
    segments: segments.map((indexed) => ({
      documents: indexed.documents.map((entry) => cachedDocument(entry, documents)),
      lengths: ARRAY_NAMES.map((name) => indexed.segment[name].length),
    })),
  };
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(encodeHeader(header));
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

function cachedDocument(
  indexed: IndexedDocument | undefined,
  documents: ReadonlyMap<string, SearchDocument>,
): readonly [string, string] | null {
  const document = indexed?.settled === true ? documents.get(indexed.key) : undefined;
  return document?.revision === indexed?.revision && document !== undefined
    ? [document.key, fingerprintOf(document)]
    : null;
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
  documents: readonly SearchDocument[],
): Promise<readonly IndexedSegment[]> {
  try {
    return await decodeCache(await readFile(file), documents);
  } catch {
    // Not there, not readable, or not what it says: a cache is nothing but saved time.
    return [];
  }
}

async function decodeCache(bytes: Buffer, documents: readonly SearchDocument[]): Promise<IndexedSegment[]> {
  const header = decodeHeader(bytes);
  if (header === undefined) return [];
  const start = padded(PREFIX_BYTES + bytes.readUInt32LE(8));
  if ((await checksumOf([bytes.subarray(start)])) !== header.checksum) return [];
  // Arrays of more than a byte need their alignment.
  const { buffer, byteOffset } =
    bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  const byKey = new Map(documents.map((document) => [document.key, document]));
  const segments: IndexedSegment[] = [];
  let offset = byteOffset + start;
  for (const cached of header.segments) {
    const arrays: Partial<Record<keyof Segment, Segment[keyof Segment]>> = {};
    ARRAY_NAMES.forEach((name, i) => {
      const array = new ARRAY_TYPES[name](buffer as ArrayBuffer, offset, cached.lengths[i]);
      arrays[name] = array;
      offset += padded(array.byteLength);
    });
    segments.push({
      segment: arrays as Segment,
      documents: await presentDocuments(cached.documents, byKey),
    });
  }
  return segments;
}

async function presentDocuments(
  cached: CacheHeader['segments'][number]['documents'],
  documents: ReadonlyMap<string, SearchDocument>,
): Promise<(IndexedDocument | undefined)[]> {
  const present: (IndexedDocument | undefined)[] = [];
  for (const [i, entry] of cached.entries()) {
    const document = entry === null ? undefined : documents.get(entry[0]);
    const same = document !== undefined && entry !== null && fingerprintOf(document) === entry[1];
    present.push(same ? { key: document.key, revision: document.revision, settled: true } : undefined);
    if (i % 512 === 511) await setImmediate();
  }
  return present;
}

/** The header, where this engine wrote it on a machine like this one and the file is as long as it says. */
function decodeHeader(bytes: Buffer): CacheHeader | undefined {
  if (bytes.length < PREFIX_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const length = bytes.readUInt32LE(8);
  const json = bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length);
  if (json.length !== length || crc32(json) !== bytes.readUInt32LE(12)) return undefined;
  // The checksum says that it is what we wrote; versions may differ in everything behind the first two fields.
  const header = JSON.parse(json.toString()) as CacheHeader;
  if (header.version !== INDEX_VERSION || header.endianness !== endianness()) return undefined;
  let size = padded(PREFIX_BYTES + length);
  for (const { lengths } of header.segments) {
    ARRAY_NAMES.forEach((name, i) => {
      size += padded((lengths[i] ?? 0) * ARRAY_TYPES[name].BYTES_PER_ELEMENT);
    });
  }
  return size === bytes.length ? header : undefined;
}
