import { useSyncExternalStore } from 'react';

/** Pixels of one rem: what its user, or the system, made the size of text. */
export function useRem(): number {
  return useSyncExternalStore(followRem, readRem);
}

function readRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}

/** Nothing tells that the size of text changed, but what is one rem tall changes with it. */
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
