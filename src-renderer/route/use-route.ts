import { useSyncExternalStore } from 'react';
import { formatRoute, parseRoute, type Route } from './route.ts';

/** The present route is held here and written to the hash, so that typing into the search box never waits for it. */
let current: Route = parseRoute(globalThis.location?.hash ?? '');
const listeners = new Set<() => void>();

function publish(route: Route): void {
  current = route;
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.('popstate', () => publish(parseRoute(location.hash)));

/** Goes to a route; `replace` leaves no step in the history, for what changes with every key. */
export function navigate(route: Route, how: 'push' | 'replace' = 'push'): void {
  const hash = formatRoute(route);
  if (how === 'push' && hash !== location.hash) history.pushState(null, '', hash);
  else history.replaceState(null, '', hash);
  publish(route);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, () => current);
}
