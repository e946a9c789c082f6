import { createStore, type Readable } from '../stores/create-store.ts';

export interface DroppedRegistry {
  readonly name: string;
  /** Empty in a browser. */
  readonly path: string;
}

const dropped = createStore<DroppedRegistry | undefined>(undefined);

/** Last drop, until served or another view opens. */
export const droppedRegistry: Readable<DroppedRegistry | undefined> = dropped;

export function setDroppedRegistry(registry: DroppedRegistry | undefined): void {
  dropped.set(registry);
}
