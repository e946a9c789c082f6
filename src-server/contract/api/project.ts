import type { MatchedPackage } from './match.ts';

/** `reason` continues a sentence after the file name. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * One per version. Names follow the ecosystem (`@scope/name`, `github.com/go-chi/chi/v5`, PyPI per PEP 503).
 * The version is null unless a lock file or an exact constraint fixes it. `from` is sorted.
 */
export interface ProjectPackage extends Omit<MatchedPackage, 'skill'> {
  /** `host/owner/repo` in lower case (Git dependency, Go path, SBOM reference). */
  readonly repository?: string;
  /** True if the code comes from `repository` instead of the ecosystem's registry. */
  readonly isGit?: boolean;
}

export interface ReadProject {
  /** Sorted by purl. */
  readonly packages: readonly ProjectPackage[];
  readonly unread: readonly UnreadFile[];
  /** True if a file has a known format, even if unreadable. */
  readonly isProject: boolean;
}
