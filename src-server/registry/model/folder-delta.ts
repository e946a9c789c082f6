import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { SkillFolder } from './skill.ts';

/** Differences on disk, as plain data for another thread. The first is complete. */
export interface FolderDelta {
  /** Complete; disjoint from `removed`. */
  readonly upserted: readonly SkillFolder[];
  readonly removed: readonly string[];
  readonly unreadable?: readonly UnreadablePath[];
  readonly indexFile?: ParsedIndexFile;
  readonly walkDiagnostics?: readonly Diagnostic[];
}

/** Earlier data stays served. */
export interface UnreadablePath {
  readonly path: string;
  /** `TIMEOUT` for a hung disk, else of the system: `EIO`. */
  readonly code: string;
  readonly since: string;
}
