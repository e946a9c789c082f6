import { isDeepStrictEqual } from 'node:util';
import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  isLeftOut,
} from '../../contract/diagnostics/diagnostic.ts';
import { isoTime } from '../../contract/words/iso-time.ts';
import { checkIndexEntries } from '../../validation/check-registry.ts';
import { parentOf } from '../paths.ts';
import type { Claim, ClaimantsByKey } from './assign-keys.ts';
import { makeIndexEntry } from './index-entry.ts';
import { type DeclaredEntry, pointerTo, type RegistryIndexFile } from './registry-index-file.ts';
import type { ReadableFolder, RegistryContents } from './skill-folder.ts';
import { parseSkillKey } from './skill-key.ts';

export interface EntryMatch {
  readonly entry: IndexEntry;
  readonly source: ReadableFolder;
  readonly fields: JsonObject | undefined;
  readonly isManifestNewer: boolean;
  readonly findings: readonly Diagnostic[];
}

/** Entries match by key, else by folder. */
export function matchEntries(
  contents: RegistryContents,
  claims: ReadonlyMap<string, Claim>,
  claimants: ClaimantsByKey,
  before: ReadonlyMap<SkillKey, EntryMatch>,
): { readonly matches: ReadonlyMap<SkillKey, EntryMatch>; readonly unmatched: readonly Diagnostic[] } {
  const { indexFile, location, walkDiagnostics } = contents;
  const entries = indexFile.index?.entries ?? [];
  const exact = new Map<SkillKey, DeclaredEntry[]>();
  const byFolder = new Map<SkillKey, DeclaredEntry[]>();
  const unmatched: Diagnostic[] = [];
  const missing = withoutManifest(walkDiagnostics);
  const drafts = new Set([...claims.values()].flatMap(({ kind, key }) => (kind === 'draft' ? key : [])));
  for (const declared of entries) {
    const { key: name } = declared;
    const folder = location.skillsFolder === '' ? name : `${location.skillsFolder}/${name}`;
    const claim = claims.get(folder);
    const key = claimants.has(name) ? name : claim?.kind === 'skill' ? claim.key : undefined;
    if (key !== undefined) {
      const rows = key === name ? exact : byFolder;
      const row = rows.get(key);
      if (row === undefined) rows.set(key, [declared]);
      else row.push(declared);
      continue;
    }
    // Unservable folders have their own diagnostic; entries of drafts are fine.
    const isTold = claim === undefined ? missing.has(folder) : claim.source.manifest === undefined;
    if (!isTold && !drafts.has(name) && claim?.kind !== 'draft') {
      const message = `${name} has no skill folder that is served.`;
      unmatched.push(report('index-entry-orphan', message, declared));
    }
    unmatched.push(
      ...reportKey(declared),
      ...checkIndexEntries([{ ...declared, pointer: pointerTo(declared), skill: undefined }]),
    );
  }
  const matches = new Map<SkillKey, EntryMatch>();
  for (const [key, [{ source }]] of claimants) {
    const own = [...(exact.get(key) ?? []), ...(byFolder.get(key) ?? [])];
    const [declared] = own;
    const isManifestNewer =
      declared !== undefined && isNewer(source, declared, before.get(key), indexFile.index);
    const findings: Diagnostic[] = [];
    const entry = makeIndexEntry({ ...source, key }, declared, isManifestNewer, findings);
    const skill = { key, manifest: source.manifest };
    findings.push(
      ...own.slice(1).map((other) => {
        const message = `${other.key} names the skill ${key}, which another entry names already.`;
        return report('index-entry-duplicate', message, other, key);
      }),
      ...own.flatMap((one) => reportKey(one, key)),
      ...checkIndexEntries(own.map((one) => ({ ...one, pointer: pointerTo(one), skill }))),
    );
    if (declared === undefined && indexFile.index !== undefined)
      findings.push(report('index-entry-missing', `${key} is not in index.json.`, undefined, key));
    matches.set(key, { entry, source, fields: declared?.fields, isManifestNewer, findings });
  }
  return { matches, unmatched };
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
  const message = `${entry.key} is not language/author/name${meant}.`;
  const found = report('index-key-invalid', message, entry, target);
  return [{ ...found, pointer: `${pointerTo(entry)}/key` }];
}
