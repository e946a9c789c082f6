/** https://git-scm.com/docs/pack-format */
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { applyDelta, readDeltaHead } from '../../../git-format/apply-delta.ts';
import { DamagedGitData } from '../../../git-format/damaged-git-data.ts';
import { type CommitFacts, parseCommit } from '../../../git-format/git-objects.ts';
import { inflateExactly, type PackEntryHead, readPackEntryHead } from '../../../git-format/pack-entry.ts';
import type { DiskReader } from '../disk-reader.ts';

/** With its message. */
export const MAX_COMMIT_BYTES = 1024 * 1024;
export const MOST_PACKS = 1_000;
/** Git's default is 50. Each step inflates up to `MAX_COMMIT_BYTES`. */
export const DEEPEST_COMMIT_CHAIN = 64;
/** A 256th of the names: 50 million objects. */
const MAX_BUCKET_BYTES = 4 * 1024 * 1024;
const MAX_PACK_BYTES = 2 ** 40;
const ID_BYTES = 20;
const INDEX_HEAD_BYTES = 8 + 256 * 4;
const INDEX_MAGIC = 'ff744f6300000002';
const LONGEST_ENTRY_HEAD = 64;

/** Undefined if not found, damaged or too large. Ignores alternates. */
export function readGitCommit(shared: string, id: string, reader: DiskReader): CommitFacts | undefined {
  try {
    const bytes = readLoose(shared, id, reader) ?? readPacked(shared, id, reader);
    return bytes === undefined ? undefined : parseCommit(bytes);
  } catch (error) {
    if (error instanceof DamagedGitData) return undefined;
    throw error;
  }
}

function readLoose(shared: string, id: string, reader: DiskReader): Buffer | undefined {
  const path = join(shared, 'objects', id.slice(0, 2), id.slice(2));
  const read = reader.read({ path, inside: shared, maxSize: MAX_COMMIT_BYTES });
  if (!read.ok) return undefined;
  try {
    const bytes = inflateSync(read.bytes, { maxOutputLength: MAX_COMMIT_BYTES });
    const end = bytes.indexOf(0);
    if (bytes.toString('latin1', 0, 7) === 'commit ' && end !== -1) return bytes.subarray(end + 1);
  } catch {
    // Damaged or too large.
  }
  throw new DamagedGitData();
}

function readPacked(shared: string, id: string, reader: DiskReader): Buffer | undefined {
  const folder = join(shared, 'objects', 'pack');
  const names = (reader.list(folder)?.items ?? [])
    .flatMap(({ name }) => /^(pack-[0-9a-f]{40})\.idx$/.exec(name)?.[1] ?? [])
    .slice(0, MOST_PACKS);
  for (const name of names) {
    const pack = new PackOnDisk(folder, name, reader);
    const offset = pack.offsetOf(id);
    if (offset !== undefined) return pack.readCommit(offset);
  }
  return undefined;
}

/** Version 2 of the index. */
class PackOnDisk {
  readonly #folder: string;
  readonly #name: string;
  readonly #reader: DiskReader;

  constructor(folder: string, name: string, reader: DiskReader) {
    this.#folder = folder;
    this.#name = name;
    this.#reader = reader;
  }

  offsetOf(id: string): number | undefined {
    const head = this.#read('idx', 0, INDEX_HEAD_BYTES);
    if (head.length !== INDEX_HEAD_BYTES || head.toString('hex', 0, 8) !== INDEX_MAGIC) return undefined;
    const wanted = Buffer.from(id, 'hex');
    const first = wanted[0] ?? 0;
    const countTo = (bucket: number) => (bucket < 0 ? 0 : head.readUInt32BE(8 + bucket * 4));
    const [from, to, all] = [countTo(first - 1), countTo(first), countTo(255)];
    const bytes = (to - from) * ID_BYTES;
    if (bytes <= 0 || bytes > MAX_BUCKET_BYTES || to > all) return undefined;
    const names = this.#read('idx', INDEX_HEAD_BYTES + from * ID_BYTES, bytes);
    const found = findName(names, wanted);
    if (found === undefined) return undefined;
    const offsets = INDEX_HEAD_BYTES + all * (ID_BYTES + 4);
    const offset = this.#number(offsets + (from + found) * 4, 4);
    if (offset < 2 ** 31) return offset;
    return this.#number(offsets + all * 4 + (offset - 2 ** 31) * 8, 8);
  }

  /** @throws {DamagedGitData} */
  readCommit(offset: number): Buffer {
    const deltas: Buffer[] = [];
    for (let at = offset; deltas.length <= DEEPEST_COMMIT_CHAIN; ) {
      const { type, size, start, base } = this.#head(at);
      if (size > MAX_COMMIT_BYTES) break;
      // Incompressible bytes grow by less than a thousandth.
      const { bytes } = inflateExactly(this.#read('pack', start, size + (size >> 8) + 1_024), size);
      if (base === undefined) {
        if (type !== 'commit') break;
        return deltas.reduceRight((object, delta) => applyBounded(object, delta), bytes);
      }
      deltas.push(bytes);
      const next = typeof base === 'number' ? at - base : this.offsetOf(base);
      if (next === undefined || next <= 0 || next === at) break;
      at = next;
    }
    throw new DamagedGitData();
  }

  #head(at: number): PackEntryHead {
    const bytes = this.#read('pack', at, LONGEST_ENTRY_HEAD);
    const head = readPackEntryHead(bytes, 0, bytes.length);
    return { ...head, start: at + head.start };
  }

  #number(at: number, length: 4 | 8): number {
    const bytes = this.#read('idx', at, length);
    if (bytes.length !== length) throw new DamagedGitData();
    return length === 4 ? bytes.readUInt32BE(0) : Number(bytes.readBigUInt64BE(0));
  }

  #read(extension: 'idx' | 'pack', from: number, length: number): Buffer {
    const path = join(this.#folder, `${this.#name}.${extension}`);
    const read = this.#reader.read({ path, inside: this.#folder, maxSize: MAX_PACK_BYTES, from, length });
    if (!read.ok) throw new DamagedGitData();
    return read.bytes;
  }
}

function applyBounded(base: Buffer, delta: Buffer): Buffer {
  if (readDeltaHead(delta).resultSize > MAX_COMMIT_BYTES) throw new DamagedGitData();
  return applyDelta(base, delta);
}

/** Place in sorted names. */
function findName(names: Buffer, wanted: Buffer): number | undefined {
  let [low, high] = [0, names.length / ID_BYTES];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = names.compare(wanted, 0, ID_BYTES, middle * ID_BYTES, (middle + 1) * ID_BYTES);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}
