import { type RefObject, useEffect } from 'react';

/** What one came for: a heading's anchor or a line of the file. */
export interface Arrival {
  readonly target: string | number | undefined;
  /** Rises with each time that one asks for it, also for the same one. */
  readonly times: number;
}

/** Brings what one came for into view once the page is drawn, and shows for a moment where one has arrived. */
export function useArrival(
  page: RefObject<HTMLElement | null>,
  { target, times }: Arrival,
  isDrawn: boolean,
): void {
  // Another file begins at its beginning.
  useEffect(() => {
    page.current?.closest('[data-reading]')?.scrollTo(0, 0);
  }, [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked again, or drawn at last, is a reason to look
  useEffect(() => {
    if (page.current === null || !isDrawn || target === undefined) return;
    const found =
      typeof target === 'number' ? blockAtLine(page.current, target) : anchorIn(page.current, target);
    if (found === undefined) return;
    found.scrollIntoView({ block: 'start' });
    found.dataset['arrived'] = '';
    const timer = setTimeout(() => delete found.dataset['arrived'], 1800);
    return () => {
      clearTimeout(timer);
      delete found.dataset['arrived'];
    };
  }, [target, times, isDrawn]);
}

function anchorIn(page: HTMLElement, anchor: string): HTMLElement | undefined {
  const ids = [`at-${anchor}`, anchor];
  return [...page.querySelectorAll<HTMLElement>('[id]')].find(({ id }) => ids.includes(id));
}

/** The last block that starts at or before a line. */
function blockAtLine(page: HTMLElement, line: number): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('[data-line]')].findLast(
    (block) => Number(block.dataset['line']) <= line,
  );
}
