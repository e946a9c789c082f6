import type { IndexEntry, RegistryIndex, RegistryLayout, SkillKey } from '../../contract/api.ts';
import { compareDiagnostics, compareText, type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import { assignKeys } from './assign-keys.ts';
import { makeIndexEntry } from './index-entry.ts';
import {
  isIsoTime,
  type ParsedIndexFile,
  type RegistryIndexFile,
  toDateTime,
} from './registry-index-file.ts';
import type { Skill, SkillFolder } from './skill.ts';

/** Where a registry is and how it is laid out. */
export interface RegistryLocation {
  /** Absolute, links resolved. */
  readonly root: string;
  /** The folder that holds the languages, relative to the root; '' for the root itself. */
  readonly skillsFolder: string;
  readonly layout: RegistryLayout;
}

/** Everything that was read from disk, before it is put together. */
export interface RegistryContents {
  readonly location: RegistryLocation;
  /** By path relative to the root. */
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly indexFile: ParsedIndexFile;
  /** What the walk over the folders found wrong. */
  readonly walkDiagnostics: readonly Diagnostic[];
}

/** One state of a registry. Immutable; a request keeps the one it started with. */
export interface RegistrySnapshot {
  readonly location: RegistryLocation;
  /** Counts the snapshots of a run, from 1. */
  readonly generation: number;
  /** By key, in the keys' byte order. */
  readonly skills: ReadonlyMap<SkillKey, Skill>;
  /** The body of the list. */
  readonly index: RegistryIndex;
  /** The list's entries by key. The same object as before as long as the skill's folder and entry say the same. */
  readonly entries: ReadonlyMap<SkillKey, IndexEntry>;
  /** What the loader found; `checkSnapshot` adds what the quick rules find. */
  readonly diagnostics: readonly Diagnostic[];
  /** index.json as it was read. */
  readonly indexFile: ParsedIndexFile;
  /** Knowledge files of all skills. */
  readonly fileCount: number;
  readonly indexedAt: Date;
  /** Milliseconds that reading took. */
  readonly loadMs: number;
}

export interface SnapshotOptions {
  readonly previous: RegistrySnapshot | undefined;
  readonly now: Date;
  readonly loadMs: number;
}

/** Puts together what was read: keys, list entries, diagnostics. Pure. */
export function assembleSnapshot(contents: RegistryContents, options: SnapshotOptions): RegistrySnapshot {
  const { location, folders, indexFile } = contents;
  const { previous, now, loadMs } = options;
  const keyed = assignKeys(folders.values(), location.skillsFolder);
  const diagnostics: Diagnostic[] = [
    ...contents.walkDiagnostics,
    ...indexFile.diagnostics,
    ...keyed.diagnostics,
  ];
  const declared = matchEntries(
    indexFile.index,
    keyed.skills,
    keyed.keyOfFolder,
    location.skillsFolder,
    diagnostics,
  );
  let fileCount = 0;
  const entries = [...keyed.skills.values()].map((skill) => {
    fileCount += skill.files.size;
    const entry = declared.get(skill.key);
    if (entry === undefined && indexFile.index !== undefined) {
      const message = `${skill.key} is not in index.json.`;
      diagnostics.push(diagnose('index-entry-missing', message, { skillKey: skill.key, file: 'index.json' }));
    }
    return sameAsBefore(skill, makeIndexEntry(skill, entry, diagnostics));
  });
  if (keyed.skills.size === 0) diagnostics.push(diagnose('registry-empty', 'The registry holds no skill.'));
  return {
    location,
    generation: (previous?.generation ?? 0) + 1,
    skills: keyed.skills,
    entries: new Map(entries.map((entry) => [entry.key, entry])),
    index: {
      ...indexFile.index?.unknownFields,
      schema: 'skills/v1',
      version: nextVersion(previous?.index.version, indexFile.index?.version),
      updated_at:
        previous === undefined
          ? firstUpdatedAt(indexFile.index, keyed.skills.values(), now)
          : now.toISOString(),
      skills: entries,
    },
    diagnostics: diagnostics.sort(compareDiagnostics),
    indexFile,
    fileCount,
    indexedAt: now,
    loadMs,
  };
}

/** The last entry of each skill: what is made from a skill and its entry lasts as long as both. */
const lastEntry = new WeakMap<Skill, { readonly entry: IndexEntry; readonly json: string }>();

function sameAsBefore(skill: Skill, entry: IndexEntry): IndexEntry {
  const json = JSON.stringify(entry);
  const last = lastEntry.get(skill);
  if (last?.json === json) return last.entry;
  lastEntry.set(skill, { entry, json });
  return entry;
}

/** The version of the list: index.json's at first, 1 without one, then one more with every change. */
export function nextVersion(previous: number | undefined, declared: number | undefined): number {
  return previous === undefined ? (declared ?? 1) : Math.max(previous + 1, declared ?? 1);
}

/** index.json's time, else the newest skill's, else the time of reading. */
function firstUpdatedAt(index: RegistryIndexFile | undefined, skills: Iterable<Skill>, now: Date): string {
  if (index?.updatedAt !== undefined) return index.updatedAt;
  const times = [...skills].map(({ manifest }) => manifest['updated_at']).filter(isIsoTime);
  const newest = times.sort((a, b) => Date.parse(a) - Date.parse(b) || compareText(a, b)).at(-1);
  return newest === undefined ? now.toISOString() : toDateTime(newest);
}

/** Finds the skill of each entry of index.json, by key or by folder; an exact key goes before a folder. */
function matchEntries(
  index: RegistryIndexFile | undefined,
  skills: ReadonlyMap<SkillKey, Skill>,
  keyOfFolder: ReadonlyMap<string, SkillKey>,
  skillsFolder: string,
  diagnostics: Diagnostic[],
): ReadonlyMap<SkillKey, RegistryIndexFile['entries'][number]> {
  const matched = new Map<SkillKey, RegistryIndexFile['entries'][number]>();
  const entries = index?.entries ?? [];
  const exact = entries.filter(({ key }) => skills.has(key));
  const others = entries.filter(({ key }) => !skills.has(key));
  for (const entry of [...exact, ...others]) {
    const folder = skillsFolder === '' ? entry.key : `${skillsFolder}/${entry.key}`;
    const key = skills.has(entry.key) ? entry.key : keyOfFolder.get(folder);
    const place = { file: 'index.json', pointer: entry.pointer };
    if (key === undefined || !skills.has(key)) {
      diagnostics.push(
        diagnose('index-entry-orphan', `${entry.key} has no skill folder that is served.`, place),
      );
    } else if (matched.has(key)) {
      const message = `${entry.key} names the skill ${key}, which another entry names already.`;
      diagnostics.push(diagnose('index-entry-duplicate', message, { skillKey: key, ...place }));
    } else {
      matched.set(key, entry);
    }
  }
  return matched;
}
