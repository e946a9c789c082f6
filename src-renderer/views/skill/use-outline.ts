import { type RefObject, useEffect, useRef } from 'react';
import { headingBeingRead, isSameOutline, type OutlineEntry } from './outline.ts';

/** Longer outlines would be a second document. */
const MOST_ENTRIES = 24;

export interface OutlineListener {
  /** Called if the drawn headings changed. */
  onOutline(outline: readonly OutlineEntry[]): void;
  /** Id of the current heading, `undefined` above the first. */
  onReading(id: string | undefined): void;
}

/**
 * Reports after each drawing and while scrolling. `drawn` changes with each drawing; `wanted`: requested
 * anchor. Looks headings up each time: a drawing may replace elements.
 */
export function useOutline(
  page: RefObject<HTMLElement | null>,
  drawn: string,
  wanted: string | undefined,
  listener: OutlineListener,
): void {
  const latest = useRef(listener);
  latest.current = listener;
  const told = useRef<readonly OutlineEntry[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another drawing has other headings
  useEffect(() => {
    const reader = page.current?.closest<HTMLElement>('[data-reading]');
    if (!reader || page.current === null) return;
    const outline = outlineHeadings(page.current).map(toEntry);
    if (!isSameOutline(outline, told.current)) {
      told.current = outline;
      latest.current.onOutline(outline);
    }
    let cameFor = wanted;
    let frame = 0;
    const tell = () => {
      frame = 0;
      latest.current.onReading(readingId(page.current, reader, cameFor));
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(tell);
    };
    // Arrival scrolls, too: only user input ends the request.
    const onMove = () => {
      cameFor = undefined;
    };
    tell();
    reader.addEventListener('scroll', onScroll, { passive: true });
    for (const type of MOVES) reader.addEventListener(type, onMove, { passive: true });
    return () => {
      reader.removeEventListener('scroll', onScroll);
      for (const type of MOVES) reader.removeEventListener(type, onMove);
      cancelAnimationFrame(frame);
    };
  }, [drawn, wanted]);
}

const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

function readingId(
  page: HTMLElement | null,
  reader: HTMLElement,
  wanted: string | undefined,
): string | undefined {
  if (page === null) return undefined;
  const headings = outlineHeadings(page);
  const { top, height } = reader.getBoundingClientRect();
  const place = wanted === undefined ? -1 : headings.findIndex(({ id }) => id === `at-${wanted}`);
  const at = headingBeingRead({
    tops: headings.map((heading) => heading.getBoundingClientRect().top - top),
    height,
    atEnd: reader.scrollTop > 0 && reader.scrollTop + reader.clientHeight >= reader.scrollHeight - 1,
    wanted: place === -1 ? undefined : place,
  });
  return at === undefined ? undefined : headings[at]?.id;
}

/** Entries, otherwise headings below the title. */
function outlineHeadings(page: HTMLElement): readonly HTMLElement[] {
  const entries = [...page.querySelectorAll<HTMLElement>('[data-markdown] [data-entry]')];
  const headings =
    entries.length > 0 ? entries : [...page.querySelectorAll<HTMLElement>('[data-markdown] h3[id]')];
  return headings.slice(0, MOST_ENTRIES);
}

function toEntry(heading: HTMLElement): OutlineEntry {
  const copy = heading.cloneNode(true) as HTMLElement;
  for (const gutter of copy.querySelectorAll('[data-gutter]')) gutter.remove();
  return { id: heading.id, text: copy.textContent?.trim() ?? '', number: heading.dataset['entry'] ?? '' };
}
