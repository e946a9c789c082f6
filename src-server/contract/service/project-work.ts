import type { ReadProject } from '../api/project.ts';
import type { DiffLine } from '../clients/connect.ts';

/** One per process. */
export type ProjectWork =
  | { readonly do: 'read'; readonly folder: string }
  | ({ readonly do: 'plan' } & SyncAsked)
  /** Only as previewed. */
  | ({ readonly do: 'write'; readonly token: string } & SyncAsked);

interface SyncAsked {
  readonly folder: string;
  /** Base URL. */
  readonly service: string;
  /** True: list only. Null: like the last sync. */
  readonly indexOnly: boolean | null;
}

/** Messages are for people. */
export type ProjectWorkResult =
  | { readonly done: 'read'; readonly project: ReadProject }
  | { readonly done: 'plan'; readonly plan: SyncPreview }
  | { readonly done: 'written'; readonly message: string }
  | { readonly done: 'refused'; readonly message: string };

export interface SyncChange {
  /** Relative to the project. */
  readonly path: string;
  readonly action: 'create' | 'replace' | 'remove' | 'keep';
  /** Follows the path. */
  readonly reason?: string;
  /** Of readable files. */
  readonly diff: readonly DiffLine[];
  /** Further lines. */
  readonly more?: number;
}

export interface SyncPreview {
  readonly isUpToDate: boolean;
  readonly indexOnly: boolean;
  readonly changes: readonly SyncChange[];
  /** Milliseconds since 1970, or null. */
  readonly writtenAt: number | null;
  readonly token: string;
}
