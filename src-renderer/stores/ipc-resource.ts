import type { ApiFailure } from '../api/api-transport.ts';
import { refusalSentence } from '../desktop.ts';
import { afterFailure } from './cached-query.ts';
import { createStore, type Readable } from './create-store.ts';
import type { Resource } from './resource.ts';
import type { Clock } from './surroundings.ts';

/** Stays loading in a browser. */
export interface IpcResource<T> extends Readable<Resource<T>> {
  take(value: T): void;
  start(): void;
  stop(): void;
}

/** Requested once, then updated through `listen`. Without `ask`, stays loading. */
export function createIpcResource<T>({
  clock,
  ask,
  listen,
}: {
  readonly clock: Clock;
  readonly ask: (() => Promise<T>) | undefined;
  readonly listen: (take: (value: T) => void, present: () => T | undefined) => () => void;
}): IpcResource<T> {
  const retry = () => request();
  const store = createStore<Resource<T>>({
    state: 'loading',
    value: undefined,
    of: undefined,
    failure: undefined,
    from: 'app',
    retry,
  });
  let leave: (() => void) | undefined;
  let turn = 0;

  function take(value: T): void {
    turn += 1;
    const of = { snapshot: undefined, at: clock.now(), tookMs: 0 };
    store.set({ state: 'ready', value, of, failure: undefined, from: 'app', retry });
  }
  function request(): void {
    turn += 1;
    const mine = turn;
    ask?.().then(
      (value) => {
        // A published value is newer than the response.
        if (mine === turn) take(value);
      },
      (error: unknown) => {
        const failure: ApiFailure = { kind: 'silent', message: refusalSentence(error) };
        if (mine === turn) store.set(afterFailure(store.get(), failure));
      },
    );
  }
  return {
    get: store.get,
    subscribe: store.subscribe,
    take,
    start() {
      if (ask === undefined || leave !== undefined) return;
      leave = listen(take, () => store.get().value);
      request();
    },
    stop() {
      leave?.();
      leave = undefined;
    },
  };
}
