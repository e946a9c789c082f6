import { createStore } from '../world/create-store.ts';

/** The question whose best row Enter asked for: it opens as soon as it is known, unless something else is typed. */
export const bestWanted = createStore<string | undefined>(undefined);
