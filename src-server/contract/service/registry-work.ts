/** Work on registries that were added by address, in a process of its own. */
import type { SkillKey } from '../api/api.ts';
import type { DiffLine } from '../clients/connect.ts';
import type { Severity } from '../diagnostics/diagnostic.ts';

/** At most 10,000 keys per list. */
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
  /** Commit that the user does not want to be offered. */
  readonly skipped?: string | null;
}

/** As the window shows it. */
export interface ShownRegistry extends AddedRegistry {
  /** Date of the served commit, ISO 8601. */
  readonly date: string | null;
}

/** How updates are taken. */
export type UpdateMode = 'ask' | 'follow' | 'pin';

export interface AddressRequest {
  /** As typed. */
  readonly address: string;
  readonly ref?: string;
  readonly folder?: string;
  readonly name?: string;
}

export type RegistryWork =
  /** Reads the list, and removes what a killed process left. */
  | { readonly do: 'list' }
  /** The process then waits for `add` or a shutdown, which deletes the files. */
  | ({ readonly do: 'prepare' } & AddressRequest)
  | { readonly do: 'add' }
  /** `again` offers a skipped commit, too. */
  | { readonly do: 'check'; readonly names: readonly string[]; readonly again: boolean }
  | { readonly do: 'changes'; readonly name: string }
  | RegistryChange;

/** Change of the list. */
export type RegistryChange =
  | { readonly do: 'take' | 'skip'; readonly name: string; readonly commit: string }
  | { readonly do: 'back' | 'remove'; readonly name: string }
  | { readonly do: 'mode'; readonly name: string; readonly mode: UpdateMode }
  | { readonly do: 'order'; readonly names: readonly string[] };

/** Messages are for people. */
export type RegistryWorkResult =
  | { readonly done: 'list'; readonly registries: readonly ShownRegistry[] }
  | { readonly done: 'preview'; readonly preview: RegistryPreview }
  | { readonly done: 'same'; readonly name: string }
  | { readonly done: 'changes'; readonly changes: RegistryChanges }
  /** `tokenFor`: origin that requested a token. */
  | { readonly done: 'refused'; readonly message: string; readonly tokenFor?: string };

/** Registry before it is added. */
export interface RegistryPreview
  extends Pick<AddedRegistry, 'name' | 'address' | 'folder' | 'ref' | 'commit' | 'pinned'> {
  /** ISO 8601. */
  readonly date: string | null;
  readonly files: number;
  readonly bytes: number;
  /** Name of the licence file. */
  readonly licence: string | null;
  readonly skills: readonly PreviewedSkill[];
  readonly problems: Readonly<Record<Severity, number>>;
  /** Skills that the problems are of; fewer than all if checking took too long. */
  readonly checkedSkills: number;
  /** Keys that an added registry has. */
  readonly overlap: readonly SkillKey[];
  /** Sentences about files that were left out. */
  readonly skipped: readonly string[];
}

export interface PreviewedSkill {
  readonly key: SkillKey;
  readonly language: string;
  readonly risk: string | null;
}

export interface RegistryChanges {
  readonly name: string;
  readonly commit: string;
  readonly update: RegistryUpdate | null;
  /** Date of the new commit, ISO 8601. */
  readonly date: string | null;
  readonly skills: readonly ReadSkillChange[];
  /** Skills that are left out, because the difference is long. */
  readonly more: number;
}

export interface ChangedFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
}

export interface ReadSkillChange {
  readonly key: SkillKey;
  readonly change: ChangedFile['change'];
  /** Before and after. */
  readonly risk: readonly [string | null, string | null];
  readonly files: readonly ReadChange[];
}

export interface ReadChange extends ChangedFile {
  readonly notes: readonly ChangeNote[];
  /** Separate places; empty for binary and large files. */
  readonly diff: readonly (readonly DiffLine[])[];
}

/** Change that a reader should look at. */
export interface ChangeNote {
  /** `unread`: no text, or too large. */
  readonly kind: 'address' | 'command' | 'hidden' | 'unread';
  /** The address or command; '' otherwise. */
  readonly text: string;
}
