import type { MatchCounts, MatchedPackage } from '../../contract/api/match.ts';
import type { UnreadFile } from '../../contract/api/project.ts';

/** `skills-registry match --json` */
export interface MatchReport {
  readonly project: string;
  readonly registries: readonly string[];
  /** Direct first. */
  readonly packages: readonly MatchedPackage[];
  readonly unread: readonly UnreadFile[];
  readonly counts: MatchCounts;
}
