import { useEffect } from 'react';
import { bestWanted } from '../../frame/open-best.ts';
import { useStore } from '../../stores/use-store.ts';

/** After Enter, opens the best row once answered, and leaves the search box. */
export function useOpenBest(query: string, open: (() => void) | undefined, isAnswered: boolean): void {
  const wanted = useStore(bestWanted);
  useEffect(() => {
    if (wanted === undefined) return;
    if (wanted !== query) bestWanted.set(undefined);
    else if (isAnswered) {
      bestWanted.set(undefined);
      if (open === undefined) return;
      // Otherwise the shortcuts of the opened skill would be typed into the box.
      document.getElementById('ask')?.blur();
      open();
    }
  }, [wanted, query, open, isAnswered]);
  useEffect(() => () => bestWanted.set(undefined), []);
}
