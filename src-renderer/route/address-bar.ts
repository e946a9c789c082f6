import type { Clock } from '../world/surroundings.ts';

/** `push` adds a history entry; `replace` changes the current one. */
export type How = 'push' | 'replace';

/** Throttle of writes while typing, in milliseconds: Safari rejects more than 100 in 30 s. */
const REST_MS = 500;

export interface AddressBar {
  /** Writes a `push` at once; may delay a `replace`. */
  write(hash: string, how: How): void;
  /** Writes the delayed change. */
  flush(): void;
  /** Drops the delayed change after other navigation. */
  forget(): void;
}

/** Throttles writes to the history. If `put` throws, retries later. */
export function createAddressBar(clock: Clock, put: (hash: string, how: How) => void): AddressBar {
  let waiting: { readonly hash: string; readonly how: How } | undefined;
  let stopRest: (() => void) | undefined;

  function flush(): void {
    if (waiting === undefined) return;
    try {
      put(waiting.hash, waiting.how);
      waiting = undefined;
    } catch {
      // The browser rejected the write; retried after the delay.
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
      // A delayed push stays a push, even to a newer address.
      waiting = { hash, how: waiting?.how === 'push' ? 'push' : how };
      if (how === 'push' || stopRest === undefined) flush();
    },
    flush,
    forget() {
      waiting = undefined;
    },
  };
}
