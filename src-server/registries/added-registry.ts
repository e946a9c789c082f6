import type { SkillKey } from '../contract/api/api.ts';

export interface RegistryUpdate {
  readonly commit: string;
  readonly added: readonly SkillKey[];
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
  /** With a higher risk level. */
  readonly risk_raised: readonly SkillKey[];
  /** The served commit is no ancestor. */
  readonly rewritten: boolean;
}

export interface AddedRegistry {
  readonly name: string;
  readonly address: string;
  /** Null for the root. */
  readonly folder: string | null;
  /** Null for the default branch. */
  readonly ref: string | null;
  /** Served commit. */
  readonly commit: string;
  /** Commit of the retained copy. */
  readonly previous: string | null;
  readonly follow: boolean;
  /** Without update checks. */
  readonly pinned: boolean;
  readonly skills: number;
  /** ISO 8601. */
  readonly checked_at: string | null;
  /** Of the last check. */
  readonly error: string | null;
  readonly update: RegistryUpdate | null;
}

/** For JSON output. */
export interface RegistryDocument extends Omit<AddedRegistry, 'previous'> {
  readonly state: 'ready' | 'update' | 'failed';
}

export function toDocument({ previous: _, ...registry }: AddedRegistry): RegistryDocument {
  const { name, address, folder, ref, commit, follow, pinned, skills, checked_at, error, update } = registry;
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return { name, address, folder, ref, commit, follow, pinned, skills, state, checked_at, error, update };
}
