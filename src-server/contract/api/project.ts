import type { MatchedPackage } from './match.ts';

/** `reason` follows the file name. */
export interface UnreadFile {
  readonly file: string;
  readonly reason: string;
}

/**
 * One per version. Names follow the ecosystem (`@scope/name`, `github.com/go-chi/chi/v5`, PyPI: PEP 503).
 * Version: from a lock file or exact constraint, else null. `from` is sorted.
 */
export interface ProjectPackage extends Omit<MatchedPackage, 'skill'> {
  /** `host/owner/repo` in lower case (Git dependency, Go path, SBOM reference). */
  readonly repository?: string;
  /** Code from `repository`, not from the ecosystem's registry. */
  readonly isGit?: boolean;
}

export interface ReadProject {
  readonly packages: readonly ProjectPackage[];
  readonly unread: readonly UnreadFile[];
  /** Any known format, even if unreadable. */
  readonly isProject: boolean;
}
