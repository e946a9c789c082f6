import { ShardReader, ShardWriter } from './shard-bytes.ts';
import { readAscending, writeAscending } from './term-shard.ts';

/** Documents with the text as word of a field, or as a whole name or tag. */
export interface KeywordLists {
  readonly name: readonly number[];
  readonly tags: readonly number[];
  readonly summary: readonly number[];
  readonly wholeName: readonly number[];
  readonly wholeTags: readonly number[];
}

export const KEYWORD_LISTS = ['name', 'tags', 'summary', 'wholeName', 'wholeTags'] as const;

/** Consecutive keywords. */
export function writeKeywordShard(keywords: readonly KeywordLists[]): Uint8Array {
  const writer = new ShardWriter();
  writer.number(keywords.length);
  for (const list of KEYWORD_LISTS) writer.numbers(keywords.map((lists) => lists[list].length));
  for (const list of KEYWORD_LISTS) for (const lists of keywords) writeAscending(writer, lists[list]);
  return writer.finish();
}

export function readKeywordShard(bytes: Uint8Array, documentCount: number): KeywordLists[] {
  const reader = new ShardReader(bytes);
  const count = reader.count();
  const lengths = KEYWORD_LISTS.map(() => reader.numbers(count));
  const columns = lengths.map((column) =>
    Array.from(column, (length) => [...readAscending(reader, length, documentCount)]),
  );
  return Array.from({ length: count }, (_, i) => {
    const [name = [], tags = [], summary = [], wholeName = [], wholeTags = []] = columns.map(
      (column) => column[i],
    );
    return { name, tags, summary, wholeName, wholeTags };
  });
}

/** For keyword searches, of all skills. */
export interface Vocabulary {
  /** Words, whole names and whole tags, in byte order. */
  readonly keywords: readonly string[];
  /** By document: place of its trust score, highest first. */
  readonly trustPlaces: ArrayLike<number>;
}

export function writeVocabulary({ keywords, trustPlaces }: Vocabulary): Uint8Array {
  const writer = new ShardWriter();
  writer.words(keywords);
  writer.numbers(Array.from(trustPlaces));
  return writer.finish();
}

export function readVocabulary(bytes: Uint8Array, documentCount: number): Vocabulary {
  const reader = new ShardReader(bytes);
  return { keywords: reader.words(), trustPlaces: reader.numbers(documentCount) };
}
