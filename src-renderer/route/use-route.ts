import { createStore } from '../world/create-store.ts';
import { browserClock } from '../world/surroundings.ts';
import { useStore } from '../world/use-store.ts';
import { createAddressBar, type How } from './address-bar.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';
import { followStep, nextStep, restoreScrolling } from './scroll-memory.ts';

/** The present route is held here and written to the hash, so that typing into the search box never waits for it. */
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
// A link leaves by itself: what was typed last belongs to the step that it leaves.
globalThis.addEventListener?.('click', addressBar.flush, { capture: true });

/** Goes to a route; `replace` leaves no step in the history, for what changes with every key. */
export function navigate(route: Route, how: How = 'push'): void {
  const hash = formatRoute(route);
  addressBar.write(hash, hash === formatRoute(present.get()) ? 'replace' : how);
  present.set(route);
}

/** Where one is now. */
export function useRoute(): Route {
  return useStore(present);
}
