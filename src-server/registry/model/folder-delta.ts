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
  /** Relative to the root. Unreadable doesn't count as removed. */
  readonly removed: readonly string[];
  /** All of them; absent if unchanged. */
  readonly unreadable?: readonly UnreadablePath[];
  /** Absent if unchanged. */
  readonly indexFile?: ParsedIndexFile;
  /** About folders that are no skills; absent if unchanged. */
  readonly walkDiagnostics?: readonly Diagnostic[];
}

/** Data read earlier stays served. */
export interface UnreadablePath {
  /** Relative to the root, with `/`; '' is the root. */
  readonly path: string;
  /** System code, such as `EIO`, or `TIMEOUT` for a hung disk. */
  readonly code: string;
  /** First occurrence, ISO 8601. */
  readonly since: string;
}
