import type { JsonObject } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { ReadRules } from '../validation/registry-rules.ts';
import type { ParsedIndexFile } from './index-json.ts';
import type { SkillFiles } from './skill-record.ts';
import type { RegistryLocation } from './worker-messages.ts';

/**
 * A folder with a skill.json as it was read, without its texts. Immutable: a folder that is read anew is another
 * object, and what was made of one is kept by identity. A file with the same bytes doesn't make it another one.
 */
export interface SkillFolder extends Omit<SkillFiles, 'manifest' | 'texts'> {
  /** The parsed skill.json; undefined if it can't be read or is of another major version. */
  readonly manifest: JsonObject | undefined;
  readonly manifestMtimeMs: number;
  readonly otherFiles: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the author still has to write. Any makes the skill a draft. */
  readonly placeholders: readonly Diagnostic[];
}

/** A folder whose skill.json could be read. */
export type ReadableFolder = SkillFolder & { readonly manifest: JsonObject };

/** What a scan found in a registry. Parts that are the same as at the scan before are the same objects. */
export interface RegistryContents {
  readonly location: RegistryLocation;
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly indexFile: ParsedIndexFile;
  readonly rules: ReadRules;
  readonly walkDiagnostics: readonly Diagnostic[];
  readonly unreadable: readonly UnreadablePath[];
}

/** A path that can't be read, relative to the root, with the error code of the system, such as `EACCES`. */
export interface UnreadablePath {
  readonly path: string;
  readonly code: string;
}
