import { createStore } from '../stores/create-store.ts';

/** The query's best result opens once loaded. */
export const bestWanted = createStore<string | undefined>(undefined);
