import { isDeepStrictEqual } from 'node:util';
import type { IndexEntry, JsonObject, SkillKey } from '../../contract/api.ts';
import { type Diagnostic, type DiagnosticCode, diagnose, isLeftOut } from '../../contract/diagnostic.ts';
import { isoTime } from '../../contract/words.ts';
import { checkIndexEntries } from '../../validation/check-skill.ts';
import { truncate } from '../../validation/finding.ts';
import { parentOf } from '../paths.ts';
import { makeIndexEntry } from './index-entry.ts';
import { type DeclaredEntry, pointerTo, type RegistryIndexFile } from './registry-index-file.ts';
import type { ReadableFolder } from './skill-folder.ts';
import { parseSkillKey } from './skill-key.ts';

export interface EntryMatch {
  readonly entry: IndexEntry;
  readonly source: ReadableFolder;
  readonly fields: JsonObject | undefined;
  readonly isManifestNewer: boolean;
  readonly findings: readonly Diagnostic[];
}

/**
 * A skill's entry, and what is found about it.
 *
 * @param own entries that name the skill: by key, then by folder
 */
export function matchEntry(
  key: SkillKey,
  source: ReadableFolder,
  own: readonly DeclaredEntry[],
  before: EntryMatch | undefined,
  index: RegistryIndexFile | undefined,
): EntryMatch {
  const [declared] = own;
  const isManifestNewer = declared !== undefined && isNewer(source, declared, before, index);
  const findings: Diagnostic[] = [];
  const made = makeIndexEntry({ ...source, key }, declared, isManifestNewer, findings);
  const entry = before !== undefined && isDeepStrictEqual(before.entry, made) ? before.entry : made;
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
 * What is said of an entry that no served skill has.
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
 * An edited skill.json is newer while its entry is unchanged: a submission renews only index.json's time. For
 * a changed entry the times decide.
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

/** Tolerance: a checkout writes files in any order. */
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
