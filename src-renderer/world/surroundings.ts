/** Clock of the stores, replaced in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
}

export interface Page {
  /** The page's origin if the service serves the page; undefined in the desktop app. */
  readonly origin: string | undefined;
  isHidden(): boolean;
  /** Calls `listener` on each visibility change, until the returned function is called. */
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
