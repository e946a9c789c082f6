import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { SkillFolder } from './skill.ts';

/**
 * What became different on disk since the delta before: all that the model learns of a registry's files. Plain data
 * that passes between threads. The first delta of a registry holds everything.
 */
export interface FolderDelta {
  /** Skill folders that are new or different, each whole. A folder is named once, here or in `removed`. */
  readonly upserted: readonly SkillFolder[];
  /** Skill folders that are really gone, relative to the root. One that can't be read now isn't gone. */
  readonly removed: readonly string[];
  /** All places that can't be read at present; absent where that is as before. */
  readonly unreadable?: readonly UnreadablePlace[];
  /** index.json; absent where it is as before. */
  readonly indexFile?: ParsedIndexFile;
  /** All that is wrong with folders that are no skill's; absent where that is as before. */
  readonly walkDiagnostics?: readonly Diagnostic[];
}

/** A folder or file that is there, or was, and can't be read. What was read of it before stays served. */
export interface UnreadablePlace {
  /** Relative to the root, `/` between segments; '' is the root itself. */
  readonly path: string;
  /** The system's word, such as `EIO`, or `TIMEOUT` where the disk doesn't answer. */
  readonly code: string;
  /** When that was first seen, ISO 8601. */
  readonly since: string;
}
