import { isDeepStrictEqual } from 'node:util';
import type { IndexEntry, JsonObject, SkillKey } from '../contract/api.ts';
import type { DiagnosticCode } from '../contract/codes.ts';
import { type Diagnostic, diagnose, isLeftOut } from '../contract/diagnostic.ts';
import { fitsKey, keyOfManifest, parseSkillKey } from '../contract/skill-format.ts';
import { compareText, isoTime } from '../contract/words.ts';
import { checkIndexEntries } from '../validation/check-skill.ts';
import { truncate } from '../validation/finding.ts';
import { describeDraft } from '../validation/knowledge-files.ts';
import { type DeclaredEntry, pointerTo, type RegistryIndexFile } from './index-json.ts';
import { makeIndexEntry } from './manifest.ts';
import type { ReadableFolder, SkillFolder } from './skill-folder.ts';
import { joinRelative, parentOf } from './worker/disk.ts';

export interface KeyCandidate {
  readonly source: SkillFolder;
  readonly kind: 'skill' | 'draft' | 'unserved';
  readonly key: SkillKey | undefined;
  readonly isFromPath: boolean;
  readonly findings: readonly Diagnostic[];
}

export type SkillClaim = KeyCandidate & { readonly source: ReadableFolder; readonly key: SkillKey };

/**
 * Claims a key for a folder: its path below the skills folder if that is `language/author/name`, else the key that
 * skill.json's language and repo make. A folder without a key or a readable skill.json is unserved, one with
 * placeholders a draft; both keep their findings.
 *
 * @param outer skill that the folder lies in
 */
export function claimKey(source: SkillFolder, skillsFolder: string, outer: string | undefined): KeyCandidate {
  const { manifest, folder, placeholders } = source;
  const path = pathBelow(skillsFolder, folder);
  const key = keyOfFolder(source, skillsFolder);
  const isFromPath = key === path;
  const findings = source.diagnostics.map((item) => (key === undefined ? item : { ...item, skillKey: key }));
  const claim = { source, key, isFromPath, findings };
  if (manifest === undefined) return { ...claim, kind: 'unserved' };
  const file = joinRelative(folder, 'skill.json');
  if (key === undefined) {
    const message = `${folder === '' ? 'The folder' : folder} is not language/author/name, and skill.json's language and repo make no key.`;
    findings.push(diagnose('key-underivable', message, { file }));
    return { ...claim, kind: 'unserved' };
  }
  const place = { skillKey: key, file };
  if (!isFromPath && path !== '') {
    findings.push(diagnose('key-from-manifest', `The folder is ${folder}, the key ${key}.`, place));
  } else if (isFromPath && !fitsKey(key, manifest)) {
    const ownKey = keyOfManifest(manifest);
    findings.push(diagnose('key-mismatch', `The folder says ${key}, skill.json says ${ownKey}.`, place));
  }
  if (outer !== undefined)
    findings.push(diagnose('skill-nested', `${folder} lies inside the skill ${outer}.`, place));
  if (placeholders.length === 0) return { ...claim, kind: 'skill' };
  const ofDraft = [
    // Templates list files that the author may delete; the file list is checked once the draft is finished.
    ...findings.filter(({ code }) => code !== 'file-missing'),
    diagnose('skill-draft', describeDraft(placeholders.length), place),
    ...placeholders.map((finding) => ({ ...finding, skillKey: key })),
  ];
  return { ...claim, kind: 'draft', findings: ofDraft };
}

export function keyOfFolder(
  { folder, manifest }: Pick<SkillFolder, 'folder' | 'manifest'>,
  skillsFolder: string,
): SkillKey | undefined {
  const path = pathBelow(skillsFolder, folder);
  if (parseSkillKey(path) !== undefined) return path;
  return manifest === undefined ? undefined : keyOfManifest(manifest);
}

export function pathBelow(skillsFolder: string, folder: string): string {
  if (folder === skillsFolder) return '';
  return skillsFolder !== '' && folder.startsWith(`${skillsFolder}/`)
    ? folder.slice(skillsFolder.length + 1)
    : folder;
}

/** Returns the nearest folder above that is a skill. */
export function outerSkill(folder: string, folders: { has(folder: string): boolean }): string | undefined {
  for (let above = parentOf(folder); above !== ''; above = parentOf(above))
    if (folders.has(above)) return above;
  return undefined;
}

export function isSkillClaim(claim: KeyCandidate): claim is SkillClaim {
  return claim.kind === 'skill';
}

/** Sorts the folders that have the same key: the one at the key's path is served, else the first in byte order. */
export function compareClaimants(a: SkillClaim, b: SkillClaim): number {
  return Number(b.isFromPath) - Number(a.isFromPath) || compareText(a.source.folder, b.source.folder);
}

