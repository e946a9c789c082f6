import { useMedia } from '../../components/use-media.ts';
import { useRem } from '../../components/use-rem.ts';
import { NARROW } from '../../components/widths.ts';

/** Rem, the same as --row in tokens.css: one line where there is room, two where there is none. */
export const ROW_REM = { wide: 2.375, narrow: 3.5 } as const;

/** Height of a list row in whole pixels: rows all have the same, so that none needs measuring, and grow with the text. */
export function useRowHeight(): number {
  return Math.round(useRem() * (useMedia(NARROW) ? ROW_REM.narrow : ROW_REM.wide));
}
