import type { Status } from './contract/api/api.ts';
import type { ServiceQueries, StatusFollower } from './contract/api/registry-queries.ts';
import type { RegistrySnapshot } from './registry/snapshot.ts';
import type { SearchEngine } from './search/search-engine.ts';
import type { TokenCounter } from './tokens/token-counter.ts';

export interface ServedRegistry {
  readonly queries: ServiceQueries;
  readonly live: {
    readonly latest: RegistrySnapshot;
    readonly unavailable: string | undefined;
    /** Throws `registry_unavailable`. */
    snapshot(): RegistrySnapshot;
  };
  /** Throws `registry_unavailable`. */
  search(): SearchEngine;
  readonly tokens: TokenCounter;
  status(): Status;
  followStatus(follower: StatusFollower): () => void;
}
