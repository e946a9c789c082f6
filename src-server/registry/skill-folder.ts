import type { JsonObject } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { FileFact } from '../validation/finding.ts';
import type { ReadRules } from '../validation/registry-rules.ts';
import type { ParsedIndexFile } from './index-json.ts';
import type { RegistryLocation } from './messages.ts';
import type { SkillFiles } from './skill-record.ts';

/** A folder with a skill.json, as read, without its texts. Immutable: what is made of it is kept by identity. */
export interface SkillFolder extends Omit<SkillFiles, 'manifest' | 'texts'> {
  /** Undefined if unreadable or of another major version. */
  readonly manifest: JsonObject | undefined;
  readonly manifestMtimeMs: number;
  readonly otherFiles: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Any makes the skill a draft. */
  readonly placeholders: readonly Diagnostic[];
}

export type ReadableFolder = SkillFolder & { readonly manifest: JsonObject };

export interface RegistryContents {
  readonly location: RegistryLocation;
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly indexFile: ParsedIndexFile;
  readonly rules: ReadRules;
  readonly walkDiagnostics: readonly Diagnostic[];
  readonly unreadable: readonly UnreadablePath[];
}

export interface UnreadablePath {
  readonly path: string;
  readonly code: string;
}

/** Unserved files have size 0, unread by rules. */
export function checkedFiles({ files, otherFiles }: Pick<SkillFolder, 'files' | 'otherFiles'>): FileFact[] {
  return [...files.values(), ...otherFiles.map((path) => ({ path, size: 0 }))];
}
