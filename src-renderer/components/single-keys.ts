import { readStored, store } from '../stored.ts';
import { createStore } from '../stores/create-store.ts';
import { isSingleKey } from './shortcut-table.ts';

const NAME = 'skills-registry-single-keys';

/** Keys without modifier are active. Speech input needs them off (WCAG 2.1.4). Persisted if possible. */
export const singleKeys = createStore(readStored(NAME) !== 'off');

export function turnSingleKeys(on: boolean): void {
  singleKeys.set(on);
  store(NAME, on ? 'on' : 'off');
}

export function isTurnedOff(key: string): boolean {
  return isSingleKey(key) && !singleKeys.get();
}
