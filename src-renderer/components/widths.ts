/** Breakpoints; keep equal to the style sheets. */

/** Tabs at the bottom, two-line rows, 1 rem margins. */
export const NARROW = '(max-width: 639px)';

/** Filters become a sheet over the view. */
export const WITHOUT_COLUMN = '(max-width: 899px)';

/** Side panels move below the content, or into a drawer. */
export const WITHOUT_PANEL = '(max-width: 1099px)';
