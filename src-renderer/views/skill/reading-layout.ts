/** How a skill's page is laid out, by how much room there is; pure. Pixels are of a text size of 16. */

export interface Room {
  /** Of the page. */
  readonly width: number;
  /** Of the window. */
  readonly height: number;
}

/** Where the parts of the page stand. */
export interface ReadingLayout {
  /** The reading path: a column beside the text, a row above it, or a button in the head. */
  readonly path: 'column' | 'row' | 'button';
  /** Copying and facts: a column beside the text, or a drawer over it. */
  readonly panel: 'column' | 'drawer';
  /** The head is one line, wherever one reads. */
  readonly alwaysFolded: boolean;
}

const LOW = 560;
const NARROW = 640;
const WIDE = 1100;

/** The layout for a room of this size. Pure. */
export function readingLayout({ width, height }: Room): ReadingLayout {
  const low = height < LOW;
  const path = low ? 'button' : width < NARROW ? 'row' : 'column';
  return { path, panel: width >= WIDE && !low ? 'column' : 'drawer', alwaysFolded: low };
}

/** What stands in the head beside the name, the mark of the risk, the number of trust and the button that copies. */
export interface HeadParts {
  readonly summary: boolean;
  /** The whole key, and what the registry says of the skill. */
  readonly key: boolean;
  readonly file: boolean;
  /** *Copy for an agent*, where else the number alone says it. */
  readonly copyWords: boolean;
  readonly version: boolean;
  /** What a level is a level of. */
  readonly labels: boolean;
  /** The word of a risk that is not high; *High* always stands. */
  readonly riskWord: boolean;
  /** How much is copied. */
  readonly count: boolean;
  /** The way to choose what is copied; without it the path's button leads there. */
  readonly choose: boolean;
}

/** Pixels that the path's button takes from the head. */
const PATH_BUTTON = 110;

/** By the layout and the page's width. What goes first as the width falls stands first. */
export function headParts(page: number, folded: boolean, path: ReadingLayout['path']): HeadParts {
  const width = path === 'button' ? page - PATH_BUTTON : page;
  return {
    key: !folded && width >= 900,
    summary: !folded && width >= NARROW,
    file: folded && width >= 1000,
    copyWords: width >= 900,
    labels: !folded || width >= 900,
    version: !folded || width >= 560,
    riskWord: !folded || width >= 440,
    count: !folded || width >= 421,
    choose: width >= 300,
  };
}

/** Folding takes less than this from the head, in pixels. */
const FOLD_GAIN = 96;
const FOLD_AT = 24;

/** How far one has scrolled. */
export interface Scrolled {
  /** From the top, in pixels. */
  readonly scrollTop: number;
  /** The most that it can be. */
  readonly most: number;
}

/**
 * Whether the head is folded after scrolling: from 24 pixels on, back only at the very top, so that it doesn't flicker
 * in between; and not at all where so little is out of sight that folding would bring all of it back.
 */
export function foldsHead({ scrollTop, most }: Scrolled, folded: boolean): boolean {
  return folded ? scrollTop > 0 : scrollTop > FOLD_AT && most > FOLD_AT + FOLD_GAIN;
}

/** How far one has read, 0 to 1; a text that fits is read. */
export function readShare({ scrollTop, most }: Scrolled): number {
  return most <= 0 ? 1 : Math.max(0, Math.min(1, scrollTop / most));
}
