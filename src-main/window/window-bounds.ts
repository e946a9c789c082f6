/** Where the window of the app is placed, and how large it is. */

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export interface Rectangle extends WindowSize {
  readonly x: number;
  readonly y: number;
}

/** Where the last window was. Older versions kept its size alone. */
export interface KeptWindow extends WindowSize {
  readonly x?: number;
  readonly y?: number;
  readonly isMaximized?: boolean;
}

/** What a new window is made with. */
export interface WindowBounds extends WindowSize {
  readonly x?: number;
  readonly y?: number;
  readonly minWidth: number;
  readonly minHeight: number;
}

const FIRST_SIZE: WindowSize = { width: 1280, height: 800 };
const LEAST_SIZE: WindowSize = { width: 420, height: 480 };

/**
 * Places a window within the work area of its monitor: a larger one would hide its edges behind the taskbar. Without
 * `x` and `y` the system places the window, as it does if the monitor is gone.
 *
 * @param workAreas the work areas of all monitors, that of the first one first
 */
export function windowBounds(kept: KeptWindow | null, workAreas: readonly Rectangle[]): WindowBounds {
  const wanted = kept ?? FIRST_SIZE;
  const there = workAreas.find((area) => kept !== null && holdsMiddle(area, kept));
  const area = there ?? workAreas[0] ?? { ...FIRST_SIZE, x: 0, y: 0 };
  const least = smaller(LEAST_SIZE, area);
  const { width, height } = smaller(larger(wanted, least), area);
  const size = { width, height, minWidth: least.width, minHeight: least.height };
  if (there === undefined || kept?.x === undefined || kept.y === undefined) return size;
  const within = (at: number, from: number, length: number, side: number) =>
    Math.max(from, Math.min(at, from + length - side));
  return {
    ...size,
    x: within(kept.x, area.x, area.width, width),
    y: within(kept.y, area.y, area.height, height),
  };
}

function holdsMiddle(area: Rectangle, { x, y, width, height }: KeptWindow): boolean {
  if (x === undefined || y === undefined) return false;
  const [middle, center] = [x + width / 2, y + height / 2];
  return (
    middle >= area.x && middle < area.x + area.width && center >= area.y && center < area.y + area.height
  );
}

function smaller(a: WindowSize, b: WindowSize): WindowSize {
  return { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
}

function larger(a: WindowSize, b: WindowSize): WindowSize {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
}
