import type { DesktopBridge, ServerStatus } from '../../src-main/contract/desktop-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import { askWithin } from './ask-within.ts';
import { createStore, type Readable } from './create-store.ts';
import { isSameData } from './same-data.ts';
import { joinService, nextPollDelay, nextPolled, type Polled, type Service } from './service.ts';
import type { Clock, Page } from './surroundings.ts';

/** A service that doesn't answer within this time counts as silent; milliseconds. */
const WAIT_MS = 10_000;

/** When the service last answered this page, and how fast. */
export interface LastAnswer {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** How the service stands, asked again and again from `start` to `stop`. */
export interface ServiceStore extends Readable<Service> {
  /** The last answer to this page: it changes with each, so only what shows it should look. */
  readonly lastAnswer: Readable<LastAnswer | undefined>;
  /** Ask for the status now. */
  refresh(): void;
  start(): void;
  stop(): void;
}

/** Asks for the status again and again, and listens to the desktop app; every change of that is a reason to ask, too. */
export function followService({
  api,
  bridge,
  clock,
  page,
}: {
  readonly api: Pick<ApiClient, 'status'>;
  readonly bridge: Pick<DesktopBridge, 'getServerStatus' | 'on'> | undefined;
  readonly clock: Clock;
  readonly page: Page;
}): ServiceStore {
  let polled: Polled = { outcome: 'asking' };
  let supervised: ServerStatus | undefined;
  const service = createStore<Service>(joinService(polled, supervised, page.origin), isSameData);
  const lastAnswer = createStore<LastAnswer | undefined>(undefined);
  let stopWaiting = () => {};
  let leave: (() => void) | undefined;

  const publish = () => service.set(joinService(polled, supervised, page.origin));
  const poll = () => {
    if (leave === undefined) return;
    stopWaiting();
    stopWaiting = askWithin(clock, WAIT_MS, api.status, (answer) => {
      polled = nextPolled(polled, answer, clock.now());
      publish();
      if (polled.outcome === 'answered') lastAnswer.set({ at: polled.at, tookMs: polled.tookMs });
      stopWaiting = clock.after(nextPollDelay(polled, page.isHidden()), poll);
    });
  };
  const take = (status: ServerStatus) => {
    supervised = status;
    publish();
    poll();
  };
  return {
    get: service.get,
    subscribe: service.subscribe,
    lastAnswer,
    refresh: poll,
    start() {
      if (leave !== undefined) return;
      const leaves = [
        page.onVisibility(() => {
          if (!page.isHidden()) poll();
        }),
        ...(bridge === undefined ? [] : [bridge.on('server', take)]),
      ];
      leave = () => {
        for (const stop of leaves) stop();
      };
      void bridge?.getServerStatus().then(
        (status) => supervised ?? take(status),
        () => {},
      );
      poll();
    },
    stop() {
      leave?.();
      leave = undefined;
      stopWaiting();
    },
  };
}
