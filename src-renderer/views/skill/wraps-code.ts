import { readStored, store } from '../../stored.ts';
import { createStore } from '../../stores/create-store.ts';

const NAME = 'skills-registry-wrap-code';

/** Stored in the browser. */
export const wrapsCode = createStore(readStored(NAME) === 'on');

export function wrapCode(on: boolean): void {
  wrapsCode.set(on);
  store(NAME, on ? 'on' : 'off');
}
