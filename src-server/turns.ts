/**
 * A few pieces of work at a time, the others wait in the order they came. For work that is dear but may take its time:
 * everything else gets in between.
 */
export class Turns {
  private readonly atOnce: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param atOnce pieces of work that run at the same time; 1 or more */
  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  /**
   * Does a piece of work when its turn comes. Rejects with the signal's reason where nobody wants it any more by then: it
   * is not begun.
   */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      // The turn goes to the next one without a moment in which a newcomer could take it.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
