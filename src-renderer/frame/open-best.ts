import { createStore } from '../world/create-store.ts';

/** The query's best result opens once loaded. */
export const bestWanted = createStore<string | undefined>(undefined);
