import type { SkillKey } from '../contract/api/api.ts';

/** What an update would bring. */
export interface RegistryUpdate {
  readonly commit: string;
  readonly added: readonly SkillKey[];
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
  /** Of those, the keys whose risk is higher than before. */
  readonly risk_raised: readonly SkillKey[];
  /** The commit that we have is not one of its forebears. */
  readonly rewritten: boolean;
}

/** A registry that was added by its address, as the store holds it. */
export interface AddedRegistry {
  readonly name: string;
  readonly address: string;
  /** Inside of the repository; null for all of it. */
  readonly folder: string | null;
  /** Branch, tag or commit; null for the repository's own choice. */
  readonly ref: string | null;
  /** What is served. */
  readonly commit: string;
  /** The copy before, which is kept. */
  readonly previous: string | null;
  /** Updates are taken without a question. */
  readonly follow: boolean;
  /** No updates are looked for. */
  readonly pinned: boolean;
  readonly skills: number;
  /** ISO 8601. */
  readonly checked_at: string | null;
  /** Why the last check failed, in a sentence. */
  readonly error: string | null;
  readonly update: RegistryUpdate | null;
}

/** A registry as programs get it. */
export interface RegistryDocument extends Omit<AddedRegistry, 'previous'> {
  readonly state: 'ready' | 'update' | 'failed';
}

export function toDocument({ previous: _, ...registry }: AddedRegistry): RegistryDocument {
  const { name, address, folder, ref, commit, follow, pinned, skills, checked_at, error, update } = registry;
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return { name, address, folder, ref, commit, follow, pinned, skills, state, checked_at, error, update };
}
