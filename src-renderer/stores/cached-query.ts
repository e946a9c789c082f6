import type { ApiFailure } from '../api/api-transport.ts';
import { type Ask, askWithTimeout } from './ask-with-timeout.ts';
import { createStore } from './create-store.ts';
import type { Resource } from './resource.ts';
import type { Clock } from './surroundings.ts';

/** Milliseconds. */
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1_000, 30_000];

interface Wanted {
  readonly snapshot: string | undefined;
  readonly ask: Ask<unknown>;
  readonly waitMs: number;
}

/** Refreshes while subscribed. */
export interface CachedQuery {
  get(): Resource<unknown>;
  isSeen(): boolean;
  look(listener: () => void): () => void;
  want(next: Wanted): void;
}

export function createCachedQuery({
  clock,
  onRetry,
  repeats = true,
}: {
  readonly clock: Clock;
  readonly onRetry: () => void;
  readonly repeats?: boolean;
}): CachedQuery {
  const store = createStore<Resource<unknown>>({
    state: 'loading',
    value: undefined,
    of: undefined,
    failure: undefined,
    from: 'service',
    retry() {
      failures = 0;
      request();
      onRetry();
    },
  });
  let lookers = 0;
  let wanted: Wanted | undefined;
  let isAsking = false;
  let failures = 0;
  /** Cancels request or retry timer. */
  let stopWaiting = () => {};

  function end(): void {
    stopWaiting();
    stopWaiting = () => {};
    isAsking = false;
  }
  function request(): void {
    if (wanted === undefined || lookers === 0) return;
    const { snapshot, ask, waitMs } = wanted;
    end();
    isAsking = true;
    stopWaiting = askWithTimeout(clock, waitMs, ask, (answer) => {
      end();
      if (answer.ok) {
        failures = 0;
        const of = { snapshot, at: clock.now(), tookMs: answer.tookMs };
        store.set({ ...store.get(), state: 'ready', value: answer.value, of, failure: undefined });
        return;
      }
      store.set(afterFailure(store.get(), answer.failure));
      if (!repeats || !isRetryable(answer.failure) || snapshot === undefined) return;
      stopWaiting = clock.after(retryDelay(failures), request);
      failures += 1;
    });
  }
  function want(next: Wanted): void {
    const isUnderWay = isAsking && wanted?.snapshot === next.snapshot;
    wanted = next;
    if (isUnderWay && next.snapshot !== undefined) return;
    end();
    failures = 0;
    const held = store.get();
    const isHeld = held.state === 'ready' || held.state === 'stale';
    if (isHeld && next.snapshot !== undefined && held.of.snapshot === next.snapshot) {
      store.set({ ...held, state: 'ready', failure: undefined });
      return;
    }
    if (held.state === 'ready') store.set({ ...held, state: 'stale' });
    if (next.snapshot !== undefined) request();
  }
  return {
    get: store.get,
    isSeen: () => lookers > 0,
    look(listener) {
      lookers += 1;
      const leave = store.subscribe(listener);
      return () => {
        leave();
        lookers -= 1;
        if (lookers > 0) return;
        end();
        wanted = undefined;
      };
    },
    want,
  };
}

/** On a retryable failure an old value becomes stale, else failed. */
export function afterFailure<T>(before: Resource<T>, failure: ApiFailure): Resource<T> {
  const { retry, from, value, of } = before;
  if (value !== undefined && of !== undefined && isRetryable(failure))
    return { state: 'stale', value, of, failure, from, retry };
  return { state: 'failed', value, of, failure, from, retry };
}

/** All but HTTP errors below 500. */
export function isRetryable(failure: ApiFailure): boolean {
  return failure.kind === 'refused' ? failure.status >= 500 : true;
}

/** Milliseconds, exponential. */
export function retryDelay(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
}
