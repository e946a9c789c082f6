import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  if (document.hidden) return;
  now = Date.now();
  for (const listener of listeners) listener();
}

/** One clock for all ages on the page; it stands still while nobody looks. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = setInterval(tick, 1000);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time, milliseconds since 1970, once a second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
