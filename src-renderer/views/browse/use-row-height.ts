import { useSyncExternalStore } from 'react';

/** The same widths and heights as in tokens.css: one line where there is room, two where there is none. */
const NARROW = '(max-width: 639px)';
const ROW_PX = { wide: 38, narrow: 56 } as const;

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Height of a list row in pixels; rows all have the same, so that none needs measuring. */
export function useRowHeight(): number {
  const narrow = useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
  return narrow ? ROW_PX.narrow : ROW_PX.wide;
}
