import { useEffect, useRef, useState } from 'react';
import type { Answer, ApiFailure } from '../api/api-client.ts';

export type Loaded<T> =
  | { readonly state: 'loading' }
  | {
      readonly state: 'ready';
      readonly value: T;
      readonly tookMs: number;
      /** True while a newer answer is on its way, or can't be had. */
      readonly stale: boolean;
    }
  | { readonly state: 'failed'; readonly failure: ApiFailure };

/**
 * Asks whenever `subject` or `version` changes, and drops answers that were overtaken. A new version of the same
 * subject keeps showing the old answer until the new one is there; another subject starts from nothing. While one of
 * them is undefined nothing is asked, and what is there stays.
 */
export function useAnswer<T>(
  subject: string | undefined,
  version: string | undefined,
  ask: (signal: AbortSignal) => Promise<Answer<T>>,
): Loaded<T> {
  const [held, setHeld] = useState<{ subject: string; loaded: Loaded<T> }>();
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    if (subject === undefined || version === undefined) return;
    const control = new AbortController();
    void asking.current(control.signal).then((answer) => {
      if (control.signal.aborted) return;
      setHeld((before) => ({
        subject,
        loaded: settle(before?.subject === subject ? before.loaded : undefined, answer),
      }));
    });
    return () => control.abort();
  }, [subject, version]);
  return held !== undefined && held.subject === subject ? held.loaded : { state: 'loading' };
}

/** A service that is silent for a moment takes nothing away that was already read. */
function settle<T>(before: Loaded<T> | undefined, answer: Answer<T>): Loaded<T> {
  if (answer.ok) return { state: 'ready', value: answer.value, tookMs: answer.tookMs, stale: false };
  if (before?.state === 'ready' && (answer.failure.kind === 'silent' || isUnavailable(answer.failure)))
    return { ...before, stale: true };
  return { state: 'failed', failure: answer.failure };
}

function isUnavailable(failure: ApiFailure): boolean {
  return failure.kind === 'refused' && failure.status === 503;
}
