import type { Status } from './contract/api/api.ts';
import type { SkillReport } from './contract/api/skill-report.ts';
import type { MatchIndex } from './projects/match/match-index.ts';
import type { LiveRegistry } from './registry/live-registry.ts';
import type { ServedProblems } from './registry/served-problems.ts';
import type { SearchIndex } from './search/search-indexer.ts';
import type { TokenCounter } from './tokens/token-counter.ts';
import type { SubmissionReviewer } from './validation/submission-review.ts';

/** A note before it is kept. */
export type NewReport = Omit<SkillReport, 'id' | 'at'>;

/** Notes about the skills of one registry. */
export interface SkillReports {
  /** Newest first. */
  list(): Promise<readonly SkillReport[]>;
  add(report: NewReport): Promise<SkillReport>;
  /** False if there is no such note. */
  remove(id: string): Promise<boolean>;
}

/** What the doors to the registry (HTTP, MCP) read. */
export interface ServedRegistry {
  readonly live: LiveRegistry;
  /** Search over the present snapshot. Throws `registry_unavailable` while the folder can't be read. */
  search(): SearchIndex;
  /** What packages are matched with, of the present snapshot. Rejects as `search` throws. */
  matchIndex(): Promise<MatchIndex>;
  /** What is wrong with it. */
  readonly problems: Pick<ServedProblems, 'present' | 'caughtUp'>;
  readonly tokens: TokenCounter;
  readonly checker: SubmissionReviewer;
  readonly reports: SkillReports;
  status(): Status;
}
