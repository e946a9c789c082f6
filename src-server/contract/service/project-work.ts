import type { ReadProject } from '../api/project.ts';
import type { DiffLine } from '../clients/connect.ts';

/** What the desktop app asks a process to do with a project's folder. Each process does one work, then ends. */
export type ProjectWork =
  | { readonly do: 'read'; readonly folder: string }
  | ({ readonly do: 'plan' } & SyncAsked)
  /** Writes the change whose preview had this token, and no other. */
  | ({ readonly do: 'write'; readonly token: string } & SyncAsked);

interface SyncAsked {
  readonly folder: string;
  /** Base URL of the service whose skills go into the project. */
  readonly service: string;
  /** True for the list alone; null for what was written last. */
  readonly indexOnly: boolean | null;
}

/** What the process answers. Messages are for people. */
export type ProjectWorkResult =
  | { readonly done: 'read'; readonly project: ReadProject }
  | { readonly done: 'plan'; readonly plan: SyncPreview }
  | { readonly done: 'written'; readonly message: string }
  | { readonly done: 'refused'; readonly message: string };

/** The change of one path. */
export interface SyncChange {
  /** Relative to the project. */
  readonly path: string;
  readonly action: 'create' | 'replace' | 'remove' | 'keep';
  /** Why it is kept, after the path. */
  readonly reason?: string;
  /** The lines that differ, of files that somebody reads. */
  readonly diff: readonly DiffLine[];
  /** Lines that differ beyond those. */
  readonly more?: number;
}

/** What writing a project's skills would change. */
export interface SyncPreview {
  /** Whether there is nothing to write. */
  readonly isLevel: boolean;
  readonly indexOnly: boolean;
  readonly changes: readonly SyncChange[];
  /** When the list was written last, in milliseconds since 1970; null where it is not there. */
  readonly writtenAt: number | null;
  /** Names this very change. */
  readonly token: string;
}
