import { readStored, store } from '../stored.ts';
import { createStore } from '../world/create-store.ts';
import { isSingleKey } from './shortcut-table.ts';

const NAME = 'skills-registry-single-keys';

/**
 * Whether keys without a modifier do something. Off, speech that is taken for typing sets nothing off (WCAG 2.1.4).
 * Kept in this browser, or by the app; where nothing may be kept it holds until the page is closed.
 */
export const singleKeys = createStore(readStored(NAME) !== 'off');

/** Turns keys without a modifier on or off; remembered in this browser. */
export function turnSingleKeys(on: boolean): void {
  singleKeys.set(on);
  store(NAME, on ? 'on' : 'off');
}

/** True for a key that shall do nothing. */
export function isTurnedOff(key: string): boolean {
  return isSingleKey(key) && !singleKeys.get();
}
