/** https://git-scm.com/docs/pack-format */
import { inflateSync } from 'node:zlib';
import { DamagedGitData } from './damaged-git-data.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface PackEntryHead {
  /** Undefined for a delta. */
  readonly type: ObjectType | undefined;
  /** Uncompressed. */
  readonly size: number;
  /** Of the compressed bytes. */
  readonly start: number;
  /** Of a delta: bytes back to the base's entry, or the base's object ID. */
  readonly base?: number | string;
}

const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
const ID_BYTES = 20;
/** Git's default is 50, its maximum 250. */
export const DEEPEST_CHAIN = 250;

/** @throws {DamagedGitData} */
export function readPackEntryHead(pack: Buffer, from: number, end: number): PackEntryHead {
  let at = from;
  let byte = pack[at++] ?? 0;
  const code = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = pack[at++] ?? 0;
    size += (byte & 0x7f) * factor;
    if (at >= end || factor > 2 ** 45) throw new DamagedGitData();
  }
  if (code === ID_DELTA)
    return { type: undefined, size, start: at + ID_BYTES, base: pack.toString('hex', at, at + ID_BYTES) };
  if (code === OFFSET_DELTA) {
    byte = pack[at++] ?? 0;
    let distance = byte & 0x7f;
    while (byte & 0x80 && at < end) {
      byte = pack[at++] ?? 0;
      distance = (distance + 1) * 128 + (byte & 0x7f);
    }
    return { type: undefined, size, start: at, base: distance };
  }
  const type = TYPES[code];
  if (type === undefined) throw new DamagedGitData();
  return { type, size, start: at };
}

/**
 * Ignores bytes after the compressed data.
 *
 * @throws {DamagedGitData} also if the size differs, against decompression bombs
 */
export function inflateExactly(
  compressed: Buffer,
  size: number,
): { readonly bytes: Buffer; readonly length: number } {
  try {
    const options = {
      maxOutputLength: size + 1,
      chunkSize: Math.max(64, Math.min(size + 1, 1 << 20)),
      info: true,
    };
    // With `info`, the result includes the engine with its count of consumed bytes.
    const { buffer, engine } = inflateSync(compressed, options) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    if (buffer.length !== size) throw new DamagedGitData();
    return { bytes: buffer, length: engine.bytesWritten };
  } catch {
    throw new DamagedGitData();
  }
}
