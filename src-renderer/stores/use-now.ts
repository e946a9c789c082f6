import { useSyncExternalStore } from 'react';
import { ageWords } from '../../src-server/contract/words/age-words.ts';

const TICK_MS = 1000;

/** Shared timer. A hidden page wakes nobody. */
function createSecondHand() {
  const listeners = new Set<() => void>();
  let now = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  const startTicks = () => {
    clearInterval(timer);
    if (!document.hidden) timer = setInterval(tick, TICK_MS);
  };
  const onVisibility = () => {
    startTicks();
    if (!document.hidden) tick();
  };
  return {
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) {
        now = Date.now();
        startTicks();
        document.addEventListener('visibilitychange', onVisibility);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        document.removeEventListener('visibilitychange', onVisibility);
      };
    },
    /** No timer runs without subscribers. */
    read: () => (listeners.size > 0 ? now : Math.floor(Date.now() / TICK_MS) * TICK_MS),
  };
}

const secondHand = createSecondHand();

/** Milliseconds since 1970, updated each second. For ages prefer `useAge`: fewer rerenders. */
export function useNow(): number {
  return useSyncExternalStore(secondHand.subscribe, secondHand.read);
}

/** `4 min`. `since`: milliseconds since 1970. */
export function useAge(since: number): string {
  return useSyncExternalStore(secondHand.subscribe, () => ageWords(secondHand.read() - since));
}
