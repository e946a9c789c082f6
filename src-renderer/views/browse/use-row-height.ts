import { useMedia } from '../../components/use-media.ts';
import { useRem } from '../../components/use-rem.ts';
import { NARROW } from '../../components/widths.ts';

/** In rem, equal to `--row` in tokens.css: one line, or two in narrow windows. */
export const ROW_REM = { wide: 2.375, narrow: 3.5 } as const;

/** Row height in whole pixels, growing with the text. Equal for all rows: no measuring. */
export function useRowHeight(): number {
  return Math.round(useRem() * (useMedia(NARROW) ? ROW_REM.narrow : ROW_REM.wide));
}
