/** Registries that a user adds by their address: what is kept of them, and the work of the process that fetches them. */
import type { SkillKey } from './api.ts';
import type { DiffLine } from './clients/clients.ts';

/** What an added registry brought: the process that fetches registries reports it. */
export interface RegistryUpdate {
  readonly commit: string;
  readonly added: readonly SkillKey[];
  readonly changed: readonly SkillKey[];
  readonly removed: readonly SkillKey[];
  readonly risk_raised: readonly SkillKey[];
}

export interface AddedRegistry {
  readonly name: string;
  readonly address: string;
  /** The folder in the repository; null for its root. */
  readonly folder: string | null;
  /** The branch, tag or commit to follow; null for the default branch. */
  readonly ref: string | null;
  readonly commit: string;
  readonly follow: boolean;
  readonly pinned: boolean;
  readonly skills: number;
  readonly checked_at: string | null;
  readonly error: string | null;
  readonly update: RegistryUpdate | null;
  /** A sentence for each file that the copy leaves out. */
  readonly left_out?: readonly string[];
}

export interface ShownRegistry extends AddedRegistry {
  readonly date: string | null;
}

export type UpdateMode = 'ask' | 'follow' | 'pin';

export interface AddressRequest {
  readonly address: string;
  readonly ref?: string;
  readonly folder?: string;
  readonly name?: string;
}

export type RegistryWork =
  /** Lists the added registries; removes what killed processes left. */
  | { readonly do: 'list' }
  /**
   * Fetches a registry for a preview. The process then waits for `add`, or for a shutdown, which deletes the files.
   */
  | ({ readonly do: 'prepare' } & AddressRequest)
  /** Reads a skill of the prepared registry. */
  | { readonly do: 'read'; readonly key: SkillKey }
  | { readonly do: 'add' }
  | { readonly do: 'check'; readonly names: readonly string[] }
  | { readonly do: 'changes'; readonly name: string }
  | RegistryChange;

export type RegistryChange =
  | { readonly do: 'take'; readonly name: string; readonly commit: string }
  | { readonly do: 'remove'; readonly name: string }
  | { readonly do: 'mode'; readonly name: string; readonly mode: UpdateMode }
  | { readonly do: 'order'; readonly names: readonly string[] };

export type RegistryWorkResult =
  | { readonly done: 'list'; readonly registries: readonly ShownRegistry[] }
  | { readonly done: 'preview'; readonly preview: RegistryPreview }
  | { readonly done: 'same'; readonly name: string }
  | { readonly done: 'skill'; readonly skill: ReadSkillChange }
  | { readonly done: 'changes'; readonly changes: RegistryChanges }
  | { readonly done: 'refused'; readonly message: string };

export interface RegistryPreview
  extends Pick<AddedRegistry, 'name' | 'address' | 'folder' | 'ref' | 'commit' | 'pinned'> {
  readonly date: string | null;
  readonly files: number;
  readonly bytes: number;
  readonly skills: readonly PreviewedSkill[];
  readonly skipped: readonly string[];
}

interface PreviewedSkill {
  readonly key: SkillKey;
  readonly language: string;
  readonly risk: string | null;
}

export interface RegistryChanges {
  readonly name: string;
  readonly commit: string;
  readonly update: RegistryUpdate | null;
  readonly date: string | null;
  readonly skills: readonly ReadSkillChange[];
}

export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
}

export interface ReadSkillChange {
  readonly key: SkillKey;
  readonly change: ChangedFile['change'];
  readonly risk: readonly [string | null, string | null];
  readonly files: readonly ReadChange[];
}

export interface ReadChange extends ChangedFile {
  readonly notes: readonly ChangeNote[];
  /** The changed lines of each place; empty for binary and large files. */
  readonly diff: readonly (readonly DiffLine[])[];
}

export interface ChangeNote {
  /** What a reader should look at. `unread`: the file is no text, or too large. */
  readonly kind: 'address' | 'command' | 'hidden' | 'unread';
  readonly text: string;
}
