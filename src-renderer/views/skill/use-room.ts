import { useSyncExternalStore } from 'react';
import type { Room } from './reading-layout.ts';

/** The window's room in pixels of a text size of 16: with larger letters there is less of it. */
export function useRoom(): Room {
  const width = useSyncExternalStore(subscribe, () => Math.round(innerWidth / textScale()));
  const height = useSyncExternalStore(subscribe, () => Math.round(innerHeight / textScale()));
  return { width, height };
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

function textScale(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size / 16 : 1;
}
