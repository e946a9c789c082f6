/** Cached queries that refresh while subscribed. */
import type { ApiFailure } from '../api/api-transport.ts';
import type { Ask } from './ask-within.ts';
import { createHeldAnswer, type HeldAnswer } from './held-answer.ts';
import type { Clock } from './surroundings.ts';

/** Origin of a value. */
export interface Origin {
  /** Snapshot of the request; undefined if no service was known. */
  readonly snapshot: string | undefined;
  /** Time of the response, in milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** Query result. The last value survives failures of the service. */
export type Resource<T> = {
  /** Responder. For `service`, the service's state explains a missing value. */
  readonly from: 'service' | 'app';
  /** Requests again now. */
  retry(): void;
} & (
  | {
      readonly state: 'loading';
      readonly value: undefined;
      readonly of: undefined;
      readonly failure: undefined;
    }
  | { readonly state: 'ready'; readonly value: T; readonly of: Origin; readonly failure: undefined }
  /** Outdated value: a newer value is loading, or `failure` says why not. */
  | {
      readonly state: 'stale';
      readonly value: T;
      readonly of: Origin;
      readonly failure: ApiFailure | undefined;
    }
  /** No value, or an old value that is no longer valid. */
  | {
      readonly state: 'failed';
      readonly value: T | undefined;
      readonly of: Origin | undefined;
      readonly failure: ApiFailure;
    }
);

/** Cached queries by key. */
export interface Resources {
  /** Returns the resource of the key, loading until requested. Each key must have one value type. */
  get<T>(key: string): Resource<T>;
  /** Subscribes. Without subscribers the request is cancelled and the value may be evicted. */
  subscribe(key: string, listener: () => void): () => void;
  /**
   * Requests a value for a snapshot, unless already loaded or loading. Without a snapshot requests nothing
   * and marks the value stale. Retries failures with backoff.
   */
  ask<T>(key: string, snapshot: string | undefined, ask: Ask<T>, waitMs?: number): void;
}

/** Default timeout in milliseconds. */
const WAIT_MS = 10_000;
/** Maximum number of cached queries without subscribers. */
const MOST_UNSEEN = 24;

export function createResources(surroundings: {
  readonly clock: Clock;
  /** Called on each `retry()`, to also poll the service. */
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
