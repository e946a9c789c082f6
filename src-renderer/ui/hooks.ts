/** Hooks of any component: folders that are dropped on the window, and whether the component is still there. */
import { useCallback, useEffect, useRef, useState } from 'react';

/** Whether files are dragged over the window. `onDrop` reads the data before its first `await`. */
export function useFolderDrop(onDrop: (data: DataTransfer) => void, isOn = true): boolean {
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    if (!isOn) return;
    const ended = new AbortController();
    // A child that is entered has its parent left: both are counted.
    let depth = 0;
    const set = (next: number) => {
      depth = Math.max(0, next);
      setIsOver(depth > 0);
    };
    const listen = (
      name: 'dragenter' | 'dragleave' | 'dragover' | 'drop',
      take: (data: DataTransfer) => void,
    ) =>
      document.addEventListener(
        name,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          take(event.dataTransfer);
        },
        { signal: ended.signal },
      );
    listen('dragenter', () => set(depth + 1));
    listen('dragleave', () => set(depth - 1));
    listen('dragover', () => {});
    listen('drop', (data) => {
      set(0);
      latest.current(data);
    });
    return () => ended.abort();
  }, [isOn]);
  return isOver;
}

/** Says at any time whether the component is still on the page. */
export function useIsMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
