/** In CSS pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** To the word; `MARGIN` to the window's edges. */
const GAP = 4;
const MARGIN = 8;

/** Below the word, else above, within the window. Too large: at the top left margin. */
export function placeTip(word: Box, tip: Size, room: Size): { readonly left: number; readonly top: number } {
  const below = word.top + word.height + GAP;
  const above = word.top - GAP - tip.height;
  const top = below + tip.height + MARGIN <= room.height || above < MARGIN ? below : above;
  return {
    left: within(word.left, room.width - tip.width - MARGIN),
    top: within(top, room.height - tip.height - MARGIN),
  };
}

function within(wanted: number, most: number): number {
  return Math.max(MARGIN, Math.min(wanted, most));
}
