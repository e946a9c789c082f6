import { createStore, type Readable } from '../../world/create-store.ts';

/** A registry's folder that was dropped in another view. */
export interface DroppedRegistry {
  readonly name: string;
  /** Empty in a browser, which doesn't know it. */
  readonly path: string;
}

const held = createStore<DroppedRegistry | undefined>(undefined);

/** What was dropped last, until it is served or another view is opened. */
export const heldRegistry: Readable<DroppedRegistry | undefined> = held;

export function holdRegistry(registry: DroppedRegistry | undefined): void {
  held.set(registry);
}
