/** Something that changes: its present value, and who wants to be told of the next one. */
export interface Readable<T> {
  get(): T;
  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

/** A value that can be set, and whose listeners are told of each other one. */
export interface Store<T> extends Readable<T> {
  /** Tells nobody where `next` is the same as what is held; what is held then also stays. */
  set(next: T): void;
}

/** @param isSame of two such values nobody is told; default: `Object.is` */
export function createStore<T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is): Store<T> {
  let held = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => held,
    set(next) {
      if (isSame(held, next)) return;
      held = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
