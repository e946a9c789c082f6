/** Retained across views: users may leave to enable submissions. */
import { createStore } from '../../stores/create-store.ts';
import { useStore } from '../../stores/use-store.ts';
import type { FolderSource } from './folder-source.ts';

export type HeldFolder =
  | { readonly kind: 'none' }
  /** The drop was not a single folder. */
  | { readonly kind: 'no-folder' }
  | {
      readonly kind: 'folder';
      readonly source: FolderSource;
      /** Changes with each reading. */
      readonly turn: number;
    };

const held = createStore<HeldFolder>({ kind: 'none' });
let turns = 0;

/** Also reads the same folder again. `undefined`: no folder was dropped. */
export function holdFolder(source: FolderSource | undefined): void {
  turns += 1;
  held.set(source === undefined ? { kind: 'no-folder' } : { kind: 'folder', source, turn: turns });
}

export function releaseFolder(): void {
  held.set({ kind: 'none' });
}

export function useHeldFolder(): HeldFolder {
  return useStore(held);
}
