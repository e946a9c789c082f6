/** Clock, replaced in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
  /** Calls `callback` periodically; the returned function cancels. */
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
