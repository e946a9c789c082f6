/** Answers that are kept up to date while somebody looks at them. */
import type { ApiFailure } from '../api/api-transport.ts';
import type { Ask } from './ask-within.ts';
import { createHeldAnswer, type HeldAnswer } from './held-answer.ts';
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

/** Answers by key, each held while somebody looks at it. */
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
/** How many are remembered that nobody looks at. */
const MOST_UNSEEN = 24;

/** One answer for each key, for all who look at it. */
export function createResources(surroundings: {
  readonly clock: Clock;
  /** Called with each `retry()`: the service itself may be worth a question, too. */
  readonly onRetry: () => void;
}): Resources {
  const all = new Map<string, HeldAnswer>();

  function held(key: string): HeldAnswer {
    const known = all.get(key) ?? createHeldAnswer(surroundings);
    all.set(key, known);
    return known;
  }
  function forgetUnseen(): void {
    const unseen = [...all].filter(([, { isSeen }]) => !isSeen());
    for (const [key] of unseen.slice(0, Math.max(0, unseen.length - MOST_UNSEEN))) all.delete(key);
  }

  return {
    // The key stands for the type: whoever asks under it says of what.
    get: <T>(key: string) => held(key).get() as Resource<T>,
    subscribe(key, listener) {
      const answer = held(key);
      // Seen last is forgotten last.
      all.delete(key);
      all.set(key, answer);
      const leave = answer.look(listener);
      return () => {
        leave();
        forgetUnseen();
      };
    },
    ask: (key, snapshot, ask, waitMs = WAIT_MS) => held(key).want({ snapshot, ask, waitMs }),
  };
}
