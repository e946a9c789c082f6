/** Replaced in tests. `after` returns a cancel function. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  after(ms: number, run: () => void): () => void;
}

export interface Page {
  /** Undefined in the app. */
  readonly origin: string | undefined;
  isHidden(): boolean;
  onVisibility(listener: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

export function browserPage(): Page {
  return {
    origin: /^https?:$/.test(location.protocol) ? location.origin : undefined,
    isHidden: () => document.hidden,
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
}
