import type { IndexEntry, RegistryIndex, RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import {
  countBySeverity,
  type Diagnostic,
  isLeftOut,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import type { UnreadablePlace } from './folder-delta.ts';
import { type ParsedIndexFile, parseIndexFile } from './registry-index-file.ts';
import { parentOf } from './relative-path.ts';
import type { Skill, SkillFindings, SkillFolder } from './skill.ts';

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

/** Everything that was read from disk. */
export interface RegistryContents {
  readonly location: RegistryLocation;
  /** By path relative to the root. */
  readonly folders: ReadonlyMap<string, SkillFolder>;
  /** Where index.json is broken, what it said before. On the serving thread without its entries. */
  readonly indexFile: ParsedIndexFile;
  /** What the walk over the folders found wrong. */
  readonly walkDiagnostics: readonly Diagnostic[];
  /** What could not be read, so that nobody takes the rest for everything. */
  readonly unreadable: readonly UnreadablePlace[];
}

/** One state of a registry. Immutable: a request keeps the snapshot it started with. */
export interface RegistrySnapshot {
  readonly location: RegistryLocation;
  /** Counts the snapshots of a run, from 1; 0 before the first one. */
  readonly generation: number;
  /** In the keys' byte order. The same object as before while its folder and its key are. */
  readonly skills: ReadonlyMap<SkillKey, Skill>;
  /** Skills that are not written yet and therefore not served, by folder. */
  readonly drafts: ReadonlyMap<string, Skill>;
  /** Entries of the list. The same object as before while the skill and what the entry says are the same. */
  readonly entries: ReadonlyMap<SkillKey, IndexEntry>;
  /** All that is known of each served key. */
  readonly records: ReadonlyMap<SkillKey, KeyRecord>;
  /** What stands around the entries in the body of the list. */
  readonly index: IndexHead;
  /** About no served skill. */
  readonly general: FoundByWhom;
  /** Of `allFindings`. */
  readonly counts: Readonly<Record<Severity, number>>;
  /** Skills that wait for the rules that read texts. */
  readonly unchecked: number;
  /** Knowledge files of all skills. */
  readonly fileCount: number;
  /** Folders of skills that are neither served nor a draft, those included whose key another folder has. */
  readonly leftOut: number;
  readonly indexedAt: Date;
  /** Milliseconds that reading took. */
  readonly loadMs: number;
  readonly contents: RegistryContents;
}

/** Findings of the loader, and of the rules. */
export interface FoundByWhom {
  readonly loader: readonly Diagnostic[];
  readonly rules: readonly Diagnostic[];
}

/**
 * A served key and all that was found out about it. Of a skill.json that can't be read just now only that is told:
 * anything else would be about what it said before.
 */
export interface KeyRecord extends SkillFindings {
  readonly skill: Skill;
  readonly entry: IndexEntry;
  /** `rules`: about the skill's entry of index.json, and about the skill and others. */
  readonly found: FoundByWhom;
}

/** Version and time of a list, and what it was the list of. */
export interface ServedVersion {
  readonly version: number;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** `registryRevision` of what was served. */
  readonly revision: string;
  /** Skills whose skill.json went before index.json: by key, `entryRevision` of the entry that it went before. */
  readonly edited?: Readonly<Record<SkillKey, string>>;
}

/** The snapshot before anything was read. */
export function emptySnapshot(location: RegistryLocation): RegistrySnapshot {
  return {
    location,
    generation: 0,
    skills: new Map(),
    drafts: new Map(),
    entries: new Map(),
    records: new Map(),
    index: { schema: 'skills/v1', version: 1, updated_at: new Date(0).toISOString() },
    general: { loader: [], rules: [] },
    counts: countBySeverity([]),
    unchecked: 0,
    fileCount: 0,
    leftOut: 0,
    indexedAt: new Date(0),
    loadMs: 0,
    contents: {
      location,
      folders: new Map(),
      indexFile: parseIndexFile(undefined),
      walkDiagnostics: [],
      unreadable: [],
    },
  };
}

/** The draft that has a key; the first where several folders claim it. */
export function draftOf({ drafts }: Pick<RegistrySnapshot, 'drafts'>, key: SkillKey): Skill | undefined {
  return [...drafts.values()].find((draft) => draft.key === key);
}

/** Folders that are a skill but for its skill.json, each with the finding that says so, by path. */
export function withoutManifest({
  walkDiagnostics,
}: Pick<RegistryContents, 'walkDiagnostics'>): ReadonlyMap<string, Diagnostic> {
  return new Map(walkDiagnostics.filter(isLeftOut).map((found) => [parentOf(found.file ?? ''), found]));
}

/** What the loader found, in no order. */
export function* loaderFindings({ general, records }: RegistrySnapshot): Generator<Diagnostic, undefined> {
  yield* general.loader;
  for (const { found } of records.values()) yield* found.loader;
}

/** What the loader found and what the rules say, in no order. `compareDiagnostics` is the usual order. */
export function* allFindings(
  snapshot: Pick<RegistrySnapshot, 'general' | 'records'>,
): Generator<Diagnostic, undefined> {
  yield* snapshot.general.loader;
  yield* snapshot.general.rules;
  for (const { found, checks } of snapshot.records.values()) {
    yield* found.loader;
    yield* found.rules;
    yield* checks;
  }
}
