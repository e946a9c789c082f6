import { useEffect, useState } from 'react';
import { refusalSentence } from '../desktop.ts';

export interface Query<T> {
  /** Last answer, also of an earlier key. */
  readonly value: T | undefined;
  /** Sentence. */
  readonly failed: string | undefined;
  readonly isAsking: boolean;
  /** Last answer, milliseconds since 1970. */
  readonly at: number | undefined;
  refresh(): void;
}

type Known<T> = Omit<Query<T>, 'isAsking' | 'refresh'> & { readonly answered: string | undefined };

const NOTHING = { value: undefined, failed: undefined, at: undefined, answered: undefined } as const;

/**
 * Asks on mount, for new keys and on `refresh`. Ignores answers to older requests.
 *
 * @param key covers all parameters of `ask`; undefined: asks nothing
 */
export function useQuery<T>(ask: (() => Promise<T>) | undefined, key: string | undefined): Query<T> {
  const [round, setRound] = useState(0);
  const [known, setKnown] = useState<Known<T>>(NOTHING);
  const request = key === undefined || ask === undefined ? undefined : `${round} ${key}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request names all that `ask` depends on
  useEffect(() => {
    if (request === undefined) return;
    let isLate = false;
    ask?.().then(
      (value) => isLate || setKnown({ value, failed: undefined, at: Date.now(), answered: request }),
      (error: unknown) =>
        isLate || setKnown((last) => ({ ...last, failed: refusalSentence(error), answered: request })),
    );
    return () => {
      isLate = true;
    };
  }, [request]);
  const { answered, ...last } = known;
  return {
    ...last,
    isAsking: request !== undefined && answered !== request,
    refresh: () => setRound((before) => before + 1),
  };
}

/** Another program may have changed the answer meanwhile. */
export function useRefreshOnFocus(...queries: ReadonlyArray<Pick<Query<unknown>, 'refresh'>>): void {
  useEffect(() => {
    const refresh = () => {
      for (const query of queries) query.refresh();
    };
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  });
}
