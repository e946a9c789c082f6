import type { Status } from './contract/api/api.ts';
import type { ServiceQueries, StatusFollower } from './contract/api/registry-queries.ts';
import type { MatchIndex } from './projects/match/match-index.ts';
import type { LiveRegistry } from './registry/live-registry.ts';
import type { ServedProblems } from './registry/served-problems.ts';
import type { LiveSearch } from './search/live-search.ts';
import type { TokenCounter } from './tokens/token-counter.ts';
import type { SubmissionReviewer } from './validation/submission-review.ts';

/** Search over the present registry. */
export type SearchIndex = Omit<LiveSearch, 'update' | 'close'>;

/** For the HTTP and MCP transports. */
export interface ServedRegistry {
  /** What routes and tools ask. */
  readonly queries: ServiceQueries;
  readonly live: LiveRegistry;
  /** Throws `registry_unavailable` while the folder is unreadable. */
  search(): SearchIndex;
  /** Rejects like `search`. */
  matchIndex(): Promise<MatchIndex>;
  readonly problems: Pick<ServedProblems, 'present' | 'caughtUp'>;
  readonly tokens: TokenCounter;
  readonly checker: SubmissionReviewer;
  status(): Status;
  /** Returns an unsubscribe function. */
  followStatus(follower: StatusFollower): () => void;
}
