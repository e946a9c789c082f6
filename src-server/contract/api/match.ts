export type MatchLevel =
  /** Named by the skill's `extensions`. */
  | 'exact'
  /** Of both. */
  | 'repository'
  /** Same language and name. Not counted. */
  | 'guess';

/** Difference in the major number, or the minor number of 0.x. */
export type Drift = 'none' | 'minor' | 'major' | 'unknown';

export interface SkillMatch {
  readonly key: string;
  readonly level: MatchLevel;
  /** Null if unknown. */
  readonly version: string | null;
  /** `high`, `medium`, `low`, or null if unknown. */
  readonly risk: string | null;
  readonly drift: Drift;
  readonly registry?: string;
}

export interface MatchedPackage {
  /** Canonical, with known version. */
  readonly purl: string;
  readonly name: string;
  readonly version: string | null;
  /** purl type. */
  readonly ecosystem: string;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Files relative to the project. */
  readonly from: readonly string[];
  readonly skill: SkillMatch | null;
}

export interface MatchCounts {
  readonly packages: number;
  readonly direct: number;
  readonly exact: number;
  readonly repository: number;
  readonly guess: number;
  readonly none: number;
}

/** `POST /v1/match`. */
export interface MatchResponse {
  readonly packages: readonly MatchedPackage[];
  readonly counts: MatchCounts;
}
