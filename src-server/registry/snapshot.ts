import type { IndexEntry, SkillKey, Status } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { SeverityCounts } from '../contract/words.ts';
import { keepEntries, keepHarmless } from '../search/entries.ts';
import type { SkillRecord } from './skill-record.ts';
import { type DecodedTexts, TextBlock } from './text-block.ts';
import type { RecordChange, RegistryState } from './worker-messages.ts';

/** What the list says of a skill. */
export function listedEntry({ entry, withheld }: Pick<SkillRecord, 'entry' | 'withheld'>): IndexEntry {
  return withheld === undefined ? entry : { ...entry, _withheld: withheld };
}

/**
 * What is served at a moment: all skills with their texts, and the state of the registry. Immutable: a request uses
 * one snapshot to its end, and sees no change. Two snapshots share what is the same.
 */
export interface RegistrySnapshot extends RegistryState {
  /**
   * Counts the picked-up changes of this process, from 1: of skills, the list or the state of layers. Findings and
   * tokens that come later don't count. 0: nothing was read yet.
   */
  readonly generation: number;
  /** All served skills, in byte order of their keys. */
  readonly skills: ReadonlyMap<SkillKey, SkillRecord>;
  readonly sums: SkillSums;
}

/** Sums over all served skills of a snapshot. */
export interface SkillSums {
  readonly files: number;
  /** Skills that people get and agents don't. */
  readonly withheld: number;
  readonly checked: number;
  /** Findings by severity, as the rules.json of their registries relax them. */
  readonly findings: SeverityCounts;
}

export const NO_SUMS: SkillSums = {
  files: 0,
  withheld: 0,
  checked: 0,
  findings: { error: 0, warning: 0, info: 0 },
};

export const EMPTY_SNAPSHOT: RegistrySnapshot = {
  generation: 0,
  head: { schema: 'skills/v1', version: 1, updated_at: new Date(0).toISOString() },
  skills: new Map(),
  sums: NO_SUMS,
  drafts: [],
  leftOut: 0,
  general: [],
  layers: [],
  pickedUpAt: new Date(0),
  tookMs: 0,
};

/** How many skills agents get, of all folders with one. */
export type SkillCounts = Required<Status['counts']>;

export function skillCounts(
  { skills, files, withheld }: { readonly skills: number } & Pick<SkillSums, 'files' | 'withheld'>,
  { drafts, leftOut }: Pick<RegistryState, 'drafts' | 'leftOut'>,
): SkillCounts {
  return {
    skills,
    files,
    served: skills - withheld,
    withheld,
    notServed: leftOut,
    drafts: drafts.length,
    folders: skills + drafts.length + leftOut,
  };
}

export function inRegistry(found: Diagnostic, registry: string): Diagnostic {
  return found.registry === undefined ? { ...found, registry } : found;
}

/** Layers that a worker which was started again can't read, though the one before could. */
export function unreadLayers(before: RegistrySnapshot, { layers }: RegistryState): ReadonlySet<string> {
  const read = new Set(before.layers.flatMap(({ name, location }) => (location === undefined ? [] : [name])));
  const unread = layers.filter(({ name, location }) => location === undefined && read.has(name));
  return new Set(unread.map(({ name }) => name));
}

/** Returns those of `unread` that still can't be read. */
export function stillUnread(unread: ReadonlySet<string>, { layers }: RegistryState): ReadonlySet<string> {
  if (unread.size === 0) return unread;
  const still = layers.filter(({ name, location }) => location === undefined && unread.has(name));
  return new Set(still.map(({ name }) => name));
}

/** Whether the record is served from one of the layers. */
export function isOf({ registry }: SkillRecord, layers: ReadonlySet<string>): boolean {
  // A single layer is not named.
  return registry === undefined ? layers.size > 0 : layers.has(registry);
}

export function recordsOf(
  { skills }: RegistrySnapshot,
  layers: ReadonlySet<string>,
): (readonly [SkillKey, SkillRecord])[] {
  return [...skills].filter(([, record]) => isOf(record, layers));
}

/** The new state, with the last one of layers that can't be read now. */
export function withKeptLayers(
  before: RegistrySnapshot,
  state: RegistryState,
  unread: ReadonlySet<string>,
): RegistryState {
  const layers = state.layers.map((layer) => {
    const known = before.layers.find(({ name }) => name === layer.name);
    return known !== undefined && unread.has(layer.name)
      ? { ...known, unavailable: layer.unavailable }
      : layer;
  });
  return { ...state, layers };
}

/** Keeps what was found in the texts of a record by the texts, which is how search and answers ask for it. */
export function changedRecord(
  before: SkillRecord | undefined,
  { texts, ...change }: RecordChange,
  decoded: DecodedTexts,
): SkillRecord {
  const block = texts === undefined ? before?.texts : new TextBlock(texts, decoded);
  const record = { ...before, ...change, texts: block } as SkillRecord;
  if (record.textEntries !== undefined) keepEntries(record.texts, record.textEntries);
  if (record.harmless !== undefined) keepHarmless(record.texts, record.harmless);
  return record;
}
