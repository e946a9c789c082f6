/** What a world needs of the place it lives in; tests give their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `run` once after `ms`, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
}

/** What of the browser's page matters here. */
export interface Page {
  /** The page's own origin where it is the service's, too: in a browser, not in the desktop app. */
  readonly origin: string | undefined;
  isHidden(): boolean;
  /** Calls `listener` whenever the page is shown or hidden, until the returned function is called. */
  onVisibility(listener: () => void): () => void;
}

/** The browser's time and timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The page in which this runs. */
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
