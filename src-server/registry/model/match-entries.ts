import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import { type Diagnostic, isLeftOut } from '../../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../../group-by.ts';
import { checkIndexEntries } from '../../validation/check-registry.ts';
import type { GeneralFindings } from '../registry-patch.ts';
import type { Claim, ClaimantsByKey, SkillClaim } from './assign-keys.ts';
import {
  type DeclaredEntry,
  reportKey,
  reportMissing,
  reportMoreOrphans,
  reportMoreSeconds,
  reportOrphan,
  reportSecond,
} from './declared-entry.ts';
import { makeIndexEntry } from './index-entry.ts';
import { isWrittenLater } from './newer-manifest.ts';
import { MOST_REPORTED, pointerTo } from './registry-index-file.ts';
import { parentOf } from './relative-path.ts';
import { isSameJson } from './same-json.ts';
import type { ReadableFolder, RegistryContents } from './skill-folder.ts';

export interface EntryMatch {
  readonly entry: IndexEntry;
  readonly source: ReadableFolder;
  readonly fields: JsonObject | undefined;
  readonly isManifestNewer: boolean;
  /** About the entry's contents, and about other entries. */
  readonly findings: readonly Diagnostic[];
}

export interface MatchedEntries {
  readonly matches: ReadonlyMap<SkillKey, EntryMatch>;
  /** About a skill's entries in index.json. */
  readonly found: ReadonlyMap<SkillKey, GeneralFindings>;
  readonly unmatched: GeneralFindings;
}

type Groups = ReadonlyMap<string, readonly DeclaredEntry[]>;

/** Entries match by key, else by folder. */
export function matchEntries(
  contents: RegistryContents,
  claims: ReadonlyMap<string, Claim>,
  claimants: ClaimantsByKey,
  before: ReadonlyMap<SkillKey, EntryMatch>,
): MatchedEntries {
  const groups: Groups = groupBy(contents.indexFile.index?.entries ?? [], ({ key }) => key);
  const matches = new Map<SkillKey, EntryMatch>();
  for (const [key, own] of claimants) {
    const [declared, ...others] = entriesFor(key, own, { contents, claimants, groups });
    const isMissing = declared === undefined && contents.indexFile.index !== undefined;
    const matching = isMissing ? [reportMissing(key)] : reportOthers(others, key);
    const { source } = own[0];
    const isManifestNewer = isNewer(source, declared, before.get(key), contents);
    const { entry, merging } = makeOnce(key, source, declared, isManifestNewer);
    const fields = declared?.fields;
    matches.set(key, { entry, source, fields, isManifestNewer, findings: [...merging, ...matching] });
  }
  return { matches, ...checkGroups(contents, claims, claimants, groups) };
}

/** Above `MOST_REPORTED` only the number. */
function reportOthers(others: readonly DeclaredEntry[], key: SkillKey): readonly Diagnostic[] {
  const reported = others.slice(0, MOST_REPORTED).map((other) => reportSecond(other, key));
  const unreported = others.length - reported.length;
  return unreported > 0 ? [...reported, reportMoreSeconds(unreported, key)] : reported;
}

/**
 * An edited skill.json is newer while its entry is unchanged: a submission renews only index.json's time. For
 * a changed entry the times decide.
 */
function isNewer(
  source: ReadableFolder,
  declared: DeclaredEntry | undefined,
  before: EntryMatch | undefined,
  { indexFile }: RegistryContents,
): boolean {
  if (declared === undefined) return false;
  if (before?.fields !== undefined && isSameJson(before.fields, declared.fields))
    return before.isManifestNewer || !isSameJson(before.source.manifest, source.manifest);
  return isWrittenLater(source, indexFile.index);
}

function entriesFor(
  key: SkillKey,
  own: readonly SkillClaim[],
  {
    contents,
    claimants,
    groups,
  }: {
    readonly contents: RegistryContents;
    readonly claimants: ClaimantsByKey;
    readonly groups: Groups;
  },
): DeclaredEntry[] {
  const { skillsFolder } = contents.location;
  const byFolder = own.flatMap(({ source: { folder } }) => {
    const isBelow = skillsFolder === '' || folder.startsWith(`${skillsFolder}/`);
    const name = skillsFolder === '' ? folder : folder.slice(skillsFolder.length + 1);
    return !isBelow || claimants.has(name) ? [] : (groups.get(name) ?? []);
  });
  byFolder.sort((a, b) => a.position - b.position);
  return [...(groups.get(key) ?? []), ...byFolder];
}

