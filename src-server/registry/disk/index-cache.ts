import { hash } from 'node:crypto';
import { endianness } from 'node:os';
import { basename, dirname } from 'node:path';
import { isJsonObject } from '../../contract/api/json-object.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { BuildSegments, BuiltSegment } from '../../search/index/build-segment.ts';
import { SEGMENT_ARRAYS, type Segment } from '../../search/index/segment.ts';
import type { SearchDocument } from '../../search/search-document.ts';
import { readPrivateFile } from '../../writing/private-file.ts';
import {
  decodeRecordFile,
  encodeRecordFile,
  type FileRecord,
  recordParts,
} from '../../writing/record-file.ts';
import { writeInside } from '../../writing/write-inside.ts';
import { LARGEST_CACHE, pruneCaches } from './prune-caches.ts';

/** Increase with format or indexing; a test compares a sample. */
export const INDEX_VERSION = 8;
const VERSION = `find ${INDEX_VERSION} ${endianness()}`;
/** Share of uncached documents for a rewrite. */
const STALE_SHARE = 0.05;

type ArrayName = keyof Segment;
const NAMES = Object.keys(SEGMENT_ARRAYS) as ArrayName[];

/**
 * Ignores write errors, damaged caches, other versions and byte orders.
 *
 * @param file absolute
 */
export async function buildWithCache(
  file: string,
  documents: readonly SearchDocument[],
  build: BuildSegments,
): Promise<readonly BuiltSegment[]> {
  const kept = await readIndexCache(file, documents);
  const known = new Set(kept.flatMap((segment) => segment.documents));
  const fresh = documents.filter((document) => !known.has(document));
  const built = fresh.length === 0 ? [] : await build(fresh);
  const segments = [...kept, ...built];
  if (fresh.length > documents.length * STALE_SHARE) await writeIndexCache(file, segments).catch(() => {});
  return segments;
}

async function readIndexCache(
  file: string,
  documents: readonly SearchDocument[],
): Promise<readonly BuiltSegment[]> {
  const bytes = await readPrivateFile(file, LARGEST_CACHE);
  const records = bytes && (await runInSlices(decodeRecordFile(bytes, VERSION)));
  const byFingerprint = new Map(documents.map((document) => [fingerprintOf(document), document]));
  const segments = (records ?? []).map((record) => decodeSegment(record, byFingerprint));
  if (segments.some((segment) => segment === undefined)) return [];
  const kept = segments.filter((segment) => segment?.settled.includes(true) === true) as BuiltSegment[];
  const count = kept.reduce((sum, { settled }) => sum + settled.filter(Boolean).length, 0);
  return count * 2 < documents.length ? [] : kept;
}

async function writeIndexCache(file: string, segments: readonly BuiltSegment[]): Promise<void> {
  const parts = segments.flatMap(encodeSegment);
  await writeInside(dirname(file), basename(file), await runInSlices(encodeRecordFile(VERSION, parts)), {
    mode: 0o600,
  });
  await pruneCaches(dirname(file), file);
}

interface SegmentHead {
  readonly documents: readonly (string | null)[];
  readonly lengths: readonly number[];
}

function encodeSegment({ documents, segment, settled }: BuiltSegment): readonly Uint8Array[] {
  const head: SegmentHead = {
    documents: documents.map((document, number) =>
      document !== undefined && settled[number] === true ? fingerprintOf(document) : null,
    ),
    lengths: NAMES.map((name) => segment[name].length),
  };
  const arrays = NAMES.map((name) => segment[name]);
  return recordParts(
    head,
    arrays.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  );
}

/** Undefined if invalid. Deletes decoded documents from the map. */
function decodeSegment(
  { head, body }: FileRecord,
  byFingerprint: Map<string, SearchDocument>,
): BuiltSegment | undefined {
  if (!isHead(head, body.length)) return undefined;
  let from = 0;
  const arrays = NAMES.map((name, i) => {
    // Copied for alignment, and to be transferable to another thread.
    const array = new SEGMENT_ARRAYS[name](head.lengths[i] as number);
    new Uint8Array(array.buffer).set(body.subarray(from, from + array.byteLength));
    from += array.byteLength;
    return [name, array] as const;
  });
  const documents = head.documents.map((print) => {
    const document = print === null ? undefined : byFingerprint.get(print);
    byFingerprint.delete(print ?? '');
    return document;
  });
  const segment = Object.fromEntries(arrays) as unknown as Segment;
  return { documents, segment, settled: documents.map((document) => document !== undefined) };
}

function isHead(head: unknown, bytes: number): head is SegmentHead {
  if (!isJsonObject(head)) return false;
  const { documents, lengths } = head;
  if (!Array.isArray(documents) || !Array.isArray(lengths) || lengths.length !== NAMES.length) return false;
  const sizes = NAMES.map((name, i) => SEGMENT_ARRAYS[name].BYTES_PER_ELEMENT * Number(lengths[i]));
  return (
    lengths.every((length) => Number.isSafeInteger(length) && length >= 0) &&
    sizes.reduce((sum, size) => sum + size, 0) === bytes &&
    lengths[NAMES.indexOf('lengths')] === documents.length
  );
}

function fingerprintOf({ key, revision }: SearchDocument): string {
  return hash('sha1', JSON.stringify([key, revision]), 'base64url');
}
