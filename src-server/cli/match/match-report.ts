import type { MatchCounts, MatchedPackage } from '../../contract/api/match.ts';
import type { UnreadFile } from '../../contract/api/project.ts';

/** Output of `skills-registry match --json`. */
export interface MatchReport {
  /** Absolute. */
  readonly project: string;
  readonly registries: readonly string[];
  /** Direct packages first. */
  readonly packages: readonly MatchedPackage[];
  readonly unread: readonly UnreadFile[];
  readonly counts: MatchCounts;
}
