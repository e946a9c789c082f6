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
  /** The connection is back. */
  onOnline(listener: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** @param address of an exported site, which may lie in a folder of its host */
export function browserPage(address?: string): Page {
  return {
    origin: address ?? (/^https?:$/.test(location.protocol) ? location.origin : undefined),
    isHidden: () => document.hidden,
    onVisibility(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    onOnline(listener) {
      addEventListener('online', listener);
      return () => removeEventListener('online', listener);
    },
  };
}
