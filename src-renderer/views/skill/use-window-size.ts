import { useSyncExternalStore } from 'react';
import { useRem } from '../../components/use-rem.ts';
import type { WindowSize } from './reading-layout.ts';

/** Pixels of a text size of 16: larger letters leave less room. */
export function useWindowSize(): WindowSize {
  const scale = useRem() / 16;
  const width = useSyncExternalStore(subscribe, () => innerWidth);
  const height = useSyncExternalStore(subscribe, () => innerHeight);
  return { width: Math.round(width / scale), height: Math.round(height / scale) };
}

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}
