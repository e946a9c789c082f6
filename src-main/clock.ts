/**
 * The time and its timers. Tests give a clock that they move by hand. Timers return the function that cancels them.
 */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  after(delayMs: number, callback: () => void): () => void;
  every(periodMs: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  every(periodMs, callback) {
    const timer = setInterval(callback, periodMs);
    return () => clearInterval(timer);
  },
};
