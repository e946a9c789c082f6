/**
 * File format for reproducible data. A damaged file is ignored as a whole.
 *
 *     8 bytes  magic
 *     4 bytes  CRC-32 of all following bytes
 *     4 bytes  length of the version
 *     version  UTF-8: content and format of the records
 *     records  each: 4 bytes length of the head, 4 bytes length of the body, head (JSON), body
 *
 * Numbers are little-endian.
 */
import { crc32 } from 'node:zlib';

export interface FileRecord {
  /** JSON-compatible. */
  readonly head: unknown;
  readonly body: Uint8Array;
}

const MAGIC = Buffer.from('SKILLREC');
const CHECKED_FROM = MAGIC.length + 4;
const LENGTHS = 8;
/** Between yields. */
const STEP_BYTES = 1024 * 1024;
/** Between yields. */
const STEP = 64;

export function encodeRecord({ head, body }: FileRecord): Uint8Array {
  return Buffer.concat(recordParts(head, [body]));
}

/** Avoids a copy of the body. */
export function recordParts(head: unknown, body: readonly Uint8Array[]): readonly Uint8Array[] {
  const json = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.allocUnsafe(LENGTHS);
  lengths.writeUInt32LE(json.length, 0);
  lengths.writeUInt32LE(
    body.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  // `crc32` may restart with an empty part.
  return [lengths, json, ...body.filter(({ length }) => length > 0)];
}

export function* encodeRecordFile(
  version: string,
  records: readonly Uint8Array[],
): Generator<void, readonly Uint8Array[]> {
  const name = Buffer.from(version);
  const prefix = Buffer.alloc(CHECKED_FROM + 4 + name.length);
  MAGIC.copy(prefix);
  prefix.writeUInt32LE(name.length, CHECKED_FROM);
  name.copy(prefix, CHECKED_FROM + 4);
  let checksum = crc32(prefix.subarray(CHECKED_FROM));
  for (const [number, record] of records.entries()) {
    checksum = crc32(record, checksum);
    if (number % STEP === STEP - 1) yield;
  }
  prefix.writeUInt32LE(checksum, MAGIC.length);
  return [prefix, ...records];
}

/** Undefined for another version or a damaged file. Heads are unchecked. */
export function* decodeRecordFile(
  bytes: Buffer,
  version: string,
): Generator<void, readonly FileRecord[] | undefined> {
  const name = Buffer.from(version);
  const start = CHECKED_FROM + 4 + name.length;
  const isOurs =
    bytes.length >= start &&
    bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
    bytes.readUInt32LE(CHECKED_FROM) === name.length &&
    bytes.subarray(CHECKED_FROM + 4, start).equals(name);
  if (!isOurs) return undefined;
  let checksum = 0;
  for (let from = CHECKED_FROM; from < bytes.length; from += STEP_BYTES) {
    checksum = crc32(bytes.subarray(from, from + STEP_BYTES), checksum);
    yield;
  }
  if (checksum !== bytes.readUInt32LE(MAGIC.length)) return undefined;
  const records: FileRecord[] = [];
  for (let from = start; from < bytes.length; ) {
    if (from + LENGTHS > bytes.length) return undefined;
    const headEnd = from + LENGTHS + bytes.readUInt32LE(from);
    const end = headEnd + bytes.readUInt32LE(from + 4);
    const head = end > bytes.length ? undefined : parse(bytes.toString('utf8', from + LENGTHS, headEnd));
    if (head === undefined) return undefined;
    records.push({ head, body: bytes.subarray(headEnd, end) });
    from = end;
    if (records.length % STEP === 0) yield;
  }
  return records;
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
