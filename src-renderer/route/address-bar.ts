import type { Clock } from '../world/surroundings.ts';

/** `push`: a step that one can take back; `replace`: the same place, written otherwise. */
export type How = 'push' | 'replace';

/** Milliseconds between two writes for what changes with every key: Safari refuses after a hundred in thirty seconds. */
const REST_MS = 500;

/** Writes to the browser's history. */
export interface AddressBar {
  /** A step of the history is written at once, what replaces one may wait for a moment. */
  write(hash: string, how: How): void;
  /** Writes what waits. */
  flush(): void;
  /** Gives up what waits: the history went elsewhere. */
  forget(): void;
}

/** Writes to the history as often as a browser allows; `put` may throw, and is tried again then. */
export function createAddressBar(clock: Clock, put: (hash: string, how: How) => void): AddressBar {
  let waiting: { readonly hash: string; readonly how: How } | undefined;
  let stopRest: (() => void) | undefined;

  function flush(): void {
    if (waiting === undefined) return;
    try {
      put(waiting.hash, waiting.how);
      waiting = undefined;
    } catch {
      // Refused for now; the page goes on, and the address follows.
    }
    rest();
  }
  function rest(): void {
    stopRest?.();
    stopRest = clock.after(REST_MS, () => {
      stopRest = undefined;
      flush();
    });
  }
  return {
    write(hash, how) {
      if (how === 'push') flush();
      // A step that still waits stays one, wherever it leads by now.
      waiting = { hash, how: waiting?.how === 'push' ? 'push' : how };
      if (how === 'push' || stopRest === undefined) flush();
    },
    flush,
    forget() {
      waiting = undefined;
    },
  };
}
