import type { RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { FileFact } from '../../validation/checked-skill.ts';

export interface KnowledgeFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Of any change; can't be set back. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Absolute, inside the skill's folder; for links. */
  readonly target?: string;
}

/** Larger files are readable as sections only. */
export const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** Larger files are refused, as all manifests stay in memory. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** Immutable: caches use object identity. */
export interface SkillFolder {
  readonly folder: string;
  readonly directory: string;
  /** Undefined if unreadable or of another major version. */
  readonly manifest: JsonObject | undefined;
  readonly manifestBytes: number;
  readonly manifestMtimeMs: number;
  /** No JSON object; the last valid manifest stays. */
  readonly isManifestBroken: boolean;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** Names that the rules report; not served. */
  readonly otherFiles: readonly string[];
  readonly contents: readonly string[];
  readonly overviewSummary: string;
  /** Without a key. */
  readonly diagnostics: readonly Diagnostic[];
  /** Any makes the skill a draft. */
  readonly placeholders: readonly Diagnostic[];
  readonly known?: KnownFindings;
  /** Of names, texts and stamps; see `joinFingerprint`. */
  readonly fingerprint: string;
}

export interface SkillFindings {
  readonly checks: readonly Diagnostic[];
  /** False if text findings are outdated. */
  readonly isChecked: boolean;
}

export interface KnownFindings extends SkillFindings {
  readonly key: SkillKey;
  readonly layout: RegistryLayout;
}

/** Unserved files have size 0, unread by rules. */
export function checkedFiles({ files, otherFiles }: Pick<SkillFolder, 'files' | 'otherFiles'>): FileFact[] {
  return [...files.values(), ...otherFiles.map((path) => ({ path, size: 0 }))];
}

/** Adds hashes of files too young for their stamps. */
export function joinFingerprint(byStamps: string, byYoungTexts: string): string {
  return byYoungTexts === '' ? byStamps : `${byStamps}.${byYoungTexts}`;
}

export interface Skill extends SkillFolder {
  readonly manifest: JsonObject;
  readonly key: SkillKey;
}
