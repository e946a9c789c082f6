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

/** One clock for all ages on the page; it stands still while nobody looks. */
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

/** Before anyone listens the clock stands, and the second it is will do. */
function readNow(): number {
  return listeners.size > 0 ? now : Math.floor(Date.now() / TICK_MS) * TICK_MS;
}

/**
 * The time, milliseconds since 1970, once a second: for what counts seconds down, such as the next attempt. Whoever
 * shows an age uses `useAge`, which draws only when its words change.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow);
}

/** How long ago something was, such as `3 s` or `4 min`. `since` is in milliseconds since 1970. */
export function useAge(since: number): string {
  return useSyncExternalStore(subscribe, () => ageWords(readNow() - since));
}
