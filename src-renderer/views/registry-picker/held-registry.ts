import { createStore, type Readable } from '../../stores/create-store.ts';

export interface DroppedRegistry {
  readonly name: string;
  /** Empty in a browser. */
  readonly path: string;
}

const held = createStore<DroppedRegistry | undefined>(undefined);

/** Last drop, until served or another view opens. */
export const heldRegistry: Readable<DroppedRegistry | undefined> = held;

export function holdRegistry(registry: DroppedRegistry | undefined): void {
  held.set(registry);
}
