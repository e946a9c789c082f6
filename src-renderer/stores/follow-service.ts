import type { DesktopBridge, ServiceState } from '../../src-main/contract/desktop-bridge.ts';
import type { StatusStream } from '../api/status-stream.ts';
import { createStore, type Readable } from './create-store.ts';
import { isSameData } from './same-data.ts';
import { answeredService, exportedService, sameStatus, silentService, unknownService } from './service.ts';
import type { Clock, Page } from './surroundings.ts';

/** Milliseconds. The service repeats its status every 20 seconds. */
const [WAIT_MS, RETRY_MS, SILENT_MS] = [10_000, 1_000, 30_000];

/** Followed between `start` and `stop`. */
export interface ServiceStore extends Readable<ServiceState> {
  /** Asks the service. */
  refresh(): void;
  start(): void;
  stop(): void;
}

type ServiceBridge = Pick<DesktopBridge, 'getServiceState' | 'on'>;

/** The app's main process publishes the state; a browser follows the service; an exported site has none. */
export function followService(surroundings: {
  /** Undefined for an exported site. */
  readonly openStream: StatusStream | undefined;
  readonly bridge: ServiceBridge | undefined;
  readonly clock: Clock;
  readonly page: Page;
}): ServiceStore {
  const { bridge, clock, page, openStream } = surroundings;
  const store = createStore<ServiceState>(unknownService(page.origin), isSameData);
  const follow = () => {
    if (bridge !== undefined) return followInApp(store, bridge);
    return openStream === undefined
      ? followSite(store, page)
      : followInBrowser(store, { openStream, clock, page });
  };
  return { get: store.get, subscribe: store.subscribe, ...follow() };
}

type State = ReturnType<typeof createStore<ServiceState>>;

function followInApp(store: State, bridge: ServiceBridge) {
  let leave: (() => void) | undefined;
  let published = 0;
  const take = (next: ServiceState) => {
    const status = sameStatus(store.get().status, next.status);
    store.set({ ...next, status } as ServiceState);
  };
  const refresh = () => {
    if (leave === undefined) return;
    const asked = published;
    void bridge.getServiceState().then(
      (state) => {
        // A published state is newer than the response.
        if (leave !== undefined && asked === published) take(state);
      },
      () => {},
    );
  };
  return {
    refresh,
    start() {
      if (leave !== undefined) return;
      leave = bridge.on('server', (state) => {
        published += 1;
        take(state);
      });
      refresh();
    },
    stop() {
      leave?.();
      leave = undefined;
    },
  };
}

/** Polls nothing: views ask for files, and again when the connection is back. */
function followSite(store: State, page: Page) {
  let leave: (() => void) | undefined;
  const read = () => store.set(exportedService(store.get()));
  return {
    refresh() {},
    start() {
      if (leave !== undefined) return;
      leave = page.onOnline(read);
      read();
    },
    stop() {
      leave?.();
      leave = undefined;
    },
  };
}

/** Hidden pages have no stream: browsers open only six connections per service. */
function followInBrowser(
  store: State,
  {
    openStream,
    clock,
    page,
  }: { readonly openStream: StatusStream; readonly clock: Clock; readonly page: Page },
) {
  let leave: (() => void) | undefined;
  let close = () => {};
  const fallSilent = () => store.set(silentService(store.get(), clock.now()));

  function open(): void {
    close();
    close = () => {};
    if (leave === undefined || page.isHidden()) return;
    const openedAt = clock.now();
    let hasAnswered = false;
    let stopTimer = clock.after(WAIT_MS, fallSilent);
    const closeStream = openStream({
      onStatus(status) {
        hasAnswered = true;
        stopTimer();
        stopTimer = clock.after(SILENT_MS, open);
        store.set(answeredService(store.get(), status, clock.now()));
      },
      onEnd(isFull) {
        stopTimer();
        if (!hasAnswered) fallSilent();
        // A stream that served for a while is opened again at once.
        const pause = isFull ? WAIT_MS : Math.max(0, RETRY_MS - (clock.now() - openedAt));
        stopTimer = clock.after(pause, open);
      },
    });
    close = () => {
      stopTimer();
      closeStream();
    };
  }
  return {
    refresh: open,
    start() {
      if (leave !== undefined) return;
      leave = page.onVisibility(open);
      open();
    },
    stop() {
      leave?.();
      leave = undefined;
      close();
      close = () => {};
    },
  };
}
