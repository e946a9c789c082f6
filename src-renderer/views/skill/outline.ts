export interface OutlineEntry {
  readonly id: string;
  readonly text: string;
  /** Empty if the heading has a number. */
  readonly number: string;
}

/** Pixels from the top; headings above count as read. */
const READING_EDGE = 120;

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
  if (wanted !== undefined && isSeen(tops[wanted], height)) return wanted;
  const passed = tops.findLastIndex((top) => top <= READING_EDGE);
  if (!atEnd) return passed === -1 ? undefined : passed;
  const seen = tops.findLastIndex((top) => isSeen(top, height));
  const last = Math.max(passed, seen);
  return last === -1 ? undefined : last;
}

function isSeen(top: number | undefined, height: number): boolean {
  return top !== undefined && top >= 0 && top < height;
}

export function isSameOutline(a: readonly OutlineEntry[], b: readonly OutlineEntry[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ id, text, number }, index) => {
      const other = b[index];
      return other?.id === id && other.text === text && other.number === number;
    })
  );
}
