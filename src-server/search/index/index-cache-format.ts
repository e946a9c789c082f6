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
import { hash } from 'node:crypto';
import { endianness } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { SearchDocument } from '../search-document.ts';
import type { Segment } from './segment.ts';

/**
 * What is indexed, and how. A higher number for every change of it: a test holds what this version makes of a text, and
 * fails where the two disagree.
 */
export const INDEX_VERSION = 6;

const MAGIC = Buffer.from('SKILLIDX');
export const PREFIX_BYTES = 16;
/** Bytes between two looks at whether others want the thread. */
const SLICE_BYTES = 1024 * 1024;
/** Bytes of a SHA-1. */
export const FINGERPRINT_BYTES = 20;
/** Documents between two turns for others. */
export const STEP = 128;

/** What of a segment is saved: the rest can be made of it. */
export const ARRAY_TYPES = {
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

export type ArrayName = keyof typeof ARRAY_TYPES;
export type CachedArrays = Omit<Segment, 'termSlots' | 'termLetters' | 'wordLetters'> & {
  readonly fingerprints: Uint8Array;
};

export const ARRAY_NAMES = Object.keys(ARRAY_TYPES) as ArrayName[];

interface CacheHeader {
  readonly version: number;
  /** Byte order of the machine that wrote it. */
  readonly endianness: string;
  /** CRC-32 of everything behind the header. */
  readonly checksum: number;
  /** By segment: elements of each array, in the order of `ARRAY_TYPES`. */
  readonly segments: readonly (readonly number[])[];
}

export const fingerprintOf = ({ key, revision }: SearchDocument): string =>
  hash('sha1', JSON.stringify([key, revision]), 'hex');

export const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

export function encodeHeader(header: CacheHeader): Uint8Array {
  const json = Buffer.from(JSON.stringify(header));
  const bytes = Buffer.alloc(padded(PREFIX_BYTES + json.length));
  MAGIC.copy(bytes);
  bytes.writeUInt32LE(json.length, 8);
  bytes.writeUInt32LE(crc32(json), 12);
  json.copy(bytes, PREFIX_BYTES);
  return bytes;
}

export async function checksumOf(parts: readonly Uint8Array[]): Promise<number> {
  let checksum = 0;
  for (const part of parts) {
    for (let start = 0; start < part.length; start += SLICE_BYTES) {
      checksum = crc32(part.subarray(start, start + SLICE_BYTES), checksum);
      await setImmediate();
    }
  }
  return checksum;
}

/** The header, where this engine wrote it on a machine like this one and the file is as long as it says. */
export function decodeHeader(bytes: Buffer): CacheHeader {
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
