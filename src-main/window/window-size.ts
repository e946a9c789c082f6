export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

const FIRST_SIZE: WindowSize = { width: 1280, height: 800 };
const LEAST_SIZE: WindowSize = { width: 420, height: 480 };

/** Fits the work area: a larger window hides edges behind the taskbar. */
export function windowSize(kept: WindowSize | null, workArea: WindowSize) {
  const wanted = kept ?? FIRST_SIZE;
  const least = smaller(LEAST_SIZE, workArea);
  const { width, height } = smaller(larger(wanted, least), workArea);
  return { width, height, minWidth: least.width, minHeight: least.height };
}

function smaller(a: WindowSize, b: WindowSize): WindowSize {
  return { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
}

function larger(a: WindowSize, b: WindowSize): WindowSize {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
}
