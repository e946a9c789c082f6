export type MatchLevel =
  /** The skill's `extensions` name the package. */
  | 'exact'
  /** Both name the same repository. */
  | 'repository'
  /** Same language and name. Not counted. */
  | 'guess';

/** Whether the used version differs from the skill's in the major number, or the minor number of 0.x. */
export type Drift = 'none' | 'minor' | 'major' | 'unknown';

export interface SkillMatch {
  readonly key: string;
  readonly level: MatchLevel;
  /** Null if unknown. */
  readonly version: string | null;
  /** `high`, `medium` or `low`; null if unknown. */
  readonly risk: string | null;
  readonly drift: Drift;
  readonly registry?: string;
}

export interface MatchedPackage {
  /** Canonical, with the version if known. */
  readonly purl: string;
  readonly name: string;
  readonly version: string | null;
  /** Type of the package URL. */
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
