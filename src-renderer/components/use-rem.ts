import { useSyncExternalStore } from 'react';

/** In pixels, as set by the user or the system. */
export function useRem(): number {
  return useSyncExternalStore(followRem, readRem);
}

function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** No event reports a new text size, so a 1 rem element is observed. */
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
