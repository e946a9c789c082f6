import { createHash } from 'node:crypto';
import type { Logger } from '../../contract/service/logger.ts';
import { compareText } from '../../contract/words/compare-text.ts';
import { buildSegments } from '../index/build-segment.ts';
import { MOST_DOCUMENTS } from '../index/segment.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';
import { writeFacts } from './index-facts.ts';
import { DIGEST_BYTES, HEAD_FORMAT, SHARD_KINDS, type ShardKind, shardName } from './shard-kinds.ts';
import type { Head } from './shard-store.ts';
import { writeShards } from './write-shards.ts';

interface BuildInput {
  /** Of the registry, in any order. */
  readonly documents: readonly SearchDocument[];
  readonly readTexts: ReadTexts;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

export interface SearchShards {
  /** `search/head.json`. */
  readonly head: Uint8Array;
  /** By path below the site's root. Names change with their bytes. */
  readonly shards: ReadonlyMap<string, Uint8Array>;
}

/** Equal documents and texts give equal bytes. */
export async function buildSearchShards({ documents, ...options }: BuildInput): Promise<SearchShards> {
  if (documents.length > MOST_DOCUMENTS)
    throw new RangeError(`The search of a site has at most ${MOST_DOCUMENTS} skills.`);
  const sorted = [...documents].sort((a, b) => compareText(a.key, b.key));
  const [built] = await buildSegments(sorted.length === 0 ? [] : sorted, options);
  const { facts, shards: byKind } = writeShards(sorted, built?.segment);
  const shards = new Map<string, Uint8Array>();
  const digests = {} as Record<ShardKind, string[]>;
  for (const kind of SHARD_KINDS) {
    digests[kind] = byKind[kind].map(digestOf);
    for (const [number, bytes] of byKind[kind].entries())
      shards.set(shardName(kind, number, digests[kind][number] as string), bytes);
  }
  const factBytes = writeFacts({ ...facts, digests });
  const head: Head = { format: HEAD_FORMAT, documents: sorted.length, facts: digestOf(factBytes) };
  shards.set(shardName('facts', 0, head.facts), factBytes);
  return { head: new TextEncoder().encode(`${JSON.stringify(head)}\n`), shards };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256')
    .update(bytes)
    .digest('hex')
    .slice(0, 2 * DIGEST_BYTES);
}
