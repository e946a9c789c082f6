import type { Request } from 'express';

/** Requests of a connection that wait for their turn, before no more are read from it. */
const MOST_WAITING = 100;

/**
 * Computed answers take turns with everything else: one in each turn of the event loop, callers one after the other
 * however many requests each has sent. 200 questions in one packet keep `/health` waiting for one of them, not for all.
 */
export class Turns<Caller extends object> {
  readonly #waiting = new Map<Caller, (() => void)[]>();
  #isTaken = false;

  /** Undefined if nobody computes in this turn of the loop; else resolves when it is the caller's turn. */
  take(caller: Caller): Promise<void> | undefined {
    if (!this.#isTaken) {
      this.#isTaken = true;
      setImmediate(this.#next);
      return undefined;
    }
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller);
      if (own === undefined) this.#waiting.set(caller, [resolve]);
      else own.push(resolve);
    });
  }

  waitingOf(caller: Caller): number {
    return this.#waiting.get(caller)?.length ?? 0;
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (first === undefined) {
      this.#isTaken = false;
      return;
    }
    const [caller, own] = first;
    const release = own.shift();
    // Behind the other callers.
    this.#waiting.delete(caller);
    if (own.length > 0) this.#waiting.set(caller, own);
    release?.();
    setImmediate(this.#next);
  };
}

const turns = new Turns<Request['socket']>();

/** Rejects if the caller has left meanwhile. Undefined: the answer may be computed at once. */
export function takeTurn(request: Pick<Request, 'socket'>): Promise<void> | undefined {
  const { socket } = request;
  const turn = turns.take(socket);
  if (turn === undefined) return undefined;
  const isFull = turns.waitingOf(socket) >= MOST_WAITING;
  if (isFull) socket.pause();
  return turn.then(() => {
    if (socket.destroyed || !socket.writable) throw NOBODY_WAITS;
    if (turns.waitingOf(socket) < MOST_WAITING / 2 && socket.isPaused()) socket.resume();
  });
}

/** Shared: creating an error costs more than headers. */
export const NOBODY_WAITS = new Error('Nobody waits for the answer any more.');
