import type { IndexEntry, RegistryIndex, RegistryLayout, SkillKey } from '../../contract/api/api.ts';
import {
  countBySeverity,
  type Diagnostic,
  isLeftOut,
  type Severity,
} from '../../contract/diagnostics/diagnostic.ts';
import type { UnreadablePath } from './folder-delta.ts';
import { type ParsedIndexFile, parseIndexFile } from './registry-index-file.ts';
import { parentOf } from './relative-path.ts';
import type { Skill, SkillFindings, SkillFolder } from './skill.ts';

export interface RegistryLocation {
  readonly root: string;
  /** Parent of the language folders; '' for the root. */
  readonly skillsFolder: string;
  readonly layout: RegistryLayout;
}

/** Without entries. */
export interface IndexHead extends Pick<RegistryIndex, 'schema' | 'version' | 'updated_at'> {
  readonly [unknown: string]: unknown;
}

export interface RegistryContents {
  readonly location: RegistryLocation;
  readonly folders: ReadonlyMap<string, SkillFolder>;
  /** The last valid index.json. Without entries on the serving thread. */
  readonly indexFile: ParsedIndexFile;
  readonly walkDiagnostics: readonly Diagnostic[];
  readonly unreadable: readonly UnreadablePath[];
}

/** Immutable. A request uses one snapshot. */
export interface RegistrySnapshot {
  readonly location: RegistryLocation;
  readonly generation: number;
  /** In byte order; identical objects if unchanged. */
  readonly skills: ReadonlyMap<SkillKey, Skill>;
  readonly drafts: ReadonlyMap<string, Skill>;
  /** Identical objects if unchanged. */
  readonly entries: ReadonlyMap<SkillKey, IndexEntry>;
  readonly records: ReadonlyMap<SkillKey, KeyRecord>;
  readonly index: IndexHead;
  readonly general: FoundByWhom;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly unchecked: number;
  readonly fileCount: number;
  /** Folders neither served nor drafts, including duplicates of a key. */
  readonly leftOut: number;
  readonly indexedAt: Date;
  readonly loadMs: number;
  readonly contents: RegistryContents;
  /** Upper first; absent for a single registry. */
  readonly layers?: readonly SnapshotLayer[];
}

export interface SnapshotLayer {
  readonly name: string;
  readonly location: RegistryLocation;
  readonly skills: number;
  readonly shadowed: number;
  readonly contents: RegistryContents;
}

export interface FoundByWhom {
  readonly loader: readonly Diagnostic[];
  readonly rules: readonly Diagnostic[];
}

/** While skill.json is unreadable, no other findings: they would concern previous contents. */
export interface KeyRecord extends SkillFindings {
  readonly skill: Skill;
  readonly entry: IndexEntry;
  /** `rules`: index.json's entry, and relations between skills. */
  readonly found: FoundByWhom;
  readonly layer?: {
    readonly name: string;
    readonly record: KeyRecord;
    readonly shadows: ReadonlyArray<{ readonly registry: string; readonly folder: string }>;
  };
}

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

/** With several layers, adds registry names. */
export function withRegistries<Result extends { readonly key: SkillKey }>(
  { layers, records }: RegistrySnapshot,
  results: readonly Result[],
): ReadonlyArray<Result & { readonly _registry?: string }> {
  if (layers === undefined) return results;
  return results.map((result) => {
    const name = records.get(result.key)?.layer?.name;
    return name === undefined ? result : { ...result, _registry: name };
  });
}

/** First of several. */
export function draftOf({ drafts }: Pick<RegistrySnapshot, 'drafts'>, key: SkillKey): Skill | undefined {
  return [...drafts.values()].find((draft) => draft.key === key);
}

/** Folders that lack only skill.json. */
export function withoutManifest({
  walkDiagnostics,
}: Pick<RegistryContents, 'walkDiagnostics'>): ReadonlyMap<string, Diagnostic> {
  return new Map(walkDiagnostics.filter(isLeftOut).map((found) => [parentOf(found.file ?? ''), found]));
}

export function* loaderFindings({ general, records }: RegistrySnapshot): Generator<Diagnostic, undefined> {
  yield* general.loader;
  for (const { found } of records.values()) yield* found.loader;
}

export function* allFindings(
  snapshot: Pick<RegistrySnapshot, 'general' | 'records'>,
): Generator<Diagnostic, undefined> {
  yield* snapshot.general.loader;
  yield* snapshot.general.rules;
  for (const { found, checks, layer } of snapshot.records.values())
    for (const findings of [found.loader, found.rules, checks])
      if (layer === undefined) yield* findings;
      else for (const finding of findings) yield inRegistry(finding, layer.name);
}

/** Unless another is named. */
export function inRegistry(found: Diagnostic, registry: string): Diagnostic {
  return found.registry === undefined ? { ...found, registry } : found;
}
