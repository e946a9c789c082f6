import { useEffect, useState } from 'react';

/** Milliseconds. */
const PAUSE_MS = 120;

/** Debounced, except the first text. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
