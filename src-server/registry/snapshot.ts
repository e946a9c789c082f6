import type { SkillKey } from '../contract/api.ts';
import type { Diagnostic } from '../contract/diagnostic.ts';
import type { RegistryState } from './registry-patch.ts';
import type { SkillRecord } from './skill-record.ts';
import { NO_SUMS, type SkillSums } from './skill-tally.ts';

/** What is served at a moment. Immutable: a request uses one snapshot, and sees no change. */
export interface RegistrySnapshot extends RegistryState {
  /** Grows with every change of skills or the list, not with findings. */
  readonly generation: number;
  /** In byte order of keys. */
  readonly skills: ReadonlyMap<SkillKey, SkillRecord>;
  readonly sums: SkillSums;
}

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

export function inRegistry(found: Diagnostic, registry: string): Diagnostic {
  return found.registry === undefined ? { ...found, registry } : found;
}

/** Layers that a worker which was started again can't read, though the one before could. */
export function unreadLayers(before: RegistrySnapshot, { layers }: RegistryState): ReadonlySet<string> {
  const read = new Set(before.layers.flatMap(({ name, location }) => (location === undefined ? [] : [name])));
  const unread = layers.filter(({ name, location }) => location === undefined && read.has(name));
  return new Set(unread.map(({ name }) => name));
}

/** Those of `unread` that still can't be read. */
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
