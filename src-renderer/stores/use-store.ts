import { useRef, useSyncExternalStore } from 'react';
import type { Readable } from './create-store.ts';

export function useStore<T>(store: Readable<T>): T;
/** Rerenders only if the selection differs by `isSame`. `select` may be inline and create objects. */
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