export interface EntryMatch {
  readonly entry: IndexEntry;
  readonly source: ReadableFolder;
  readonly fields: JsonObject | undefined;
  readonly isManifestNewer: boolean;
  readonly findings: readonly Diagnostic[];
}

/**
 * Joins a skill with its entries of index.json: the entry of the list, and what is found about them.
 *
 * @param own entries that name the skill: by key, then by folder
 * @param isForList only the entry is asked for, and no finding
 */
export function matchEntry(
  key: SkillKey,
  source: ReadableFolder,
  own: readonly DeclaredEntry[],
  before: EntryMatch | undefined,
  index: RegistryIndexFile | undefined,
  isForList = false,
): EntryMatch {
  const [declared] = own;
  const isManifestNewer = declared !== undefined && isNewer(source, declared, before, index);
  const findings: Diagnostic[] = [];
  const made = makeIndexEntry({ ...source, key }, declared, isManifestNewer, findings);
  const entry = before !== undefined && isDeepStrictEqual(before.entry, made) ? before.entry : made;
  if (isForList) return { entry, source, fields: declared?.fields, isManifestNewer, findings: [] };
  const skill = { key, manifest: source.manifest };
  for (const other of own.slice(1)) {
    const message = `${truncate(other.key)} names the skill ${key}, which another entry names already.`;
    findings.push(report('index-entry-duplicate', message, other, key));
  }
  for (const one of own) for (const found of reportKey(one, key)) findings.push(found);
  const checked = checkIndexEntries(own.map((one) => ({ ...one, pointer: pointerTo(one), skill })));
  for (const found of checked) findings.push(found);
  if (declared === undefined && index !== undefined)
    findings.push(report('index-entry-missing', `${key} is not in index.json.`, undefined, key));
  return { entry, source, fields: declared?.fields, isManifestNewer, findings };
}

/**
 * Says what is wrong with an entry that no served skill has.
 *
 * @param isKnown the folder that it names has its own diagnostic, or is a draft
 */
export function reportUnmatched(declared: DeclaredEntry, isKnown: boolean): readonly Diagnostic[] {
  const message = `${truncate(declared.key)} has no skill folder that is served.`;
  return [
    ...(isKnown ? [] : [report('index-entry-orphan', message, declared)]),
    ...reportKey(declared),
    ...checkIndexEntries([{ ...declared, pointer: pointerTo(declared), skill: undefined }]),
  ];
}

/**
 * Whether skill.json goes before the entry. An edited skill.json does while its entry is unchanged: a submission
 * renews only index.json's time. For a changed entry the times decide.
 */
function isNewer(
  source: ReadableFolder,
  declared: DeclaredEntry,
  before: EntryMatch | undefined,
  index: RegistryIndexFile | undefined,
): boolean {
  if (before?.fields !== undefined && isDeepStrictEqual(before.fields, declared.fields))
    return before.isManifestNewer || !isDeepStrictEqual(before.source.manifest, source.manifest);
  return isWrittenLater(source, index);
}

/** Milliseconds by which skill.json must be younger than index.json: a checkout writes files in any order. */
const EDITED_AFTER_MS = 60_000;

function isWrittenLater(
  { manifest, manifestMtimeMs }: ReadableFolder,
  index: RegistryIndexFile | undefined,
): boolean {
  const { updatedAt, mtimeMs } = index ?? {};
  const declared = manifest['updated_at'];
  if (updatedAt !== undefined && (isoTime(declared) ?? Number.NaN) > Date.parse(updatedAt)) return true;
  return mtimeMs !== undefined && manifestMtimeMs > mtimeMs + EDITED_AFTER_MS;
}

export function withoutManifest(walkDiagnostics: readonly Diagnostic[]): ReadonlyMap<string, Diagnostic> {
  return new Map(walkDiagnostics.filter(isLeftOut).map((found) => [parentOf(found.file ?? ''), found]));
}

function report(
  code: DiagnosticCode,
  message: string,
  entry: DeclaredEntry | undefined,
  skillKey?: SkillKey,
): Diagnostic {
  const place = { file: 'index.json', ...(entry !== undefined && { pointer: pointerTo(entry) }) };
  return diagnose(code, message, { ...(skillKey !== undefined && { skillKey }), ...place });
}

function reportKey(entry: DeclaredEntry, target?: SkillKey): readonly Diagnostic[] {
  if (parseSkillKey(entry.key) !== undefined) return [];
  const meant = target === undefined ? '' : `; the skill’s key is ${target}`;
  const message = `${truncate(entry.key)} is not language/author/name${meant}.`;
  const found = report('index-key-invalid', message, entry, target);
  return [{ ...found, pointer: `${pointerTo(entry)}/key` }];
}
