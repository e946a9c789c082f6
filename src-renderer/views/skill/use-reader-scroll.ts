import { type RefObject, useEffect, useState } from 'react';
import { foldsHead, readShare, type Scrolled } from './reading-layout.ts';

/** True if scrolling folded the head. Sets `--read` without redrawing. `shown` identifies the text. */
export function useReaderScroll(
  reader: RefObject<HTMLElement | null>,
  head: RefObject<HTMLElement | null>,
  shown: string,
): boolean {
  const [folded, setFolded] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another height
  useEffect(() => {
    const element = reader.current;
    if (element === null) return;
    const look = () => {
      const scrolled: Scrolled = {
        scrollTop: element.scrollTop,
        most: element.scrollHeight - element.clientHeight,
      };
      head.current?.style.setProperty('--read', readShare(scrolled).toFixed(3));
      setFolded((before) => foldsHead(scrolled, before));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [shown]);
  return folded;
}
