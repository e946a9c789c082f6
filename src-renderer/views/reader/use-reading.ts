import { type RefObject, useEffect, useState } from 'react';
import type { OutlineEntry } from './markdown/rehype-outline.ts';

/** Pixels from the top; headings above count as read. */
const READING_EDGE = 120;
/** Pixels: the bars above the text, where the whole view scrolls. */
const BARS = 104;

export interface Reading {
  /** Headings, in pixels from the visible top. */
  readonly tops: readonly number[];
  /** Visible height, in pixels. */
  readonly height: number;
  readonly atEnd: boolean;
  /** Index of the requested heading, `undefined` after scrolling. */
  readonly wanted: number | undefined;
}

/**
 * Requested heading if visible; at the text's end the last visible heading; otherwise the last passed
 * heading.
 */
export function headingBeingRead({ tops, height, atEnd, wanted }: Reading): number | undefined {
  const isSeen = (top: number | undefined) => top !== undefined && top >= 0 && top < height;
  if (wanted !== undefined && isSeen(tops[wanted])) return wanted;
  const passed = tops.findLastIndex((top) => top <= READING_EDGE);
  const last = atEnd ? Math.max(passed, tops.findLastIndex(isSeen)) : passed;
  return last === -1 ? undefined : last;
}

/** Only these end the request: arriving scrolls, too. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Id of the heading being read, `undefined` above the first. */
export function useReading(
  box: RefObject<HTMLElement | null>,
  outline: readonly OutlineEntry[],
  at: string | undefined,
): string | undefined {
  const [reading, setReading] = useState<string>();
  useEffect(() => {
    let wanted = outline.findIndex(({ id }) => id === `at-${at}`);
    let frame = 0;
    const tell = () => {
      frame = 0;
      const now = box.current === null ? undefined : measure(box.current, outline, wanted);
      setReading(now === undefined ? undefined : outline[now]?.id);
    };
    const onScroll = () => {
      if (frame === 0) frame = requestAnimationFrame(tell);
    };
    const onMove = () => {
      wanted = -1;
    };
    tell();
    // The text scrolls by itself, or with the whole view.
    const ended = new AbortController();
    const options = { capture: true, passive: true, signal: ended.signal };
    document.addEventListener('scroll', onScroll, options);
    for (const type of MOVES) document.addEventListener(type, onMove, options);
    return () => {
      ended.abort();
      cancelAnimationFrame(frame);
    };
  }, [box, outline, at]);
  return reading;
}

function measure(box: HTMLElement, outline: readonly OutlineEntry[], wanted: number): number | undefined {
  const place = box.getBoundingClientRect();
  const top = Math.max(place.top, BARS);
  const height = Math.min(place.bottom, innerHeight) - top;
  const end = box.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  const byId = new Map([...box.querySelectorAll('[id^=at-]')].map((element) => [element.id, element]));
  return headingBeingRead({
    tops: outline.map(
      ({ id }) => (byId.get(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY) - top,
    ),
    height,
    atEnd: place.top + place.height > 0 && end <= top + height + 1,
    wanted: wanted === -1 ? undefined : wanted,
  });
}
