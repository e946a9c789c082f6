import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../../group-by.ts';
import { checkIndexEntries } from '../../validation/check-registry.ts';
import type { ClaimantsByKey, FolderRecord } from './assign-keys.ts';
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
import { MOST_REPORTED, type ParsedIndexFile, pointerTo } from './registry-index-file.ts';
import {
  type FoundByWhom,
  type RegistryContents,
  type RegistrySnapshot,
  withoutManifest,
} from './registry-snapshot.ts';
import { isSameJson } from './same-json.ts';
import type { Skill } from './skill.ts';

export interface EntryMatch {
  readonly entry: IndexEntry;
  readonly declared: DeclaredEntry | undefined;
  readonly isManifestNewer: boolean;
  readonly merging: readonly Diagnostic[];
  readonly matching: readonly Diagnostic[];
}

export interface MatchedEntries {
  readonly matches: ReadonlyMap<SkillKey, EntryMatch>;
  readonly found: ReadonlyMap<SkillKey, FoundByWhom>;
  readonly unmatched: FoundByWhom;
}

/** Valid for the same subject and position. */
export type EntryChecks = WeakMap<
  JsonObject,
  { readonly subject: Skill | undefined; readonly position: number; readonly found: readonly Diagnostic[] }
>;

interface EntriesToMatch {
  readonly before: Pick<RegistrySnapshot, 'generation' | 'records'> & {
    readonly matches: ReadonlyMap<SkillKey, EntryMatch>;
    readonly entryChecks: EntryChecks;
  };
  readonly contents: RegistryContents;
  readonly claims: ReadonlyMap<string, FolderRecord>;
  readonly claimants: ClaimantsByKey;
  readonly skills: ReadonlyMap<SkillKey, Skill>;
  readonly drafts: ReadonlyMap<string, Skill>;
}

type Groups = ReadonlyMap<string, readonly DeclaredEntry[]>;

export function matchEntries(registry: EntriesToMatch): MatchedEntries {
  const { claimants, contents } = registry;
  const groups: Groups = groupBy(contents.indexFile.index?.entries ?? [], ({ key }) => key);
  const matches = new Map<SkillKey, EntryMatch>();
  for (const key of claimants.keys()) matches.set(key, matchKey(registry, groups, key));
  return { matches, ...checkGroups(registry, groups) };
}

/** Keeps equal objects, for caches by identity. */
export function keepFields(before: ParsedIndexFile, now: ParsedIndexFile): ParsedIndexFile {
  if (now.index === undefined || before.index === undefined) return now;
  const known = groupBy(before.index.entries, ({ key }) => key);
  const places = new Map<string, number>();
  const entries = now.index.entries.map((entry) => {
    const place = places.get(entry.key) ?? 0;
    places.set(entry.key, place + 1);
    const fields = known.get(entry.key)?.[place]?.fields;
    return isSameJson(fields, entry.fields) ? { ...entry, fields: fields as typeof entry.fields } : entry;
  });
  return { ...now, index: { ...now.index, entries } };
}

