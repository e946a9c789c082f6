import type { RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { FileFact } from '../../validation/checked-skill.ts';
import type { JsonObject } from './json-object.ts';

/** A file that may be served: `*.md` of the skill's folder, or anything under `examples/`. */
export interface KnowledgeFile {
  /** Relative to the skill's folder, `/` between segments. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** When the file was last changed in any way; nobody can set it back. */
  readonly ctimeMs: number;
  readonly ino: number;
  /** Where a link leads, absolute and inside the skill's folder; absent for a plain file. */
  readonly target?: string;
}

/** Files over this many bytes are no part of a skill's answer, only readable as sections. */
export const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/** A skill.json of more bytes isn't read: real ones have a few thousand, and all are held in memory. */
export const MAX_MANIFEST_BYTES = 256 * 1024;

/**
 * A folder with a skill.json, as it was read. Immutable: a change on disk makes a new object, so whatever was made from
 * one (texts, prepared answers, index terms) may be kept as long as the object is the same.
 */
export interface SkillFolder {
  /** Relative to the registry's root, `/` between segments; '' where the root itself is the skill. */
  readonly folder: string;
  /** Absolute, links resolved. */
  readonly directory: string;
  /** Undefined where skill.json can't be read or is of another major version: such a skill isn't served. */
  readonly manifest: JsonObject | undefined;
  /** Size of skill.json. */
  readonly manifestBytes: number;
  /** When skill.json was written, in milliseconds since the epoch. */
  readonly manifestMtimeMs: number;
  /** skill.json is there and is no JSON object just now: the last good one stays in use. */
  readonly isManifestBroken: boolean;
  readonly files: ReadonlyMap<string, KnowledgeFile>;
  /** Names of its files that are not served but are markdown by another extension, so that the rules can tell. */
  readonly otherMarkdown: readonly string[];
  /** Paths that are part of the skill's answer, in the order of skill.json. */
  readonly contents: readonly string[];
  /** First sentence of overview.md, where skill.json gives no summary. */
  readonly overviewSummary: string;
  /** About this folder alone; the skill's key is not known yet. */
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that nobody has written yet, in skill.json and the knowledge files: with any of them it is a draft. */
  readonly unwritten: readonly Diagnostic[];
  /** What the rules said of it, where an earlier run asked them. */
  readonly known?: KnownFindings;
  /** Changes whenever skill.json, a name, a text or one of their stamps does; see `joinFingerprint`. */
  readonly fingerprint: string;
}

/** What the rules say of a skill alone. */
export interface SkillFindings {
  readonly checks: readonly Diagnostic[];
  /** All rules were applied. If not, what `checks` says of the texts is from before their last change. */
  readonly isChecked: boolean;
}

/** What the rules say of a folder under a key. */
export interface KnownFindings extends SkillFindings {
  readonly key: SkillKey;
  readonly layout: RegistryLayout;
}

/** The files that the rules look at. What isn't served has no size here: nobody asked. */
export function checkedFiles({
  files,
  otherMarkdown,
}: Pick<SkillFolder, 'files' | 'otherMarkdown'>): FileFact[] {
  return [...files.values(), ...otherMarkdown.map((path) => ({ path, size: 0 }))];
}

/** A fingerprint by stamps, and one by the texts too of files that are too young for their stamps to be believed. */
export function joinFingerprint(byStamps: string, byYoungTexts: string): string {
  return byYoungTexts === '' ? byStamps : `${byStamps}.${byYoungTexts}`;
}

/** The part that is the same after a restart, when no file is young any more. */
export function fingerprintByStamps(fingerprint: string): string {
  return fingerprint.replace(/\..*/s, '');
}

/** A skill that is served. */
export interface Skill extends SkillFolder {
  readonly manifest: JsonObject;
  readonly key: SkillKey;
}
