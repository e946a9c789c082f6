import { readStored, store } from '../../stored.ts';
import { createStore } from '../../world/create-store.ts';

const NAME = 'skills-registry-wrap-code';

/** Whether long lines of code are wrapped; remembered in this browser. */
export const wrapsCode = createStore(readStored(NAME) === 'on');

/** Wraps long lines of code, or lets them be scrolled. */
export function wrapCode(on: boolean): void {
  wrapsCode.set(on);
  store(NAME, on ? 'on' : 'off');
}
