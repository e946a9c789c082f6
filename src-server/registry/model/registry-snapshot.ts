import type { IndexEntry, RegistryIndex, RegistryLayout, SkillKey } from '../../contract/api.ts';
import type { Diagnostic, Severity } from '../../contract/diagnostic.ts';
import type { UnreadablePlace } from '../folder-delta.ts';
import type { FolderRecord } from './assign-keys.ts';
import type { DeclaredEntry, DeclaredGroup } from './declared-entries.ts';
import type { ParsedIndexFile } from './registry-index-file.ts';
import type { Skill, SkillFolder } from './skill.ts';
import { SortedTable } from './sorted-table.ts';

/** Where a registry is and how it is laid out. */
export interface RegistryLocation {
  /** Absolute, links resolved. */
  readonly root: string;
  /** The folder that holds the languages, relative to the root; '' for the root itself. */
  readonly skillsFolder: string;
  readonly layout: RegistryLayout;
}

/** The list without its entries. */
export interface IndexHead extends Pick<RegistryIndex, 'schema' | 'version' | 'updated_at'> {
  readonly [unknown: string]: unknown;
}

/** Everything that was read from disk at once. */
export interface RegistryContents {
  readonly location: RegistryLocation;
  /** By path relative to the root. */
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly indexFile: ParsedIndexFile;
  /** What the walk over the folders found wrong. */
  readonly walkDiagnostics: readonly Diagnostic[];
  /** What could not be read, so that nobody takes the rest for everything. */
  readonly unreadable: readonly UnreadablePlace[];
}

/** One state of a registry. Immutable; a request keeps the one it started with. `applyDelta` makes the next one. */
export interface RegistrySnapshot {
  readonly location: RegistryLocation;
  /** Counts the snapshots of a run, from 1; 0 before the first delta. */
  readonly generation: number;
  /** By key, in the keys' byte order. The same object as before as long as its folder's is, and its key. */
  readonly skills: SortedTable<Skill>;
  /** Skills that aren't written yet and therefore not served, by `pair(key, folder)`. */
  readonly drafts: SortedTable<Skill>;
  /** The list's entries by key. The same object as before as long as the skill and what the entry says are the same. */
  readonly entries: SortedTable<IndexEntry>;
  /** What stands around the entries in the body of the list. */
  readonly index: IndexHead;
  /** Of `allFindings`. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** index.json as it was read; where that is broken, what it said before. */
  readonly indexFile: ParsedIndexFile;
  /** Knowledge files of all skills. */
  readonly fileCount: number;
  readonly indexedAt: Date;
  /** Milliseconds that reading took. */
  readonly loadMs: number;
  /** What the next delta is applied to; of no use to anyone else. */
  readonly state: SnapshotState;
}

/** Everything that was decided, by what it was decided about, with the look-ups that say what a change can affect. */
export interface SnapshotState {
  /** Skill folders by path. */
  readonly folders: SortedTable<FolderRecord>;
  /** Who claims a key: `pair(key, folder)`. */
  readonly claims: SortedTable<FolderRecord>;
  readonly keys: SortedTable<KeyRecord>;
  /** Entries of index.json by the key that they give. */
  readonly declared: SortedTable<DeclaredGroup>;
  /** Who depends on a key: `pair(key, dependent)`. */
  readonly dependents: SortedTable<SkillKey>;
  /** Who shares a key but for case: `pair(folded, key)`. */
  readonly folded: SortedTable<SkillKey>;
  /** By path. */
  readonly unreadable: SortedTable<UnreadableRecord>;
  /** About no skill, no entry and no unreadable place. */
  readonly general: readonly Diagnostic[];
  readonly walkDiagnostics: readonly Diagnostic[];
  /** Of `walkDiagnostics`, those that say of a folder that it is a skill but for its skill.json; by its path. */
  readonly withoutManifest: ReadonlyMap<string, Diagnostic>;
  /** What an earlier run served last; for the first delta alone. */
  readonly lastRun: ServedVersion | undefined;
}

