import { createStore } from '../world/create-store.ts';

/** Query whose best result opens once loaded. */
export const bestWanted = createStore<string | undefined>(undefined);
