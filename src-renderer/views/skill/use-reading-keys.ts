import type { RefObject } from 'react';
import { useKeys } from '../../components/shortcuts.tsx';

/** Overlap of two pages, in pixels. */
const KEPT = 48;

/** Also without a focused scroll area. */
export function useReadingKeys(reader: RefObject<HTMLElement | null>): void {
  const scroll = (to: (element: HTMLElement) => number) => () => {
    const element = reader.current;
    if (element === null || !isAtNothing()) return false;
    element.scrollTo(0, to(element));
    return true;
  };
  const by = (pages: number) =>
    scroll(({ scrollTop, clientHeight }) => scrollTop + pages * (clientHeight - KEPT));
  useKeys({
    PageDown: by(1),
    ' ': by(1),
    PageUp: by(-1),
    Home: scroll(() => 0),
    End: scroll(({ scrollHeight }) => scrollHeight),
  });
}

/** Scroll keys have no effect. */
function isAtNothing(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.localName === 'main';
}
