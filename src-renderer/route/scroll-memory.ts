/** Scroll positions of each step of the history: Back and Forward show a view as it was left. */

/** Frames in a row that must agree before a restored view counts as settled. */
const SETTLED_FRAMES = 12;
/** Milliseconds after which restoring is given up: the view may have become shorter. */
const GIVE_UP_MS = 3_000;
/** What a person does to scroll by themselves. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

type Positions = Map<number, number>;
interface Step {
  readonly step: string;
}

const positions = new Map<string, Positions>();
let count = 0;
let current = stepOf(globalThis.history?.state);

/** State of the next step of the history. */
export function nextStep(): Step {
  count += 1;
  return { step: `${performance.timeOrigin}-${count}` };
}

/**
 * Begins to remember the positions of the step that the history shows now.
 *
 * @returns whether it is another step; a link to the present address makes none
 */
export function followStep(): boolean {
  const before = current;
  current = stepOf(history.state);
  if (current === undefined) {
    // A link made this step.
    const state = nextStep();
    history.replaceState(state, '');
    current = state.step;
  }
  return current !== before;
}

/** Remembers each scroll; call once. */
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

/** Scrolls to where the present step was left, as soon as its view is drawn, unless a person scrolls first. */
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

/** True where everything stood there already. */
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

/** What scrolls in a view, in the order of the page. */
function scrollers(): readonly Element[] {
  return [...document.querySelectorAll('main, main .scroll, main [data-reading]')];
}

function stepOf(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'step' in state && typeof state.step === 'string'
    ? state.step
    : undefined;
}
