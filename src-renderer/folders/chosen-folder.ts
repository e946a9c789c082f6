/** Retained across views: users may leave to enable submissions. */
import { createStore } from '../stores/create-store.ts';
import { useStore } from '../stores/use-store.ts';
import type { FolderSource } from './folder-source.ts';

export type ChosenFolder =
  | { readonly kind: 'none' }
  /** The drop was not a single folder. */
  | { readonly kind: 'no-folder' }
  | {
      readonly kind: 'folder';
      readonly source: FolderSource;
      /** Changes with each reading. */
      readonly turn: number;
    };

const chosen = createStore<ChosenFolder>({ kind: 'none' });
const turns = createStore(0);

/** Also reads the same folder again. `undefined`: no folder was dropped. */
export function setChosenFolder(source: FolderSource | undefined): void {
  turns.set(turns.get() + 1);
  chosen.set(source === undefined ? { kind: 'no-folder' } : { kind: 'folder', source, turn: turns.get() });
}

export function clearChosenFolder(): void {
  chosen.set({ kind: 'none' });
}

export function useChosenFolder(): ChosenFolder {
  return useStore(chosen);
}
