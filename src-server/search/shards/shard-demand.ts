import type { IndexFacts } from './index-facts.ts';
import { DamagedShard } from './shard-bytes.ts';
import { type ShardKind, shardOf } from './shard-kinds.ts';
import type { ShardContents, ShardStore } from './shard-store.ts';

/** A question needs few; a damaged index could need another shard after each. */
const MOST_ROUNDS = 24;

/** Shards that a question needs. Missing ones are noted and loaded together. */
export class ShardDemand {
  readonly store: ShardStore;
  readonly #missing = new Map<string, readonly [ShardKind, number]>();

  constructor(store: ShardStore) {
    this.store = store;
  }

  get<Kind extends ShardKind>(kind: Kind, number: number): ShardContents[Kind] | undefined {
    const contents = this.store.loaded(kind, number);
    if (contents === undefined) this.#missing.set(`${kind} ${number}`, [kind, number]);
    return contents;
  }

  /** By hash of the key. */
  find<Kind extends 'terms' | 'forms' | 'names'>(kind: Kind, key: string): ShardContents[Kind] | undefined {
    return this.get(kind, shardOf(key, this.store.count(kind)));
  }

  /** Of consecutive items; undefined if its shard is missing. */
  item<Kind extends keyof IndexFacts['perShard']>(
    kind: Kind,
    number: number,
  ): ShardContents[Kind][number] | undefined {
    const perShard = this.store.facts.perShard[kind];
    const items = this.get(kind, Math.floor(number / perShard));
    if (items !== undefined && number % perShard >= items.length) throw new DamagedShard();
    return items?.[number % perShard];
  }

  get isMissing(): boolean {
    return this.#missing.size > 0;
  }

  /** Repeats `use` until it misses no shard. Before, its result is incomplete. */
  async satisfy<T>(use: () => T | undefined, signal?: AbortSignal): Promise<T> {
    this.store.trim();
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      this.#missing.clear();
      const result = use();
      if (!this.isMissing && result !== undefined) return result;
      await Promise.all([...this.#missing.values()].map(([kind, number]) => this.store.load(kind, number)));
      signal?.throwIfAborted();
    }
    throw new Error('The search index of this site asks for ever more files.');
  }
}
