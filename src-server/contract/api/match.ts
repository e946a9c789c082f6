/** How sure it is that a skill is about a package. */
export type MatchLevel =
  /** The skill's `extensions` name the package. */
  | 'exact'
  /** Both name the same repository. */
  | 'repository'
  /** Same language and name; counts for nothing. */
  | 'guess';

/** How far the version in use is from the skill's: the major number apart, or the minor one of 0.x. */
export type Drift = 'none' | 'minor' | 'major' | 'unknown';

/** The skill about a package. */
export interface SkillMatch {
  readonly key: string;
  readonly level: MatchLevel;
  /** The library's version that the skill is about; null where it says none. */
  readonly version: string | null;
  /** `high`, `medium` or `low`; null where nobody says. */
  readonly risk: string | null;
  readonly drift: Drift;
  /** Where several registries are served. */
  readonly registry?: string;
}

/** One package in one version. */
export interface MatchedPackage {
  /** Canonical for its type, with the version unless that is null. */
  readonly purl: string;
  readonly name: string;
  readonly version: string | null;
  /** The package URL's type. */
  readonly ecosystem: string;
  readonly direct: boolean;
  readonly dev: boolean;
  /** Files that name it, relative to the project. */
  readonly from: readonly string[];
  readonly skill: SkillMatch | null;
}

/** Rows by what they are. */
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
