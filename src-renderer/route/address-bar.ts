import type { Clock } from '../stores/surroundings.ts';

/** `replace` changes the current entry, for changes on every key. */
export type How = 'push' | 'replace';

/** Milliseconds: Safari rejects more than 100 writes in 30 s. */
const REST_MS = 500;

export interface AddressBar {
  /** Writes a `push` at once; may delay a `replace`. */
  write(hash: string, how: How): void;
  flush(): void;
  /** After other navigation. */
  forget(): void;
}

/** Retries if `put` throws. */
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
