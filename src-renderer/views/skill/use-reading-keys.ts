import type { RefObject } from 'react';
import { useKeys } from '../../components/shortcuts.tsx';

/** Lines of the page before that stay in sight, in pixels. */
const KEPT = 48;

/** Keys that read on, also where the keyboard is at nothing that scrolls: one comes to read. */
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

/** True where a key that scrolls would scroll nothing. */
function isAtNothing(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.localName === 'main';
}
