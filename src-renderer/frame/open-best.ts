import { createStore } from '../world/create-store.ts';

/** Query whose best result is opened once loaded; reset when the query changes. */
export const bestWanted = createStore<string | undefined>(undefined);
