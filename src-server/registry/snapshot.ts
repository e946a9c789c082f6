import type { SkillKey } from '../contract/api/api.ts';
import type { Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import type { Draft, ListHead, RegistryState } from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';

/** A served record. With several layers its entry and findings tell of them, too. */
export interface ServedSkill extends SkillRecord {
  /** Name of its layer; only with several. */
  readonly registry?: string;
}

export interface SnapshotLayer {
  readonly name: string;
  /** As picked, until it was read. */
  readonly root: string;
  readonly isAdded: boolean;
  /** Undefined if it was never read. */
  readonly state: RegistryState | undefined;
  /** Why it can't be read now; its last skills stay served. */
  readonly unavailable: string | undefined;
  readonly skills: number;
  /** Keys that an upper layer answers. */
  readonly shadowed: number;
}

/** What is served at a moment. Immutable: a request uses one snapshot, and sees no change. */
export interface RegistrySnapshot {
  /** Grows with every change of skills or the list, not with findings. */
  readonly generation: number;
  readonly head: ListHead;
  /** In byte order of keys. */
  readonly skills: ReadonlyMap<SkillKey, ServedSkill>;
  readonly drafts: readonly Draft[];
  /** Folders neither served nor drafts. */
  readonly leftOut: number;
  /** About no single skill. */
  readonly general: readonly Diagnostic[];
  /** Upper first; at least one. */
  readonly layers: readonly SnapshotLayer[];
}

export const EMPTY_SNAPSHOT: RegistrySnapshot = {
  generation: 0,
  head: { schema: 'skills/v1', version: 1, updated_at: new Date(0).toISOString() },
  skills: new Map(),
  drafts: [],
  leftOut: 0,
  general: [],
  layers: [],
};

/** With several layers, adds registry names. */
export function withRegistries<Result extends { readonly key: SkillKey }>(
  { layers, skills }: RegistrySnapshot,
  results: readonly Result[],
): readonly (Result & { readonly _registry?: string })[] {
  if (layers.length < 2) return results;
  return results.map((result) => {
    const name = skills.get(result.key)?.registry;
    return name === undefined ? result : { ...result, _registry: name };
  });
}

/** Unless another is named. */
export function inRegistry(found: Diagnostic, registry: string): Diagnostic {
  return found.registry === undefined ? { ...found, registry } : found;
}
