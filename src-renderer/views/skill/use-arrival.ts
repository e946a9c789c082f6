import { type RefObject, useEffect } from 'react';

/** Requested heading anchor or line. */
export interface Arrival {
  readonly target: string | number | undefined;
  /** Counts requests, even for the same target. */
  readonly times: number;
}

/** Once drawn, with a brief highlight. */
export function useArrival(
  page: RefObject<HTMLElement | null>,
  { target, times }: Arrival,
  isDrawn: boolean,
): void {
  // Start a new file at the top.
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

/** Last block at or before a line. */
function blockAtLine(page: HTMLElement, line: number): HTMLElement | undefined {
  return [...page.querySelectorAll<HTMLElement>('[data-line]')].findLast(
    (block) => Number(block.dataset['line']) <= line,
  );
}
