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

/** Back, where the entry before is that view with the same question, so that it is as it was left; else there anew. */
export function goBackTo(to: Extract<Route, { readonly view: 'skills' }>): void {
  const { navigation } = window as { readonly navigation?: Navigation };
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  const route = before == null ? undefined : parseRoute(new URL(before).hash);
  if (route?.view === 'skills' && route.q === to.q) history.back();
  else navigate(to);
}

const NAVIGATED = 'skills-navigated';

function subscribe(listener: () => void): () => void {
  const ended = new AbortController();
  for (const event of ['popstate', 'hashchange', NAVIGATED])
    addEventListener(event, listener, { signal: ended.signal });
  return () => ended.abort();
}
