import type { SkillKey } from '../contract/api/api.ts';

export interface RegistryUpdate {
  readonly commit: string;
  readonly added: readonly SkillKey[];
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
  /** Keys whose risk level increased. */
  readonly risk_raised: readonly SkillKey[];
  /** The served commit is not an ancestor of the new commit. */
  readonly rewritten: boolean;
}

/** Registry added by address, as stored. */
export interface AddedRegistry {
  readonly name: string;
  readonly address: string;
  /** Path in the repository; null for the root. */
  readonly folder: string | null;
  /** Branch, tag or commit; null for the default branch. */
  readonly ref: string | null;
  /** Served commit. */
  readonly commit: string;
  /** Commit of the retained previous copy. */
  readonly previous: string | null;
  /** Takes updates without asking. */
  readonly follow: boolean;
  /** Never checks for updates. */
  readonly pinned: boolean;
  readonly skills: number;
  /** ISO 8601. */
  readonly checked_at: string | null;
  /** Message of the last failed check. */
  readonly error: string | null;
  readonly update: RegistryUpdate | null;
}

/** Public form for JSON output. */
export interface RegistryDocument extends Omit<AddedRegistry, 'previous'> {
  readonly state: 'ready' | 'update' | 'failed';
}

export function toDocument({ previous: _, ...registry }: AddedRegistry): RegistryDocument {
  const { name, address, folder, ref, commit, follow, pinned, skills, checked_at, error, update } = registry;
  const state = error !== null ? 'failed' : update === null ? 'ready' : 'update';
  return { name, address, folder, ref, commit, follow, pinned, skills, state, checked_at, error, update };
}
