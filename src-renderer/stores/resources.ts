import type { Ask } from './ask-with-timeout.ts';
import { type CachedQuery, createCachedQuery } from './cached-query.ts';
import type { Resource } from './resource.ts';
import type { Clock } from './surroundings.ts';

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
  /** Asks again by itself after a failure. Default: true. */
  readonly repeats?: boolean;
}): Resources {
  const all = new Map<string, CachedQuery>();

  function held(key: string): CachedQuery {
    const known = all.get(key) ?? createCachedQuery(surroundings);
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
