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
