import { useMedia } from '../../components/use-media.ts';
import { useRem } from '../../components/use-rem.ts';
import { NARROW } from '../../components/widths.ts';

/** In rem, as `--row` in tokens.css. Narrow rows have two lines. */
export const ROW_REM = { wide: 2.375, narrow: 3.5 } as const;

/** Whole pixels, growing with the text. */
export function useRowHeight(): number {
  return Math.round(useRem() * (useMedia(NARROW) ? ROW_REM.narrow : ROW_REM.wide));
}