function matchKey(registry: EntriesToMatch, groups: Groups, key: SkillKey): EntryMatch {
  const { before, contents, skills } = registry;
  const skill = skills.get(key) as Skill;
  const [declared, ...others] = entriesFor(registry, groups, key);
  const isMissing = declared === undefined && contents.indexFile.index !== undefined;
  const matching = isMissing ? [reportMissing(key)] : reportOthers(others, key);
  const known = before.records.get(key)?.skill === skill ? before.matches.get(key) : undefined;
  const isKnown = known !== undefined && known.declared?.fields === declared?.fields;
  const isManifestNewer = isKnown
    ? known.isManifestNewer
    : declared !== undefined && isNewer(registry, skill, declared);
  if (isKnown && isManifestNewer === known.isManifestNewer && known.declared?.position === declared?.position)
    return isSameJson(known.matching, matching) ? known : { ...known, matching };
  const merging: Diagnostic[] = [];
  const made = makeIndexEntry(skill, declared, isManifestNewer, merging);
  const entry = known !== undefined && isSameJson(known.entry, made) ? known.entry : made;
  return { entry, declared, isManifestNewer, merging, matching };
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
function isNewer({ before, contents }: EntriesToMatch, skill: Skill, declared: DeclaredEntry): boolean {
  const match = before.matches.get(skill.key);
  if (match !== undefined && match.declared?.fields === declared.fields) {
    const manifest = before.records.get(skill.key)?.skill.manifest;
    return match.isManifestNewer || !isSameJson(manifest, skill.manifest);
  }
  return isWrittenLater(skill, contents.indexFile.index);
}

function entriesFor(
  { claimants, skills, contents }: EntriesToMatch,
  groups: Groups,
  key: SkillKey,
): DeclaredEntry[] {
  const byFolder = (claimants.get(key) ?? []).flatMap(({ source }) => {
    const name = nameOf(source.folder, contents);
    return name === undefined || skills.has(name) ? [] : (groups.get(name) ?? []);
  });
  byFolder.sort((a, b) => a.position - b.position);
  return [...(groups.get(key) ?? []), ...byFolder];
}

function nameOf(folder: string, { location: { skillsFolder } }: RegistryContents): string | undefined {
  if (skillsFolder === '') return folder;
  return folder.startsWith(`${skillsFolder}/`) ? folder.slice(skillsFolder.length + 1) : undefined;
}

function checkOnce(
  entry: DeclaredEntry,
  subject: Skill | undefined,
  checks: EntryChecks,
): readonly Diagnostic[] {
  const { fields, position } = entry;
  const known = checks.get(fields);
  if (known !== undefined && known.subject === subject && known.position === position) return known.found;
  const found = checkIndexEntries([{ ...entry, pointer: pointerTo(entry), skill: subject }]);
  checks.set(fields, { subject, position, found });
  return found;
}

function checkGroups(
  { before, contents, claims, skills, drafts }: EntriesToMatch,
  groups: Groups,
): Pick<MatchedEntries, 'found' | 'unmatched'> {
  const { skillsFolder } = contents.location;
  const missing = withoutManifest(contents);
  const draftKeys = new Set(Array.from(drafts.values(), ({ key }) => key));
  const found = new Map<SkillKey, FoundByWhom>();
  const unmatched: Diagnostic[] = [];
  const unmatchedRules: Diagnostic[] = [];
  let [orphans, unreported] = [0, 0];
  for (const [name, entries] of groups) {
    const folder = skillsFolder === '' ? name : `${skillsFolder}/${name}`;
    const record = claims.get(folder);
    const inFolder = record?.skill;
    // Unservable folders have their own diagnostic; entries of drafts are fine.
    const isTold = record === undefined ? missing.has(folder) : record.source.manifest === undefined;
    const isDraft = draftKeys.has(name) || record?.draft !== undefined;
    const exact = skills.get(name);
    const target = exact === undefined ? inFolder?.key : name;
    // A folder that lost its key to another is not served, so don't compare.
    const isServed = inFolder !== undefined && skills.get(inFolder.key) === inFolder;
    const subject = exact ?? (isServed ? inFolder : undefined);
    const isOrphan = target === undefined && !isTold && !isDraft;
    const room = isOrphan ? MOST_REPORTED - orphans : MOST_REPORTED;
    const reported = entries.slice(0, room);
    if (isOrphan) {
      orphans += reported.length;
      unreported += entries.length - reported.length;
    }
    const loader = reported.flatMap((entry) => [
      ...(isOrphan ? [reportOrphan(entry)] : []),
      ...reportKey(entry, target),
    ]);
    const rules = reported.flatMap((entry) => checkOnce(entry, subject, before.entryChecks));
    if (loader.length + rules.length === 0) continue;
    if (subject === undefined) {
      unmatched.push(...loader);
      unmatchedRules.push(...rules);
    } else {
      const others = found.get(subject.key);
      found.set(subject.key, {
        loader: [...(others?.loader ?? []), ...loader],
        rules: [...(others?.rules ?? []), ...rules],
      });
    }
  }
  if (unreported > 0) unmatched.push(reportMoreOrphans(unreported));
  return { found, unmatched: { loader: unmatched, rules: unmatchedRules } };
}