interface MadeEntry {
  readonly key: SkillKey;
  readonly declared: DeclaredEntry | undefined;
  readonly isManifestNewer: boolean;
  readonly entry: IndexEntry;
  readonly merging: readonly Diagnostic[];
}

const made = new WeakMap<ReadableFolder, MadeEntry>();

function makeOnce(
  key: SkillKey,
  source: ReadableFolder,
  declared: DeclaredEntry | undefined,
  isManifestNewer: boolean,
): MadeEntry {
  const known = made.get(source);
  if (known?.key === key && known.declared === declared && known.isManifestNewer === isManifestNewer)
    return known;
  const merging: Diagnostic[] = [];
  const entry = makeIndexEntry({ ...source, key }, declared, isManifestNewer, merging);
  const now = { key, declared, isManifestNewer, entry, merging };
  made.set(source, now);
  return now;
}

const checked = new WeakMap<
  DeclaredEntry,
  { readonly subject: ReadableFolder | undefined; readonly found: readonly Diagnostic[] }
>();

function checkOnce(entry: DeclaredEntry, subject: SkillClaim | undefined): readonly Diagnostic[] {
  const known = checked.get(entry);
  if (known !== undefined && known.subject === subject?.source) return known.found;
  const skill = subject && { key: subject.key, manifest: subject.source.manifest };
  const found = checkIndexEntries([{ ...entry, pointer: pointerTo(entry), skill }]);
  checked.set(entry, { subject: subject?.source, found });
  return found;
}

function checkGroups(
  { location: { skillsFolder }, walkDiagnostics }: RegistryContents,
  claims: ReadonlyMap<string, Claim>,
  claimants: ClaimantsByKey,
  groups: Groups,
): Pick<MatchedEntries, 'found' | 'unmatched'> {
  const missing = withoutManifest(walkDiagnostics);
  const draftKeys = new Set([...claims.values()].flatMap(({ kind, key }) => (kind === 'draft' ? [key] : [])));
  const found = new Map<SkillKey, GeneralFindings>();
  let unmatched: GeneralFindings = { loader: [], rules: [] };
  let [orphans, unreported] = [0, 0];
  for (const [name, entries] of groups) {
    const folder = skillsFolder === '' ? name : `${skillsFolder}/${name}`;
    const claim = claims.get(folder);
    const inFolder = claim?.kind === 'skill' ? (claim as SkillClaim) : undefined;
    // Unservable folders have their own diagnostic; entries of drafts are fine.
    const isTold = claim === undefined ? missing.has(folder) : claim.source.manifest === undefined;
    const isDraft = draftKeys.has(name) || claim?.kind === 'draft';
    const exact = claimants.get(name)?.[0];
    const target = exact === undefined ? inFolder?.key : name;
    // A folder that lost its key to another is not served, so don't compare.
    const isServed = inFolder !== undefined && claimants.get(inFolder.key)?.[0] === inFolder;
    const subject = exact ?? (isServed ? inFolder : undefined);
    const isOrphan = target === undefined && !isTold && !isDraft;
    const reported = entries.slice(0, isOrphan ? MOST_REPORTED - orphans : MOST_REPORTED);
    if (isOrphan) {
      orphans += reported.length;
      unreported += entries.length - reported.length;
    }
    const about: GeneralFindings = {
      loader: reported.flatMap((entry) => [
        ...(isOrphan ? [reportOrphan(entry)] : []),
        ...reportKey(entry, target),
      ]),
      rules: reported.flatMap((entry) => checkOnce(entry, subject)),
    };
    if (about.loader.length + about.rules.length === 0) continue;
    if (subject === undefined) unmatched = join(unmatched, about);
    else found.set(subject.key, join(found.get(subject.key), about));
  }
  if (unreported > 0) unmatched = join(unmatched, { loader: [reportMoreOrphans(unreported)], rules: [] });
  return { found, unmatched };
}

function join(a: GeneralFindings | undefined, b: GeneralFindings): GeneralFindings {
  return a === undefined ? b : { loader: [...a.loader, ...b.loader], rules: [...a.rules, ...b.rules] };
}

/** Folders that lack only skill.json. */
export function withoutManifest(walkDiagnostics: readonly Diagnostic[]): ReadonlyMap<string, Diagnostic> {
  return new Map(walkDiagnostics.filter(isLeftOut).map((found) => [parentOf(found.file ?? ''), found]));
}
