import { useSyncExternalStore } from 'react';

const WIDE = '(width >= 900px)';

/** Room for two panes. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}

function subscribe(listener: () => void): () => void {
  const list = matchMedia(WIDE);
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
}
