import { createHash } from 'node:crypto';
import { silentLogger } from '../../contract/service/logger.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { buildSegments } from '../index/build-segment.ts';
import { MOST_DOCUMENTS } from '../index/segment.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';
import { type ShardNames, writeFacts } from './index-facts.ts';
import { boundedTexts, searchedPart } from './searched-part.ts';
import {
  DIGEST_BYTES,
  HEAD_FILE,
  HEAD_FORMAT,
  MOST_SHARD_BYTES,
  SHARD_KINDS,
  SHARDS_PER_DIGEST,
  type ShardKind,
  shardName,
} from './shard-kinds.ts';
import type { Head } from './shard-store.ts';
import { writeShards } from './write-shards.ts';

const HEAD_DIGEST_BYTES = 8;

/**
 * Files of the search, by path below the site's root. Equal documents and texts give equal bytes.
 *
 * @param documents of the registry, in any order
 */
export async function buildSearchShards(
  documents: readonly SearchDocument[],
  readTexts: ReadTexts,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (documents.length > MOST_DOCUMENTS)
    throw new RangeError(`The search of a site has at most ${MOST_DOCUMENTS} skills.`);
  const sorted = documents.map(searchedPart).sort((a, b) => compareText(a.key, b.key));
  const [built] = await buildSegments(sorted, {
    readTexts: boundedTexts(readTexts),
    logger: silentLogger,
    signal: new AbortController().signal,
  });
  const { facts, shards: byKind } = writeShards(sorted, built?.segment);
  const shards = new Map<string, Uint8Array>();
  const names = {} as Record<ShardKind, ShardNames>;
  for (const kind of SHARD_KINDS) {
    const all = byKind[kind];
    const perDigest = SHARDS_PER_DIGEST[kind];
    const digests = Array.from({ length: Math.ceil(all.length / perDigest) }, (_, i) =>
      digestOf(all.slice(i * perDigest, (i + 1) * perDigest), DIGEST_BYTES),
    );
    names[kind] = { count: all.length, digests };
    for (const [number, bytes] of all.entries())
      shards.set(
        shardName(kind, number, digests[Math.floor(number / perDigest)] as string),
        bounded(kind, bytes),
      );
  }
  const factBytes = writeFacts({ ...facts, shards: names });
  const head: Head = {
    format: HEAD_FORMAT,
    documents: sorted.length,
    facts: digestOf([factBytes], HEAD_DIGEST_BYTES),
  };
  shards.set(shardName('facts', 0, head.facts), factBytes);
  // Last: until then, readers open the earlier index.
  return shards.set(HEAD_FILE, new TextEncoder().encode(`${JSON.stringify(head)}\n`));
}

function bounded(kind: ShardKind, bytes: Uint8Array): Uint8Array {
  if (bytes.length <= MOST_SHARD_BYTES) return bytes;
  throw new RangeError(`The search index of a site can't hold ${bytes.length} bytes of ${kind} in a file.`);
}

function digestOf(pieces: readonly Uint8Array[], bytes: number): string {
  const hash = createHash('sha256');
  // Lengths keep pieces apart.
  for (const piece of pieces) hash.update(`${piece.length} `).update(piece);
  return hash.digest('hex').slice(0, 2 * bytes);
}
