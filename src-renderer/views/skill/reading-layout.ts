/** Pixels refer to a text size of 16. */

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export interface ReadingLayout {
  /** Column beside the text, row above, or button in the head. */
  readonly path: 'column' | 'row' | 'button';
  /** Copying and facts. */
  readonly panel: 'column' | 'drawer';
  /** Head of a single line. */
  readonly alwaysFolded: boolean;
}

const LOW = 560;
const NARROW = 640;
const WIDE = 1100;

export function readingLayout({ width, height }: WindowSize): ReadingLayout {
  const low = height < LOW;
  const path = low ? 'button' : width < NARROW ? 'row' : 'column';
  return { path, panel: width >= WIDE && !low ? 'column' : 'drawer', alwaysFolded: low };
}

/** Name, risk mark, trust number and copy button are always shown. */
export interface HeadParts {
  readonly summary: boolean;
  /** Key and registry status. */
  readonly key: boolean;
  readonly file: boolean;
  /** *Copy for an agent*; otherwise only the number. */
  readonly copyWords: boolean;
  readonly version: boolean;
  /** Names of the levels, such as "risk". */
  readonly labels: boolean;
  /** Word of a risk; *High* is always shown. */
  readonly riskWord: boolean;
  /** Number of copied tokens. */
  readonly count: boolean;
  /** Button to choose copied files; otherwise the path's button. */
  readonly choose: boolean;
}

const PATH_BUTTON = 110;

/** Parts in order of disappearance in narrower windows. */
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

/** Gained height at most, in pixels. */
const FOLD_GAIN = 96;
const FOLD_AT = 24;

export interface Scrolled {
  /** Pixels from the top. */
  readonly scrollTop: number;
  /** Upper limit of `scrollTop`. */
  readonly most: number;
}

/**
 * Folds beyond 24 pixels, unfolds only at the top: no flicker. Never folds if the whole text would then fit.
 */
export function foldsHead({ scrollTop, most }: Scrolled, folded: boolean): boolean {
  return folded ? scrollTop > 0 : scrollTop > FOLD_AT && most > FOLD_AT + FOLD_GAIN;
}

/** 0 to 1. A text without scrolling counts as read. */
export function readShare({ scrollTop, most }: Scrolled): number {
  return most <= 0 ? 1 : Math.max(0, Math.min(1, scrollTop / most));
}
