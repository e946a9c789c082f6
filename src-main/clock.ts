/** Replaced in tests. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** The returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
  /** The returned function cancels. */
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
