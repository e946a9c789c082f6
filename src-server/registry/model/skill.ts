import type { RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { FileFact } from '../../validation/checked-skill.ts';
import type { JsonObject } from './json-object.ts';

/** File that may be served; see `listKnowledgeFiles`. */
export interface KnowledgeFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Time of any change; can't be set back. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Absolute link target inside the skill's folder; absent for a plain file. */
  readonly target?: string;
}

/** Larger files are only readable as sections. */
export const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** Larger files are refused: all manifests are in memory, usually with a few thousand bytes. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/** Folder with a skill.json. Immutable: caches of derived data use object identity. */
export interface SkillFolder {
  /** Relative to the registry, with `/`; '' for the root. */
  readonly folder: string;
  /** Absolute, links resolved. */
  readonly directory: string;
  /** Undefined if unreadable or of another major version: the skill is not served. */
  readonly manifest: JsonObject | undefined;
  readonly manifestBytes: number;
  /** Modification time in milliseconds since 1970. */
  readonly manifestMtimeMs: number;
  /** skill.json is no JSON object; the last valid manifest stays in use. */
  readonly isManifestBroken: boolean;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** Unserved markdown with another extension, for the rules. */
  readonly otherMarkdown: readonly string[];
  /** Files in the skill's answer, in listed order. */
  readonly contents: readonly string[];
  /** First sentence of overview.md, if skill.json lacks a summary. */
  readonly overviewSummary: string;
  /** About the folder, still without a key. */
  readonly diagnostics: readonly Diagnostic[];
  /** Placeholders; any makes the skill a draft. */
  readonly unwritten: readonly Diagnostic[];
  /** From an earlier run. */
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

/** Unserved files have size 0, which no rule reads. */
export function checkedFiles({
  files,
  otherMarkdown,
}: Pick<SkillFolder, 'files' | 'otherMarkdown'>): FileFact[] {
  return [...files.values(), ...otherMarkdown.map((path) => ({ path, size: 0 }))];
}

/** Adds hashes of files changed too recently to trust their stamps. */
export function joinFingerprint(byStamps: string, byYoungTexts: string): string {
  return byYoungTexts === '' ? byStamps : `${byStamps}.${byYoungTexts}`;
}

/** Part that stays equal across restarts. */
export function fingerprintByStamps(fingerprint: string): string {
  return fingerprint.replace(/\..*/s, '');
}

export interface Skill extends SkillFolder {
  readonly manifest: JsonObject;
  readonly key: SkillKey;
}
