import { useSyncExternalStore } from 'react';
import { ageWords } from '../../src-server/contract/words/age-words.ts';

const TICK_MS = 1000;

const listeners = new Set<() => void>();
let now = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Shares one timer among all ages on the page; ticks only while the page is visible. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Without subscribers no timer runs, so the current second is computed. */
function readNow(): number {
  return listeners.size > 0 ? now : Math.floor(Date.now() / TICK_MS) * TICK_MS;
}

/**
 * Current time in milliseconds since 1970, updated each second, for countdowns. For ages prefer `useAge`,
 * which rerenders only when its text changes.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow);
}

/** Formats the age of `since` (milliseconds since 1970), such as `3 s` or `4 min`. */
export function useAge(since: number): string {
  return useSyncExternalStore(subscribe, () => ageWords(readNow() - since));
}