/** A served key and all that was found out about it. */
export interface KeyRecord {
  readonly skill: Skill;
  /** Other folders that claim the key. */
  readonly duplicates: readonly Diagnostic[];
  /** What the quick rules say about the skill. */
  readonly checks: readonly Diagnostic[];
  /** What the rules say about it and the others. */
  readonly relations: readonly Diagnostic[];
  readonly entry: IndexEntry;
  /** The entry of index.json that `entry` was made of. */
  readonly declared: DeclaredEntry | undefined;
  /** Whether skill.json goes before `declared`. */
  readonly isManifestNewer: boolean;
  /** Where index.json and skill.json don't fit. */
  readonly merging: readonly Diagnostic[];
  /** None or too many entries in index.json. */
  readonly matching: readonly Diagnostic[];
}

export interface UnreadableRecord {
  readonly place: UnreadablePlace;
  readonly finding: Diagnostic;
}

/** Version and time of a list, and what it was the list of. */
export interface ServedVersion {
  readonly version: number;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** `revisionSteps` of what was served. */
  readonly revision: string;
  /** Skills whose skill.json went before index.json: by key, `entryRevision` of the entry that it went before. */
  readonly edited?: Readonly<Record<SkillKey, string>>;
}

const NO_INDEX_FILE: ParsedIndexFile = { digest: undefined, index: undefined, diagnostics: [] };

/**
 * The snapshot before the first delta.
 *
 * @param lastRun what an earlier run served last: the list's version and time never go back behind it, and stay the
 *   same where the registry did
 */
export function emptySnapshot(location: RegistryLocation, lastRun?: ServedVersion): RegistrySnapshot {
  return {
    location,
    generation: 0,
    skills: new SortedTable(),
    drafts: new SortedTable(),
    entries: new SortedTable(),
    index: { schema: 'skills/v1', version: 1, updated_at: new Date(0).toISOString() },
    counts: { error: 0, warning: 0, info: 0 },
    indexFile: NO_INDEX_FILE,
    fileCount: 0,
    indexedAt: new Date(0),
    loadMs: 0,
    state: {
      folders: new SortedTable(),
      claims: new SortedTable(),
      keys: new SortedTable(),
      declared: new SortedTable(),
      dependents: new SortedTable(),
      folded: new SortedTable(),
      unreadable: new SortedTable(),
      general: [],
      walkDiagnostics: [],
      withoutManifest: new Map(),
      lastRun,
    },
  };
}

/** A key of two parts; no path and no skill's key has a NUL. */
export function pair(first: string, second: string): string {
  return `${first}\0${second}`;
}

/** The draft that has a key; the first where several folders claim it. */
export function draftOf({ drafts }: Pick<RegistrySnapshot, 'drafts'>, key: SkillKey): Skill | undefined {
  for (const [, draft] of drafts.startingWith(pair(key, ''))) return draft;
  return undefined;
}

/**
 * What was found out about a key. Of a skill.json that can't be read just now only that is told, by its folder: anything
 * else would be about what it said before.
 */
export function findingsOf(record: KeyRecord): readonly Diagnostic[] {
  return [...loaderFindingsOf(record), ...ruleFindingsOf(record, record.checks)];
}

function loaderFindingsOf({ skill, duplicates, merging, matching }: KeyRecord): readonly Diagnostic[] {
  return skill.isManifestBroken ? duplicates : [...duplicates, ...merging, ...matching];
}

function ruleFindingsOf({ skill, relations }: KeyRecord, checks: KeyRecord['checks']): readonly Diagnostic[] {
  return skill.isManifestBroken ? [] : [...checks, ...relations];
}

/** What the loader found, in no order. */
export function* loaderFindings({ state }: RegistrySnapshot): Generator<Diagnostic, undefined> {
  yield* state.general;
  for (const { findings } of state.folders.values()) yield* findings;
  for (const record of state.keys.values()) yield* loaderFindingsOf(record);
  for (const { naming } of state.declared.values()) yield* naming;
  for (const { finding } of state.unreadable.values()) yield finding;
}

/** What the rules say about skills, by key, where more of them were applied than the quick ones. */
export type CheckedSkills = ReadonlyMap<SkillKey, readonly Diagnostic[]>;

/** What the loader found and what the rules say, in no order. `compareDiagnostics` is the usual order. */
export function* allFindings(
  snapshot: RegistrySnapshot,
  checked: CheckedSkills = new Map(),
): Generator<Diagnostic, undefined> {
  yield* loaderFindings(snapshot);
  for (const [key, record] of snapshot.state.keys)
    yield* ruleFindingsOf(record, checked.get(key) ?? record.checks);
  for (const { checks } of snapshot.state.declared.values()) for (const found of checks) yield* found;
}
