import type { Answer } from '../api/api-transport.ts';
import type { Clock } from './surroundings.ts';

/** Asks the service once; `signal` ends it when the answer isn't wanted any more. */
export type Ask<T> = (signal: AbortSignal) => Promise<Answer<T>>;

const TOO_LATE = { kind: 'silent', message: 'No answer within the time we wait.' } as const;

/**
 * Asks, and hands over the answer, or after `waitMs` that there is none; exactly once. The returned function ends the
 * request: nothing is handed over then, whatever still arrives.
 */
export function askWithin<T>(
  clock: Clock,
  waitMs: number,
  ask: Ask<T>,
  take: (answer: Answer<T>) => void,
): () => void {
  const control = new AbortController();
  let isOver = false;
  const end = () => {
    isOver = true;
    stopTimer();
    control.abort();
  };
  const settle = (answer: Answer<T>) => {
    if (isOver) return;
    isOver = true;
    stopTimer();
    take(answer);
  };
  const stopTimer = clock.after(waitMs, () => {
    if (isOver) return;
    end();
    take({ ok: false, failure: TOO_LATE });
  });
  void ask(control.signal).then(settle, (error: unknown) =>
    settle({ ok: false, failure: { kind: 'silent', message: String(error) } }),
  );
  return end;
}
