import { HASH_START, hashStep } from '../words/run-hash.ts';
import { binaryOf } from '../words/word-list.ts';

/**
 * - `facts`: facts of the whole index, and digests of the other shards
 * - `terms`: postings by term
 * - `forms`: terms and words with their numbers of documents, for words in no skill
 * - `names`: names of skills
 * - `documents`: skills with their files
 * - `sections`: sections of the most common terms by document
 * - `vocabulary`: words of names, tags and summaries
 * - `keywords`: documents by word of the vocabulary
 */
export const SHARD_KINDS = [
  'terms',
  'forms',
  'names',
  'documents',
  'sections',
  'vocabulary',
  'keywords',
] as const;

export type ShardKind = (typeof SHARD_KINDS)[number];

export const HEAD_FORMAT = 1;
const FOLDER = 'search/';
/** Names the other files, whose names change with their bytes. */
export const HEAD_FILE = `${FOLDER}head.json`;
/**
 * Bytes of the SHA-256 in a shard's name. The first answer needs all digests, so few bytes: a shard and a
 * changed shard of the same number have equal names once in 2^32.
 */
export const DIGEST_BYTES = 4;

/** Consecutive shards with the digest of all: a skill is in one shard of `sections`, but there are thousands. */
export const SHARDS_PER_DIGEST: Readonly<Record<ShardKind, number>> = {
  terms: 1,
  forms: 1,
  names: 1,
  documents: 1,
  sections: 16,
  vocabulary: 1,
  keywords: 1,
};

/** Bounds the work for a shard of a stranger's site. Usual shards have some 2 kB. */
export const MOST_SHARD_BYTES = 4 * 1024 * 1024;

export function shardName(kind: ShardKind | 'facts', number: number, digest: string): string {
  return `${FOLDER}${kind}-${number}-${digest}.bin`;
}

export function shardOf(text: string, count: number): number {
  let hash = HASH_START;
  const binary = binaryOf(text);
  for (let i = 0; i < binary.length; i += 1) hash = hashStep(hash, binary.charCodeAt(i));
  // The last steps alone leave the low bits of similar texts alike.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) % count;
}
