import type { Answer } from '../api/api-transport.ts';
import type { Clock } from './surroundings.ts';

export type Ask<T> = (signal: AbortSignal) => Promise<Answer<T>>;

const TOO_LATE = { kind: 'silent', message: 'No answer in time.' } as const;

/** Calls `take` exactly once, unless cancelled by the returned function. */
export function askWithTimeout<T>(
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
