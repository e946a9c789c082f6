/** Reports updates; only following registries take them. */
import type { ShownRegistry } from '../../src-server/contract/service/registry-work.ts';
import type { Clock } from '../clock.ts';
import type { RegistriesState } from '../contract/desktop-bridge.ts';

export const DAY_MS = 86_400_000;
/** After a failed check. */
const RETRY_MS = 3_600_000;
/** Node fires longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Spreads requests of many computers. */
const JITTER_MS = 30 * 60_000;

export interface DailyCheckOptions {
  readonly clock: Clock;
  readonly random: () => number;
  /** Milliseconds between checks. */
  readonly period: number;
  /** Called before each check. */
  readonly isOn: () => boolean;
  readonly state: () => RegistriesState;
  readonly check: (names: readonly string[]) => Promise<RegistriesState>;
  readonly onFound: (found: readonly ShownRegistry[], taken: readonly ShownRegistry[]) => void;
}

export interface DailyCheck {
  /** Applies setting and list. */
  follow(): void;
  stop(): void;
}

/** Milliseconds. Ignores a future time, from a wrong clock. */
export function untilCheck(
  { checked_at }: Pick<ShownRegistry, 'checked_at'>,
  now: number,
  period = DAY_MS,
): number {
  const since = checked_at === null ? period : now - Date.parse(checked_at);
  return since >= 0 && since < period ? period - since : 0;
}

/** Idle until `follow`. */
export function createDailyCheck(options: DailyCheckOptions): DailyCheck {
  const { clock, random, period, isOn, state, check, onFound } = options;
  let cancel = () => {};
  let isOver = false;
  let isAsking = false;
  let notBefore = 0;

  const asked = () => (state().registries ?? []).filter(({ pinned }) => !pinned);

  function follow(): void {
    cancel();
    const waits = asked().map((one) => untilCheck(one, clock.now(), period));
    if (isOver || isAsking || !isOn() || waits.length === 0) return;
    const wait = Math.max(Math.min(...waits), notBefore - clock.now());
    const delay = Math.min(wait + Math.round(random() * JITTER_MS), LONGEST_TIMER_MS);
    cancel = clock.after(delay, () => void look());
  }

  async function look(): Promise<void> {
    // The setting may have changed without a call of `follow`.
    if (!isOn()) return;
    const before = asked();
    const due = before.filter((one) => untilCheck(one, clock.now(), period) === 0).map(({ name }) => name);
    if (due.length === 0) {
      follow();
      return;
    }
    isAsking = true;
    try {
      const { registries } = await check(due);
      if (isOver) return;
      const now = (registries ?? []).filter(({ name }) => due.includes(name));
      const was = (name: string) => before.find((one) => one.name === name);
      onFound(
        now.filter(({ name, update }) => update !== null && update.commit !== was(name)?.update?.commit),
        now.filter(({ name, commit, follow: takes }) => takes && commit !== was(name)?.commit),
      );
    } catch {
      // The list was not readable; the window says why.
      notBefore = clock.now() + RETRY_MS;
    } finally {
      isAsking = false;
      follow();
    }
  }

  return {
    follow,
    stop() {
      isOver = true;
      cancel();
    },
  };
}
