import type { SkillKey } from '../../contract/api/api.ts';
import { countBySeverity, type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { checkCaseCollision, checkDependencies } from '../../validation/check-registry.ts';
import {
  type ClaimantsByKey,
  claimantsByKey,
  claimKey,
  type FolderRecord,
  outerSkill,
  reportDuplicate,
} from './assign-keys.ts';
import { firstFindings } from './first-findings.ts';
import type { FolderDelta } from './folder-delta.ts';
import { firstHead, nextHead } from './index-head.ts';
import {
  type EntryChecks,
  type EntryMatch,
  keepFields,
  type MatchedEntries,
  matchEntries,
} from './match-entries.ts';
import {
  allFindings,
  emptySnapshot,
  type FoundByWhom,
  type KeyRecord,
  type RegistryContents,
  type RegistryLocation,
  type RegistrySnapshot,
  withoutManifest,
} from './registry-snapshot.ts';
import { isSameJson } from './same-json.ts';
import type { Skill, SkillFindings } from './skill.ts';
import { compareBytes } from './skill-key.ts';
import { unreadableFindings } from './unreadable-findings.ts';

/** With the state for the next snapshot. Not on the serving thread. */
export interface RegistryModel extends RegistrySnapshot {
  /** By folder, in byte order. */
  readonly claims: ReadonlyMap<string, FolderRecord>;
  readonly matches: ReadonlyMap<SkillKey, EntryMatch>;
  readonly entryChecks: EntryChecks;
  /** One of several services over the registry: version and time of the list are index.json's own. */
  readonly isReplica: boolean;
}

export interface ModelChange {
  readonly snapshot: RegistryModel;
  /** New skill or list entry objects. */
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
}

export function emptyModel(location: RegistryLocation, isReplica = false): RegistryModel {
  return {
    ...emptySnapshot(location),
    claims: new Map(),
    matches: new Map(),
    entryChecks: new WeakMap(),
    isReplica,
  };
}

export function modelOf(contents: RegistryContents, now: Date, loadMs = 0): RegistryModel {
  return nextModel(emptyModel(contents.location), deltaOf(contents), now, loadMs).snapshot;
}

export function deltaOf({ folders, indexFile, walkDiagnostics, unreadable }: RegistryContents): FolderDelta {
  return { upserted: [...folders.values()], removed: [], indexFile, walkDiagnostics, unreadable };
}

/**
 * Reuses results for identical folder and entry objects. The split into deltas affects only generation,
 * version and times.
 *
 * @param now time of the change
 */
export function nextModel(before: RegistryModel, delta: FolderDelta, now: Date, loadMs = 0): ModelChange {
  const contents = takeIn(before.contents, delta);
  const claims = claimKeys(contents, before.claims);
  const claimants = claimantsByKey(claims);
  const skills = new Map([...claimants].map(([key, [winner]]) => [key, winner.skill]));
  const drafts = new Map(
    [...claims].flatMap(([folder, { draft }]) => (draft === undefined ? [] : [[folder, draft] as const])),
  );
  const matched = matchEntries({ before, contents, claims, claimants, skills, drafts });
  const records = recordKeys({ before, contents, claimants, skills, matched });
  const general = keepSame(before.general, {
    loader: [...generalFindings(contents, claims, skills), ...matched.unmatched.loader],
    rules: matched.unmatched.rules,
  });
  const snapshot = {
    location: before.location,
    generation: before.generation + 1,
    skills,
    drafts,
    entries: new Map(Array.from(records, ([key, { entry }]) => [key, entry])),
    records,
    index: before.index,
    general,
    ...countFindings({ general, records }),
    fileCount: [...skills.values()].reduce((sum, { files }) => sum + files.size, 0),
    leftOut: contents.folders.size + withoutManifest(contents).size - skills.size - drafts.size,
    indexedAt: now,
    loadMs,
    contents,
    claims,
    matches: matched.matches,
    entryChecks: before.entryChecks,
    isReplica: before.isReplica,
  };
  const index =
    before.generation === 0 || before.isReplica ? firstHead(snapshot) : nextHead(before, delta, snapshot);
  return { snapshot: { ...snapshot, index }, ...compareKeys(before, snapshot) };
}

/** Keeps the generation. */
export function withFindings(
  before: RegistryModel,
  findings: ReadonlyMap<SkillKey, SkillFindings>,
): RegistryModel {
  const records = new Map(before.records);
  for (const [key, found] of findings) {
    const record = records.get(key);
    if (record !== undefined) records.set(key, { ...record, ...found });
  }
  return { ...before, records, ...countFindings({ general: before.general, records }) };
}

function countFindings(
  model: Pick<RegistrySnapshot, 'general' | 'records'>,
): Pick<RegistrySnapshot, 'counts' | 'unchecked'> {
  return {
    counts: countBySeverity([...allFindings(model)]),
    unchecked: [...model.records.values()].filter(({ isChecked }) => !isChecked).length,
  };
}

function takeIn(before: RegistryContents, delta: FolderDelta): RegistryContents {
  const folders = new Map(before.folders);
  for (const folder of delta.removed) folders.delete(folder);
  for (const folder of delta.upserted) folders.set(folder.folder, folder);
  const { indexFile } = delta;
  return {
    location: before.location,
    folders,
    indexFile: indexFile === undefined ? before.indexFile : keepFields(before.indexFile, indexFile),
    walkDiagnostics: delta.walkDiagnostics ?? before.walkDiagnostics,
    unreadable: delta.unreadable ?? before.unreadable,
  };
}

function claimKeys(
  { folders, location }: RegistryContents,
  before: RegistryModel['claims'],
): ReadonlyMap<string, FolderRecord> {
  const sorted = [...folders].sort(([a], [b]) => compareBytes(a, b));
  return new Map(
    sorted.map(([folder, source]) => {
      const known = before.get(folder);
      const outer = outerSkill(folder, folders);
      const isSame = known?.source === source && known.outer === outer;
      return [folder, isSame ? known : claimKey(source, location.skillsFolder, outer, known)];
    }),
  );
}

interface KeysToRecord {
  readonly before: RegistryModel;
  readonly contents: RegistryContents;
  readonly claimants: ClaimantsByKey;
  readonly skills: ReadonlyMap<SkillKey, Skill>;
  readonly matched: MatchedEntries;
}

function recordKeys({
  before,
  contents,
  claimants,
  skills,
  matched,
}: KeysToRecord): Map<SkillKey, KeyRecord> {
  const { layout } = contents.location;
  const records = new Map<SkillKey, KeyRecord>();
  const firstFolded = new Map<string, SkillKey>();
  for (const [key, [winner, ...losers]] of claimants) {
    const { skill, findings } = winner;
    const known = before.records.get(key);
    const folded = key.toLowerCase();
    const first = firstFolded.get(folded) ?? key;
    firstFolded.set(folded, first);
    const match = matched.matches.get(key) as EntryMatch;
    const about = matched.found.get(key);
    const duplicates = losers.map(({ source }) => reportDuplicate(key, source.folder, skill.folder));
    const isBroken = skill.isManifestBroken;
    const { checks, isChecked } = known?.skill === skill ? known : firstFindings(skill, layout, known);
    const record = {
      skill,
      entry: match.entry,
      found: {
        loader: [
          ...findings,
          ...duplicates,
          ...(isBroken ? [] : [...match.merging, ...match.matching]),
          ...(about?.loader ?? []),
        ],
        rules: [
          ...(isBroken ? [] : checkDependencies(layout, skill, skills)),
          ...(isBroken ? [] : checkCaseCollision(skill, first)),
          ...(about?.rules ?? []),
        ],
      },
      checks: isBroken ? [] : checks,
      isChecked: isBroken || isChecked,
    };
    records.set(key, keepRecord(known, record));
  }
  return records;
}

/** The same object if unchanged. */
function keepRecord(before: KeyRecord | undefined, now: KeyRecord): KeyRecord {
  if (before === undefined) return now;
  const found = keepSame(before.found, now.found);
  const isSame = before.skill === now.skill && before.entry === now.entry && before.found === found;
  return isSame ? before : { ...now, found };
}

function keepSame(before: FoundByWhom, now: FoundByWhom): FoundByWhom {
  const isSame = isSameJson(before.loader, now.loader) && isSameJson(before.rules, now.rules);
  return isSame ? before : now;
}

function generalFindings(
  contents: RegistryContents,
  claims: RegistryModel['claims'],
  skills: RegistryModel['skills'],
): readonly Diagnostic[] {
  const { folders, indexFile, walkDiagnostics, unreadable } = contents;
  // Unservable skills are skills, and unreadable folders may contain some.
  const isEmpty =
    folders.size + withoutManifest(contents).size === 0 &&
    unreadable.every(({ path }) => path === 'index.json');
  return [
    ...walkDiagnostics,
    ...indexFile.diagnostics,
    ...(isEmpty ? [diagnose('registry-empty', 'The registry has no skill.')] : []),
    ...[...claims.values()].flatMap(({ skill, findings }) =>
      skill !== undefined && skills.get(skill.key) === skill ? [] : findings,
    ),
    ...unreadableFindings(contents, claims, skills),
  ];
}

function compareKeys(before: RegistrySnapshot, now: RegistrySnapshot): Omit<ModelChange, 'snapshot'> {
  const isOther = ([key, { skill, entry }]: readonly [SkillKey, KeyRecord]) => {
    const known = before.records.get(key);
    return known?.skill !== skill || known.entry !== entry;
  };
  return {
    changed: [...now.records].filter(isOther).map(([key]) => key),
    removed: [...before.records.keys()].filter((key) => !now.records.has(key)),
  };
}
