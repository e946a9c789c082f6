import { useRef, useSyncExternalStore } from 'react';
import type { Readable } from './create-store.ts';

/**
 * What `select` takes out of a store; a component draws again only when that became another one by `isSame`. `select`
 * may be written in place and may make new objects: it is called once for each value of the store.
 */
export function useStore<T>(store: Readable<T>): T;
/** A store's value, or what `select` takes of it; draws anew only where that is another one by `isSame`. */
export function useStore<T, S>(
  store: Readable<T>,
  select: (value: T) => S,
  isSame?: (a: S, b: S) => boolean,
): S;
export function useStore<T>(
  store: Readable<T>,
  select: (value: T) => unknown = (value) => value,
  isSame: (a: unknown, b: unknown) => boolean = Object.is,
): unknown {
  const last = useRef<{ readonly selected: unknown }>(undefined);
  let known: { readonly of: T; readonly selected: unknown } | undefined;
  const read = () => {
    const value = store.get();
    if (known !== undefined && Object.is(known.of, value)) return known.selected;
    const fresh = select(value);
    const selected =
      last.current !== undefined && isSame(last.current.selected, fresh) ? last.current.selected : fresh;
    known = { of: value, selected };
    last.current = { selected };
    return selected;
  };
  return useSyncExternalStore(store.subscribe, read);
}
