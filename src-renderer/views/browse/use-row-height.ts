import { useSyncExternalStore } from 'react';
import { useMedia } from '../../components/use-media.ts';

/** The same widths and heights as in tokens.css: one line where there is room, two where there is none. */
const NARROW = '(max-width: 639px)';
const ROW_REM = { wide: 2.375, narrow: 3.5 } as const;

/** Height of a list row in whole pixels: rows all have the same, so that none needs measuring, and grow with the text. */
export function useRowHeight(): number {
  const rem = useSyncExternalStore(followRem, readRem);
  return Math.round(rem * (useMedia(NARROW) ? ROW_REM.narrow : ROW_REM.wide));
}

/** Pixels of one rem: what its user, or the system, made the size of text. */
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
