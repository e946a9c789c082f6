import { useSyncExternalStore } from 'react';

/** Pixels, as set by user or system. */
export function useRem(): number {
  return useSyncExternalStore(followRem, readRem);
}

function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** No event reports text sizes: observes a 1 rem element. */
function followRem(listener: () => void): () => void {
  const probe = document.createElement('span');
  probe.style.cssText = 'position:fixed;top:0;width:1px;height:1rem;visibility:hidden;pointer-events:none';
  document.body.append(probe);
  const observer = new ResizeObserver(listener);
  observer.observe(probe);
  return () => {
    observer.disconnect();
    probe.remove();
  };
}
