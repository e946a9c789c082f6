import { MOST_DOCUMENTS } from '../index/segment.ts';
import { DamagedShard, ShardReader, ShardWriter } from './shard-bytes.ts';
import { DIGEST_BYTES, SHARD_KINDS, SHARDS_PER_DIGEST, type ShardKind } from './shard-kinds.ts';

/** Of all documents, in the order of their keys. */
export interface IndexFacts {
  readonly lengths: Uint32Array;
  readonly languages: readonly string[];
  /** First parts of the keys. */
  readonly keyLanguages: readonly string[];
  readonly haveSymptoms: readonly boolean[];
  /** Terms whose sections are in shards of documents. */
  readonly commonTerms: number;
  /** Consecutive items in a shard. */
  readonly perShard: Readonly<Record<'documents' | 'sections' | 'keywords', number>>;
  readonly shards: Readonly<Record<ShardKind, ShardNames>>;
}

export interface ShardNames {
  readonly count: number;
  /** By `SHARDS_PER_DIGEST` shards. */
  readonly digests: readonly string[];
}

const MOST_COMMON = 1 << 16;

export function writeFacts(facts: IndexFacts): Uint8Array {
  const { lengths, languages, keyLanguages, haveSymptoms, commonTerms, perShard, shards } = facts;
  const writer = new ShardWriter();
  writer.number(lengths.length);
  writer.numbers(lengths);
  for (const column of [languages, keyLanguages]) {
    const names = [...new Set(column)];
    writer.texts(names);
    writer.numbers(column.map((name) => names.indexOf(name)));
  }
  writer.numbers(haveSymptoms.map(Number));
  writer.numbers([commonTerms, perShard.documents, perShard.sections, perShard.keywords]);
  for (const kind of SHARD_KINDS) {
    writer.number(shards[kind].count);
    for (const digest of shards[kind].digests)
      writer.bytes(
        Uint8Array.from({ length: DIGEST_BYTES }, (_, i) => Number(`0x${digest.slice(2 * i, 2 * i + 2)}`)),
      );
  }
  return writer.finish();
}

export function readFacts(bytes: Uint8Array): IndexFacts {
  const reader = new ShardReader(bytes);
  const count = reader.numberBelow(MOST_DOCUMENTS + 1);
  const lengths = reader.numbers(count);
  const [languages, keyLanguages] = [readNames(reader, count), readNames(reader, count)];
  const haveSymptoms = Array.from(reader.numbers(count), (flag) => flag > 0);
  const commonTerms = reader.numberBelow(MOST_COMMON);
  const [documents, sections, keywords] = [perShardOf(reader), perShardOf(reader), perShardOf(reader)];
  const shards = {} as Record<ShardKind, ShardNames>;
  for (const kind of SHARD_KINDS) {
    const count = reader.number();
    const length = reader.expect(Math.ceil(count / SHARDS_PER_DIGEST[kind]));
    shards[kind] = { count, digests: Array.from({ length }, () => digestOf(reader)) };
  }
  if (!reader.isAtEnd) throw new DamagedShard();
  return {
    lengths,
    languages,
    keyLanguages,
    haveSymptoms,
    commonTerms,
    perShard: { documents, sections, keywords },
    shards,
  };
}

function readNames(reader: ShardReader, count: number): readonly string[] {
  const names = reader.texts();
  return Array.from(
    { length: reader.expect(count) },
    () => names[reader.numberBelow(names.length)] as string,
  );
}

function perShardOf(reader: ShardReader): number {
  const number = reader.number();
  if (number === 0) throw new DamagedShard();
  return number;
}

function digestOf(reader: ShardReader): string {
  return Array.from(reader.bytes(DIGEST_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
