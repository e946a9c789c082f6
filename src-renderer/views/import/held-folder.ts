/** The folder that is being imported: kept while one goes to another view and comes back, as to turn submissions on. */
import { useSyncExternalStore } from 'react';
import type { FolderSource } from './folder-source.ts';

export type HeldFolder =
  | { readonly kind: 'none' }
  /** Something was dropped that is no single folder. */
  | { readonly kind: 'no-folder' }
  | {
      readonly kind: 'folder';
      readonly source: FolderSource;
      /** Another for each time it is to be read. */
      readonly turn: number;
    };

let held: HeldFolder = { kind: 'none' };
let turns = 0;
const listeners = new Set<() => void>();

function hold(next: HeldFolder): void {
  held = next;
  for (const listener of listeners) listener();
}

/** Takes a folder to be read; one that is held already is read again. Undefined where there was none to take. */
export function holdFolder(source: FolderSource | undefined): void {
  turns += 1;
  hold(source === undefined ? { kind: 'no-folder' } : { kind: 'folder', source, turn: turns });
}

export function releaseFolder(): void {
  hold({ kind: 'none' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useHeldFolder(): HeldFolder {
  return useSyncExternalStore(subscribe, () => held);
}
