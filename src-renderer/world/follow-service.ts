import type { DesktopBridge, ServerStatus } from '../../src-main/contract/desktop-bridge.ts';
import type { ApiClient } from '../api/api-client.ts';
import { askWithin } from './ask-within.ts';
import { createStore, type Readable } from './create-store.ts';
import { isSameData } from './same-data.ts';
import { joinService, nextPollDelay, nextPolled, type Polled, type Service } from './service.ts';
import type { Clock, Page } from './surroundings.ts';

/** Milliseconds. */
const WAIT_MS = 10_000;

/** Newest response. */
export interface LastAnswer {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** Polled between `start` and `stop`. */
export interface ServiceStore extends Readable<Service> {
  /** Changes with every poll; subscribe only to display it. */
  readonly lastAnswer: Readable<LastAnswer | undefined>;
  refresh(): void;
  start(): void;
  stop(): void;
}

/** Polls, and also after each event of the desktop app. */
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
