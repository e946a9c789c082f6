import type { Clock } from '../../src-main/clock.ts';

export interface FakeClock extends Clock {
  /** Lets time pass, calling what is due on the way, in its order. */
  advance(ms: number): Promise<void>;
  /** Returns how many callbacks are to come. */
  waiting(): number;
}

interface Due {
  at: number;
  readonly every: number | undefined;
  readonly callback: () => void;
}

/** Makes a clock whose time stands still until a test moves it. */
export function createFakeClock(start = Date.parse('2026-01-31T12:00:00Z')): FakeClock {
  let now = start;
  const timers = new Set<Due>();
  const add = (due: Due) => {
    timers.add(due);
    return () => void timers.delete(due);
  };
  return {
    now: () => now,
    waiting: () => timers.size,
    after: (delayMs, callback) => add({ at: now + delayMs, every: undefined, callback }),
    every: (periodMs, callback) => add({ at: now + periodMs, every: periodMs, callback }),
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = next.at;
        if (next.every === undefined) timers.delete(next);
        else next.at += next.every;
        next.callback();
        await settle();
      }
      now = until;
      await settle();
    },
  };
}

/** Lets promises that are resolved already go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
