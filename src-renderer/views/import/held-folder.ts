/** The folder that is being imported: kept while one goes to another view and comes back, as to turn submissions on. */
import { createStore } from '../../world/create-store.ts';
import { useStore } from '../../world/use-store.ts';
import type { FolderSource } from './folder-source.ts';

/** What was picked or dropped last, kept while one looks at other views. */
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

const held = createStore<HeldFolder>({ kind: 'none' });
let turns = 0;

/** Takes a folder to be read; one that is held already is read again. Undefined where there was none to take. */
export function holdFolder(source: FolderSource | undefined): void {
  turns += 1;
  held.set(source === undefined ? { kind: 'no-folder' } : { kind: 'folder', source, turn: turns });
}

/** Forgets it. */
export function releaseFolder(): void {
  held.set({ kind: 'none' });
}

/** What is held now. */
export function useHeldFolder(): HeldFolder {
  return useStore(held);
}
