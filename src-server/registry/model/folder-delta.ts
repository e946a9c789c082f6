import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { SkillFolder } from './skill.ts';

/**
 * Differences on disk since the previous delta, as plain data for another thread. The first contains
 * everything.
 */
export interface FolderDelta {
  /** New or changed, complete. Disjoint from `removed`. */
  readonly upserted: readonly SkillFolder[];
  readonly removed: readonly string[];
  readonly unreadable?: readonly UnreadablePath[];
  readonly indexFile?: ParsedIndexFile;
  readonly walkDiagnostics?: readonly Diagnostic[];
}

/** Data read earlier stays served. */
export interface UnreadablePath {
  readonly path: string;
  /** System code, such as `EIO`, or `TIMEOUT` for a hung disk. */
  readonly code: string;
  readonly since: string;
}
