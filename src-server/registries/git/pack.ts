/** https://git-scm.com/docs/pack-format */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { RegistryRefusal } from '../registry-refusal.ts';
import { sizeWords } from '../size-words.ts';
import { applyDelta, damaged, readDeltaHead } from './apply-delta.ts';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly type: ObjectType;
  readonly bytes: Buffer;
}

export interface PackLimits {
  readonly objectBytes: number;
  /** All objects together. */
  readonly unpackedBytes: number;
  readonly objects: number;
}

/** By ID (40 hexadecimal digits), verified by hash. */
export interface Pack {
  read(id: string): GitObject | undefined;
}

interface Entry {
  readonly type: ObjectType | undefined;
  readonly size: number;
  /** Of the compressed bytes. */
  readonly start: number;
  /** Entry number of a delta's base; object ID until resolved. */
  base?: number | string;
}

const TYPES: readonly (ObjectType | undefined)[] = [undefined, 'commit', 'tree', 'blob', 'tag'];
const OFFSET_DELTA = 6;
const ID_DELTA = 7;
const ID_BYTES = 20;
/** Git's default is 50, its maximum 250. */
const DEEPEST_CHAIN = 250;
/** For shared delta bases. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** Times `unpackedBytes`. Against packs that unpack the same bases endlessly. */
const WORK_FACTOR = 8;

/**
 * Checks declared sizes first, against decompression bombs.
 *
 * @throws {RegistryRefusal} if damaged, incomplete or too large
 */
export function openPack(pack: Buffer, limits: PackLimits): Pack {
  checkTrailer(pack);
  const entries = readEntries(pack, limits);
  const reader = createReader(pack, entries, limits);
  const ids = nameObjects(entries, reader);
  return {
    read(id) {
      const number = ids.get(id);
      return number === undefined ? undefined : reader.read(number);
    },
  };
}

export function objectId(type: ObjectType, bytes: Uint8Array): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

function checkTrailer(pack: Buffer): void {
  const end = pack.length - ID_BYTES;
  if (end < 12 || pack.toString('latin1', 0, 4) !== 'PACK' || pack.readUInt32BE(4) !== 2) throw damaged();
  const sum = createHash('sha1').update(pack.subarray(0, end)).digest();
  if (!sum.equals(pack.subarray(end))) throw damaged();
}

function readEntries(pack: Buffer, limits: PackLimits): readonly Entry[] {
  const count = pack.readUInt32BE(8);
  if (count > limits.objects)
    throw new RegistryRefusal(
      `The repository has ${count} files and folders; the limit is ${limits.objects}.`,
    );
  const end = pack.length - ID_BYTES;
  const entries: Entry[] = [];
  const numbers = new Map<number, number>();
  let [at, unpacked] = [12, 0];
  const spend = (size: number) => {
    if (size > limits.objectBytes) throw tooLarge('a file of', size, limits.objectBytes);
    unpacked += size;
    if (unpacked > limits.unpackedBytes) throw tooLarge('files of', unpacked, limits.unpackedBytes);
  };
  for (let number = 0; number < count; number++) {
    if (at >= end) throw damaged();
    const head = readHead(pack, at, end, numbers);
    spend(head.entry.size);
    const { bytes, length } = inflate(pack, head.entry);
    if (head.entry.base !== undefined) spend(readDeltaHead(bytes).resultSize);
    numbers.set(at, number);
    entries.push(head.entry);
    at = head.entry.start + length;
  }
  if (at !== end) throw damaged();
  return entries;
}

function tooLarge(what: string, size: number, limit: number): RegistryRefusal {
  return new RegistryRefusal(
    `The repository holds ${what} ${sizeWords(size)}; the limit is ${sizeWords(limit)}.`,
  );
}

function readHead(
  pack: Buffer,
  from: number,
  end: number,
  numbers: ReadonlyMap<number, number>,
): { readonly entry: Entry } {
  let at = from;
  let byte = pack[at++] ?? 0;
  const code = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 0x80; factor *= 128) {
    byte = pack[at++] ?? 0;
    size += (byte & 0x7f) * factor;
    if (at >= end || factor > 2 ** 45) throw damaged();
  }
  if (code === ID_DELTA)
    return {
      entry: { type: undefined, size, start: at + ID_BYTES, base: pack.toString('hex', at, at + ID_BYTES) },
    };
  if (code === OFFSET_DELTA) {
    byte = pack[at++] ?? 0;
    let distance = byte & 0x7f;
    while (byte & 0x80 && at < end) {
      byte = pack[at++] ?? 0;
      distance = (distance + 1) * 128 + (byte & 0x7f);
    }
    const base = numbers.get(from - distance);
    if (base === undefined) throw damaged();
    return { entry: { type: undefined, size, start: at, base } };
  }
  const type = TYPES[code];
  if (type === undefined) throw damaged();
  return { entry: { type, size, start: at } };
}

