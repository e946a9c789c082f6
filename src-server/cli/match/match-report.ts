import type { MatchCounts, MatchedPackage } from '../../contract/api/match.ts';
import type { UnreadFile } from '../../projects/project-packages.ts';

/** What `skills-registry match --json` prints. */
export interface MatchReport {
  /** The project's folder, absolute. */
  readonly project: string;
  /** Folders of the registries that were asked. */
  readonly registries: readonly string[];
  /** Direct ones first. */
  readonly packages: readonly MatchedPackage[];
  readonly unread: readonly UnreadFile[];
  readonly counts: MatchCounts;
}
