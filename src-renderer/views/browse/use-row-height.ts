import { useMedia } from '../../components/use-media.ts';

/** The same widths and heights as in tokens.css: one line where there is room, two where there is none. */
const NARROW = '(max-width: 639px)';
const ROW_PX = { wide: 38, narrow: 56 } as const;

/** Height of a list row in pixels; rows all have the same, so that none needs measuring. */
export function useRowHeight(): number {
  return useMedia(NARROW) ? ROW_PX.narrow : ROW_PX.wide;
}