function inflate(pack: Buffer, { start, size }: Entry): { readonly bytes: Buffer; readonly length: number } {
  try {
    const options = {
      maxOutputLength: size + 1,
      chunkSize: Math.max(64, Math.min(size + 1, 1 << 20)),
      info: true,
    };
    // With `info`, the result includes the engine with its count of consumed bytes.
    const { buffer, engine } = inflateSync(
      pack.subarray(start, pack.length - ID_BYTES),
      options,
    ) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    if (buffer.length !== size) throw damaged();
    return { bytes: buffer, length: engine.bytesWritten };
  } catch {
    throw damaged();
  }
}

interface Reader {
  read(number: number): GitObject;
}

function createReader(pack: Buffer, entries: readonly Entry[], limits: PackLimits): Reader {
  const cache = new Map<number, GitObject>();
  let [cached, work] = [0, 0];
  const spend = (bytes: Buffer) => {
    work += bytes.length;
    if (work > limits.unpackedBytes * WORK_FACTOR)
      throw new RegistryRefusal('The repository takes too long to unpack.');
    return bytes;
  };
  const keep = (number: number, object: GitObject) => {
    cache.set(number, object);
    cached += object.bytes.length;
    for (const [oldest, { bytes }] of cache) {
      if (cached <= CACHED_BYTES) return;
      cache.delete(oldest);
      cached -= bytes.length;
    }
  };
  /** Down to a whole or cached object. */
  const chainOf = (number: number): readonly number[] => {
    const chain = [number];
    for (let at = number; !cache.has(at); ) {
      const base = entries[at]?.base;
      if (base === undefined) break;
      if (typeof base === 'string' || chain.length > DEEPEST_CHAIN) throw damaged();
      chain.push(base);
      at = base;
    }
    return chain;
  };
  const readWhole = (number: number): GitObject => {
    const [entry, known] = [entries[number], cache.get(number)];
    if (known !== undefined) return known;
    if (entry?.type === undefined) throw damaged();
    return { type: entry.type, bytes: spend(inflate(pack, entry).bytes) };
  };
  return {
    read(number) {
      const [bottom = number, ...deltas] = chainOf(number).toReversed();
      let object = readWhole(bottom);
      for (const [step, delta] of deltas.entries()) {
        if (step === 0 && !cache.has(bottom)) keep(bottom, object);
        const entry = entries[delta];
        if (entry === undefined) throw damaged();
        object = {
          type: object.type,
          bytes: spend(applyDelta(object.bytes, spend(inflate(pack, entry).bytes))),
        };
        keep(delta, object);
      }
      return object;
    },
  };
}

/** Resolves IDs of bases as objects are read. */
function nameObjects(entries: readonly Entry[], reader: Reader): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  const waiting = new Map<string, number[]>();
  const byBase = new Map<number, number[]>();
  const ready: number[] = [];
  for (const [number, { base }] of entries.entries()) {
    if (base === undefined) ready.push(number);
    else if (typeof base === 'string') listIn(waiting, base).push(number);
    else listIn(byBase, base).push(number);
  }
  let named = 0;
  for (let number = ready.pop(); number !== undefined; number = ready.pop()) {
    const { type, bytes } = reader.read(number);
    const id = objectId(type, bytes);
    ids.set(id, number);
    named += 1;
    for (const child of waiting.get(id) ?? []) {
      const entry = entries[child];
      if (entry !== undefined) entry.base = number;
      ready.push(child);
    }
    waiting.delete(id);
    // Not spread: a hostile pack has more deltas of one base than a call has arguments.
    for (const child of byBase.get(number) ?? []) ready.push(child);
  }
  // Missing bases, or bases that form a cycle.
  if (named !== entries.length) throw damaged();
  return ids;
}

function listIn<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
