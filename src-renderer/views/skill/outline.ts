/** A heading of the open file, for the path. */
export interface OutlineEntry {
  readonly id: string;
  readonly text: string;
  /** Number of the entry, empty where it has its own. */
  readonly number: string;
}

/** A heading counts as being read when it is this close to the top, in pixels. */
const READING_EDGE = 120;

/** Where one reads. */
export interface Reading {
  /** Of each heading, from the top of what is shown, in pixels. */
  readonly tops: readonly number[];
  /** Height of what is shown, in pixels. */
  readonly height: number;
  /** Whether the text is scrolled to its end. */
  readonly atEnd: boolean;
  /** Index of the heading that one came for; undefined once one has scrolled on. */
  readonly wanted: number | undefined;
}

/**
 * Index of the heading that is being read, undefined where there is none: the one that one came for while it can be
 * seen; at the end of the text the last that can be seen, since it never gets to the top; else the last that has.
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

/** True where two outlines say the same, so that the older one can stay. */
export function isSameOutline(a: readonly OutlineEntry[], b: readonly OutlineEntry[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ id, text, number }, index) => {
      const other = b[index];
      return other?.id === id && other.text === text && other.number === number;
    })
  );
}
