import { readDocumentShard, readSectionShard } from './document-shard.ts';
import { readFormShard } from './form-shard.ts';
import { type IndexFacts, readFacts } from './index-facts.ts';
import { readKeywordShard, readVocabulary } from './keyword-shard.ts';
import { readNameShard } from './name-shard.ts';
import { DamagedShard } from './shard-bytes.ts';
import {
  HEAD_FILE,
  HEAD_FORMAT,
  MOST_SHARD_BYTES,
  SHARDS_PER_DIGEST,
  type ShardKind,
  shardName,
} from './shard-kinds.ts';
import { readTermShard } from './term-shard.ts';

/** A file of the site, relative to its root. */
export type ReadSiteFile = (path: string) => Promise<Uint8Array>;

const READERS = {
  terms: (bytes: Uint8Array, { lengths }: IndexFacts) =>
    new Map(readTermShard(bytes, lengths.length).map((list) => [list.term, list])),
  forms: readFormShard,
  names: (bytes: Uint8Array, { lengths }: IndexFacts) => readNameShard(bytes, lengths.length),
  documents: readDocumentShard,
  sections: (bytes: Uint8Array, { commonTerms }: IndexFacts) => readSectionShard(bytes, commonTerms),
  vocabulary: (bytes: Uint8Array, { lengths }: IndexFacts) => readVocabulary(bytes, lengths.length),
  keywords: (bytes: Uint8Array, { lengths }: IndexFacts) => readKeywordShard(bytes, lengths.length),
} as const;

export type ShardContents = { readonly [Kind in ShardKind]: ReturnType<(typeof READERS)[Kind]> };

/** Of loaded shards; in memory a few times as many. */
const MOST_LOADED_BYTES = 32 * 1024 * 1024;

/** Loaded shards, shared by all questions. */
export class ShardStore {
  readonly facts: IndexFacts;
  readonly #read: ReadSiteFile;
  /** Oldest first. */
  readonly #loaded = new Map<string, { readonly contents: unknown; readonly size: number }>();
  #bytes = 0;

  private constructor(facts: IndexFacts, read: ReadSiteFile) {
    this.facts = facts;
    this.#read = read;
  }

  static async open(read: ReadSiteFile): Promise<ShardStore> {
    const digest = factsDigest(await readBounded(read, HEAD_FILE));
    const facts = readFacts(await readBounded(read, shardName('facts', 0, digest)));
    return new ShardStore(facts, read);
  }

  count(kind: ShardKind): number {
    return this.facts.shards[kind].count;
  }

  loaded<Kind extends ShardKind>(kind: Kind, number: number): ShardContents[Kind] | undefined {
    return this.#loaded.get(`${kind} ${number}`)?.contents as ShardContents[Kind] | undefined;
  }

  async load(kind: ShardKind, number: number): Promise<void> {
    const { count, digests } = this.facts.shards[kind];
    const digest = digests[Math.floor(number / SHARDS_PER_DIGEST[kind])];
    if (number >= count || digest === undefined) throw new DamagedShard();
    const bytes = await readBounded(this.#read, shardName(kind, number, digest));
    const id = `${kind} ${number}`;
    this.#bytes += bytes.length - (this.#loaded.get(id)?.size ?? 0);
    this.#loaded.set(id, { contents: READERS[kind](bytes, this.facts), size: bytes.length });
  }

  /** Between questions: forgets the oldest shards. */
  trim(): void {
    for (const [id, { size }] of this.#loaded) {
      if (this.#bytes <= MOST_LOADED_BYTES) return;
      this.#loaded.delete(id);
      this.#bytes -= size;
    }
  }
}

async function readBounded(read: ReadSiteFile, path: string): Promise<Uint8Array> {
  const bytes = await read(path);
  if (bytes.length > MOST_SHARD_BYTES) throw new DamagedShard();
  return bytes;
}

export interface Head {
  readonly format: typeof HEAD_FORMAT;
  readonly documents: number;
  /** Digest in the name of the facts. */
  readonly facts: string;
}

function factsDigest(bytes: Uint8Array): string {
  const head: unknown = parsed(new TextDecoder().decode(bytes));
  if (typeof head !== 'object' || head === null || !('format' in head) || !('facts' in head))
    throw new DamagedShard();
  if (head.format !== HEAD_FORMAT) throw new Error('The search index of this site has another format.');
  if (typeof head.facts !== 'string' || !/^[0-9a-f]{1,64}$/.test(head.facts)) throw new DamagedShard();
  return head.facts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedShard();
  }
}
