import type { RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { FileFact } from '../../validation/checked-skill.ts';

export interface KnowledgeFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Time of any change; can't be set back. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Absolute, inside the skill's folder; absent if not a link. */
  readonly target?: string;
}

/** Larger files are only readable as sections. */
export const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** Larger files are refused: all manifests are in memory, usually of a few thousand bytes. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** With a skill.json. Immutable: caches of derived data use object identity. */
export interface SkillFolder {
  readonly folder: string;
  readonly directory: string;
  /** Undefined if unreadable or of another major version: not served. */
  readonly manifest: JsonObject | undefined;
  readonly manifestBytes: number;
  readonly manifestMtimeMs: number;
  /** No JSON object; the last valid manifest stays in use. */
  readonly isManifestBroken: boolean;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** With another extension, not served, for the rules. */
  readonly otherMarkdown: readonly string[];
  readonly contents: readonly string[];
  readonly overviewSummary: string;
  /** Still without a key. */
  readonly diagnostics: readonly Diagnostic[];
  /** Placeholders; any makes the skill a draft. */
  readonly placeholders: readonly Diagnostic[];
  readonly known?: KnownFindings;
  /** Changes with any name, text or stamp; see `joinFingerprint`. */
  readonly fingerprint: string;
}

/** Rule findings about a skill alone. */
export interface SkillFindings {
  readonly checks: readonly Diagnostic[];
  /** False if findings about texts predate the last change. */
  readonly isChecked: boolean;
}

export interface KnownFindings extends SkillFindings {
  readonly key: SkillKey;
  readonly layout: RegistryLayout;
}

/** Unserved files have size 0; no rule reads their size. */
export function checkedFiles({
  files,
  otherMarkdown,
}: Pick<SkillFolder, 'files' | 'otherMarkdown'>): FileFact[] {
  return [...files.values(), ...otherMarkdown.map((path) => ({ path, size: 0 }))];
}

/** Adds hashes of files changed too recently for their stamps. */
export function joinFingerprint(byStamps: string, byYoungTexts: string): string {
  return byYoungTexts === '' ? byStamps : `${byStamps}.${byYoungTexts}`;
}

/** Equal across restarts. */
export function fingerprintByStamps(fingerprint: string): string {
  return fingerprint.replace(/\..*/s, '');
}

export interface Skill extends SkillFolder {
  readonly manifest: JsonObject;
  readonly key: SkillKey;
}
