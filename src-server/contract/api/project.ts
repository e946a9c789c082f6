import type { MatchedPackage } from './match.ts';

/** A file that was not read, or not completely. `reason` continues a sentence that begins with the file. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * A package in use, one per version. Names are as the ecosystem writes them (`@scope/name`, `github.com/go-chi/chi/v5`, PyPI
 * per PEP 503); the version is null unless a lock file or an exact constraint fixes it; `from` is sorted.
 */
export interface ProjectPackage extends Omit<MatchedPackage, 'skill'> {
  /** `host/owner/repo` in lower case, if the files name it (Git dependency, Go path, reference in an SBOM). */
  readonly repository?: string;
  /** True for a Git dependency: its code comes from `repository`, not from the ecosystem's registry. */
  readonly isGit?: boolean;
}

/** What a project's manifests and lock files say. */
export interface ReadProject {
  /** Sorted by purl. */
  readonly packages: readonly ProjectPackage[];
  readonly unread: readonly UnreadFile[];
  /** True if at least one file belongs to a known format, readable or not. */
  readonly isProject: boolean;
}
