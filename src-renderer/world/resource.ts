/** Cached queries that refresh while subscribed. */
import type { ApiFailure } from '../api/api-transport.ts';
import type { Ask } from './ask-within.ts';
import { createHeldAnswer, type HeldAnswer } from './held-answer.ts';
import type { Clock } from './surroundings.ts';

export interface Origin {
  /** Undefined if no service was known. */
  readonly snapshot: string | undefined;
  /** Response time, milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** The last value survives failures. */
export type Resource<T> = {
  /** For `service`, the service's state explains a missing value. */
  readonly from: 'service' | 'app';
  retry(): void;
} & (
  | {
      readonly state: 'loading';
      readonly value: undefined;
      readonly of: undefined;
      readonly failure: undefined;
    }
  | { readonly state: 'ready'; readonly value: T; readonly of: Origin; readonly failure: undefined }
  /** A newer value is loading, or `failure` says why not. */
  | {
      readonly state: 'stale';
      readonly value: T;
      readonly of: Origin;
      readonly failure: ApiFailure | undefined;
    }
  /** No value, or an invalid old value. */
  | {
      readonly state: 'failed';
      readonly value: T | undefined;
      readonly of: Origin | undefined;
      readonly failure: ApiFailure;
    }
);

export interface Resources {
  /** Loading until requested. Each key must have one value type. */
  get<T>(key: string): Resource<T>;
  /** Without subscribers the request is cancelled, and the value may be evicted. */
  subscribe(key: string, listener: () => void): () => void;
  /**
   * Does nothing if the snapshot is loaded or loading. Without a snapshot marks the value stale. Retries with
   * backoff.
   */
  ask<T>(key: string, snapshot: string | undefined, ask: Ask<T>, waitMs?: number): void;
}

/** Milliseconds. */
const WAIT_MS = 10_000;
/** Cached queries without subscribers. */
const MOST_UNSEEN = 24;

export function createResources(surroundings: {
  readonly clock: Clock;
  /** Also polls the service. */
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
    // The caller guarantees the value type of its key.
    get: <T>(key: string) => held(key).get() as Resource<T>,
    subscribe(key, listener) {
      const answer = held(key);
      // Reinsertion moves the key to the end, so the least recently used is evicted first.
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
