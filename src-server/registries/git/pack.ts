/** https://git-scm.com/docs/pack-format */
import { createHash } from 'node:crypto';
import { applyDelta, readDeltaHead } from '../../git-format/apply-delta.ts';
import { DamagedGitData } from '../../git-format/damaged-git-data.ts';
import {
  DEEPEST_CHAIN,
  inflateExactly,
  type ObjectType,
  readPackEntryHead,
} from '../../git-format/pack-entry.ts';
import { RegistryRefusal } from '../registry-refusal.ts';
import { sizeWords } from '../size-words.ts';

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

const ID_BYTES = 20;
/** For shared delta bases. */
const CACHED_BYTES = 64 * 1024 * 1024;
/** Times `unpackedBytes`. Against packs that unpack the same bases endlessly. */
const WORK_FACTOR = 8;

/**
 * Checks declared sizes first, against decompression bombs.
 *
 * @throws {RegistryRefusal} if too large
 * @throws {DamagedGitData} also if incomplete
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
  if (end < 12 || pack.toString('latin1', 0, 4) !== 'PACK' || pack.readUInt32BE(4) !== 2)
    throw new DamagedGitData();
  const sum = createHash('sha1').update(pack.subarray(0, end)).digest();
  if (!sum.equals(pack.subarray(end))) throw new DamagedGitData();
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
    if (at >= end) throw new DamagedGitData();
    const entry = readEntry(pack, at, end, numbers);
    spend(entry.size);
    const { bytes, length } = inflate(pack, entry);
    if (entry.base !== undefined) spend(readDeltaHead(bytes).resultSize);
    numbers.set(at, number);
    entries.push(entry);
    at = entry.start + length;
  }
  if (at !== end) throw new DamagedGitData();
  return entries;
}

function tooLarge(what: string, size: number, limit: number): RegistryRefusal {
  return new RegistryRefusal(
    `The repository holds ${what} ${sizeWords(size)}; the limit is ${sizeWords(limit)}.`,
  );
}

function readEntry(pack: Buffer, from: number, end: number, numbers: ReadonlyMap<number, number>): Entry {
  const head = readPackEntryHead(pack, from, end);
  if (typeof head.base !== 'number') return head;
  const base = numbers.get(from - head.base);
  if (base === undefined) throw new DamagedGitData();
  return { ...head, base };
}

function inflate(pack: Buffer, { start, size }: Entry): { readonly bytes: Buffer; readonly length: number } {
  return inflateExactly(pack.subarray(start, pack.length - ID_BYTES), size);
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
      if (typeof base === 'string' || chain.length > DEEPEST_CHAIN) throw new DamagedGitData();
      chain.push(base);
      at = base;
    }
    return chain;
  };
  const readWhole = (number: number): GitObject => {
    const [entry, known] = [entries[number], cache.get(number)];
    if (known !== undefined) return known;
    if (entry?.type === undefined) throw new DamagedGitData();
    return { type: entry.type, bytes: spend(inflate(pack, entry).bytes) };
  };
  return {
    read(number) {
      const [bottom = number, ...deltas] = chainOf(number).toReversed();
      let object = readWhole(bottom);
      for (const [step, delta] of deltas.entries()) {
        if (step === 0 && !cache.has(bottom)) keep(bottom, object);
        const entry = entries[delta];
        if (entry === undefined) throw new DamagedGitData();
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
  if (named !== entries.length) throw new DamagedGitData();
  return ids;
}

function listIn<K>(lists: Map<K, number[]>, key: K): number[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
