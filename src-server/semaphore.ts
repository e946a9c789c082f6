/** In order of arrival. */
export class Semaphore {
  private readonly atOnce: number;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param atOnce at least 1 */
  constructor(atOnce: number) {
    this.atOnce = atOnce;
  }

  /** Aborted before its turn, rejects with the signal's reason. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.running >= this.atOnce) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      // Handing over directly keeps a newcomer from taking the turn.
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
