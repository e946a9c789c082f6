import { createStore } from '../stores/create-store.ts';
import { browserClock } from '../stores/surroundings.ts';
import { useStore } from '../stores/use-store.ts';
import { createAddressBar, type How } from './address-bar.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';
import { followStep, nextStep, restoreScrolling } from './scroll-memory.ts';

/** The hash follows: typing never waits for the history. */
const present = createStore<Route>(parseRoute(globalThis.location?.hash ?? ''));

const addressBar = createAddressBar(browserClock, (hash, how) => {
  if (how === 'push') history.pushState(nextStep(), '', hash);
  else history.replaceState(history.state, '', hash);
  followStep();
});

globalThis.addEventListener?.('popstate', () => {
  addressBar.forget();
  const isOtherStep = followStep();
  present.set(parseRoute(location.hash));
  if (isOtherStep) restoreScrolling();
});
globalThis.addEventListener?.('pagehide', addressBar.flush);
// Before a link navigates, writes delayed text to the entry being left.
globalThis.addEventListener?.('click', addressBar.flush, { capture: true });

export function navigate(route: Route, how: How = 'push'): void {
  const hash = formatRoute(route);
  addressBar.write(hash, hash === formatRoute(present.get()) ? 'replace' : how);
  present.set(route);
}

export function useRoute(): Route {
  return useStore(present);
}
