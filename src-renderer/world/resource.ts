/** Answers that are kept up to date while somebody looks at them. */
import type { ApiFailure } from '../api/api-client.ts';
import { type Ask, askWithin } from './ask-within.ts';
import { createStore, type Store } from './create-store.ts';
import type { Clock } from './surroundings.ts';

/** What a value is of. */
export interface Origin {
  /** The snapshot it was asked of; undefined where it was asked for while nothing was known to serve. */
  readonly snapshot: string | undefined;
  /** When it was answered; milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** The last value stays, whatever happens to the service. */
export type Resource<T> = {
  /** Who is asked; where it is the service, its state says why there is no value. */
  readonly from: 'service' | 'app';
  /** Asks again, now. */
  retry(): void;
} & (
  | {
      readonly state: 'loading';
      readonly value: undefined;
      readonly of: undefined;
      readonly failure: undefined;
    }
  | { readonly state: 'ready'; readonly value: T; readonly of: Origin; readonly failure: undefined }
  /** A newer one is on its way, or can't be had for now: `failure` then says why. */
  | {
      readonly state: 'stale';
      readonly value: T;
      readonly of: Origin;
      readonly failure: ApiFailure | undefined;
    }
  /** There is none, or, with a value, none any more. */
  | {
      readonly state: 'failed';
      readonly value: T | undefined;
      readonly of: Origin | undefined;
      readonly failure: ApiFailure;
    }
);

export interface Resources {
  /** What is held under this key; it is loading until it was asked for. The key stands for one kind of value. */
  get<T>(key: string): Resource<T>;
  /** Someone looks. Once nobody does, what is asked for is ended, and what is held may be forgotten. */
  subscribe(key: string, listener: () => void): () => void;
  /**
   * Has `ask` answer for a snapshot, unless it has already; undefined asks nothing, and what is held becomes stale. What
   * got no answer is asked for again, later each time.
   */
  ask<T>(key: string, snapshot: string | undefined, ask: Ask<T>, waitMs?: number): void;
}

/** Milliseconds. */
const WAIT_MS = 10_000;
const [FIRST_RETRY_MS, LAST_RETRY_MS] = [1_000, 30_000];
/** How many are remembered that nobody looks at. */
const MOST_UNSEEN = 24;

interface Entry {
  readonly store: Store<Resource<unknown>>;
  lookers: number;
  /** What was asked for last. */
  wanted:
    | { readonly snapshot: string | undefined; readonly ask: Ask<unknown>; readonly waitMs: number }
    | undefined;
  /** Ends what is under way: a request, or the wait for the next. */
  end: () => void;
  isAsking: boolean;
  failures: number;
}

export function createResources({
  clock,
  onRetry,
}: {
  readonly clock: Clock;
  /** Called with each `retry()`: the service itself may be worth a question, too. */
  readonly onRetry: () => void;
}): Resources {
  const entries = new Map<string, Entry>();

  function entryOf(key: string): Entry {
    const known = entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = {
      store: createStore<Resource<unknown>>({
        state: 'loading',
        value: undefined,
        of: undefined,
        failure: undefined,
        from: 'service',
        retry: () => {
          entry.failures = 0;
          request(entry);
          onRetry();
        },
      }),
      lookers: 0,
      wanted: undefined,
      end: () => {},
      isAsking: false,
      failures: 0,
    };
    entries.set(key, entry);
    return entry;
  }

  function request(entry: Entry): void {
    const { wanted } = entry;
    if (wanted === undefined || entry.lookers === 0) return;
    entry.end();
    entry.isAsking = true;
    entry.end = askWithin(clock, wanted.waitMs, wanted.ask, (answer) => {
      entry.isAsking = false;
      entry.end = () => {};
      const { retry, from } = entry.store.get();
      if (answer.ok) {
        entry.failures = 0;
        const of = { snapshot: wanted.snapshot, at: clock.now(), tookMs: answer.tookMs };
        entry.store.set({ state: 'ready', value: answer.value, of, failure: undefined, from, retry });
        return;
      }
      entry.store.set(afterFailure(entry.store.get(), answer.failure));
      if (!isPassing(answer.failure) || wanted.snapshot === undefined) return;
      entry.end = clock.after(retryDelay(entry.failures), () => request(entry));
      entry.failures += 1;
    });
  }

  function forgetUnseen(): void {
    const unseen = [...entries].filter(([, { lookers }]) => lookers === 0);
    for (const [key] of unseen.slice(0, Math.max(0, unseen.length - MOST_UNSEEN))) entries.delete(key);
  }

  return {
    // The key stands for the type: whoever asks under it says of what.
    get: <T>(key: string) => entryOf(key).store.get() as Resource<T>,
    subscribe(key, listener) {
      const entry = entryOf(key);
      // Seen last is forgotten last.
      entries.delete(key);
      entries.set(key, entry);
      entry.lookers += 1;
      const leave = entry.store.subscribe(listener);
      return () => {
        leave();
        entry.lookers -= 1;
        if (entry.lookers > 0) return;
        entry.end();
        entry.isAsking = false;
        entry.wanted = undefined;
        forgetUnseen();
      };
    },
    ask<T>(key: string, snapshot: string | undefined, ask: Ask<T>, waitMs = WAIT_MS) {
      const entry = entryOf(key);
      const before = entry.store.get();
      const isUnderWay = entry.isAsking && entry.wanted?.snapshot === snapshot;
      entry.wanted = { snapshot, ask, waitMs };
      if (snapshot !== undefined && isUnderWay) return;
      entry.end();
      entry.isAsking = false;
      entry.failures = 0;
      const isKnown = before.state === 'ready' || before.state === 'stale';
      if (isKnown && snapshot !== undefined && before.of.snapshot === snapshot)
        entry.store.set({ ...before, state: 'ready', failure: undefined });
      else {
        if (before.state === 'ready') entry.store.set({ ...before, state: 'stale' });
        if (snapshot !== undefined) request(entry);
      }
    },
  };
}

/** A service that is silent for a moment takes nothing away that was already read. */
export function afterFailure<T>(before: Resource<T>, failure: ApiFailure): Resource<T> {
  const { retry, from, value, of } = before;
  if (value !== undefined && of !== undefined && isPassing(failure))
    return { state: 'stale', value, of, failure, from, retry };
  return { state: 'failed', value, of, failure, from, retry };
}

/** Whether asking once more may help: nobody answered, or the service said that it can't now. */
export function isPassing(failure: ApiFailure): boolean {
  return failure.kind === 'refused' ? failure.status >= 500 : true;
}

/** Milliseconds before the next attempt: doubled each time. */
export function retryDelay(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
}
