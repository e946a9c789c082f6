import { useMemo, useSyncExternalStore } from 'react';
import { href, parseRoute, type Route } from './route.ts';

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** `replace` changes the current entry of the history. */
export function navigate(to: Route | string, { replace = false } = {}): void {
  const hash = typeof to === 'string' ? to : href(to);
  if (replace || hash === location.hash) history.replaceState(history.state, '', hash);
  else history.pushState(null, '', hash);
  dispatchEvent(new Event(NAVIGATED));
}

const NAVIGATED = 'skills-navigated';

function subscribe(listener: () => void): () => void {
  const ended = new AbortController();
  for (const event of ['popstate', 'hashchange', NAVIGATED])
    addEventListener(event, listener, { signal: ended.signal });
  return () => ended.abort();
}
