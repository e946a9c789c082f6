/**
 * The widths of the window where its layout turns, as media queries: the same as in the styles, which can't share
 * them. Each is true up to its width.
 */

/** Tabs at the bottom, rows of two lines, margins of a rem. */
export const NARROW = '(max-width: 639px)';

/** Filters are a sheet over the view. */
export const WITHOUT_COLUMN = '(max-width: 899px)';

/** What stands beside a view's content goes below it, or into a drawer. */
export const WITHOUT_PANEL = '(max-width: 1099px)';
