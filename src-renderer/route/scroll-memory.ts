/** Per history entry, for Back and Forward. */

/** Consecutive frames with equal positions. */
const SETTLED_FRAMES = 12;
/** Milliseconds; the view may have become shorter. */
const GIVE_UP_MS = 3_000;
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

type Positions = Map<number, number>;
interface Step {
  readonly step: string;
}

const positions = new Map<string, Positions>();
let count = 0;
let current = stepOf(globalThis.history?.state);

export function nextStep(): Step {
  count += 1;
  return { step: `${performance.timeOrigin}-${count}` };
}

/**
 * Records positions for the current history entry.
 *
 * @returns false after a link to the current address
 */
export function followStep(): boolean {
  const before = current;
  current = stepOf(history.state);
  if (current === undefined) {
    // The entry came from a link.
    const state = nextStep();
    history.replaceState(state, '');
    current = state.step;
  }
  return current !== before;
}

/** Call once. */
export function rememberScrolling(): void {
  history.scrollRestoration = 'manual';
  followStep();
  document.addEventListener(
    'scroll',
    ({ target }) => {
      const at = scrollers().indexOf(target as Element);
      if (at === -1 || current === undefined || isRestoring) return;
      const known = positions.get(current) ?? new Map<number, number>();
      positions.set(current, known.set(at, (target as Element).scrollTop));
    },
    { capture: true, passive: true },
  );
}

let isRestoring = false;

/** Waits for the view; stops if the user scrolls. */
export function restoreScrolling(): void {
  const wanted = current === undefined ? undefined : positions.get(current);
  if (wanted === undefined || wanted.size === 0) return;
  const ended = new AbortController();
  const { signal } = ended;
  for (const move of MOVES)
    addEventListener(move, () => ended.abort(), { capture: true, once: true, signal });
  addEventListener('popstate', () => ended.abort(), { once: true, signal });
  isRestoring = true;
  signal.addEventListener('abort', () => {
    isRestoring = false;
  });
  const began = performance.now();
  let settled = 0;
  const apply = () => {
    if (signal.aborted) return;
    settled = applyPositions(wanted) ? settled + 1 : 0;
    if (settled >= SETTLED_FRAMES || performance.now() - began > GIVE_UP_MS) ended.abort();
    else requestAnimationFrame(apply);
  };
  requestAnimationFrame(apply);
}

function applyPositions(wanted: ReadonlyMap<number, number>): boolean {
  const found = scrollers();
  let isThere = true;
  for (const [at, top] of wanted) {
    const element = found[at];
    if (element !== undefined && Math.abs(element.scrollTop - top) <= 1) continue;
    isThere = false;
    element?.scrollTo(0, top);
  }
  return isThere;
}

function scrollers(): readonly Element[] {
  return [...document.querySelectorAll('main, main .scroll, main [data-reading]')];
}

function stepOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'string'
    ? state.step
    : undefined;
}
