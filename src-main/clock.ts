/** Time as an argument, so that tests can turn it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs`; the returned function keeps it from happening. */
  after(delayMs: number, callback: () => void): () => void;
  /** Calls `callback` every `periodMs` until the returned function is called. */
  every(periodMs: number, callback: () => void): () => void;
}

/** The system's time and timers. */
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
