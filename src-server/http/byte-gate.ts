/** Work that holds less than this part of the limit isn't made to wait. */
const SMALL_SHARE = 64;

/** Lets work in as long as all that is inside holds a bounded number of bytes; the rest waits, in order. */
export class ByteGate {
  readonly #limit: number;
  readonly #waiting: Array<{ readonly bytes: number; readonly enter: () => void }> = [];
  #inside = 0;

  /** @param limit bytes; a single piece of work that is larger is let in alone */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param unwanted aborted when nobody wants the work any more: while it waits it is never begun then */
  async run<T>(bytes: number, work: () => Promise<T>, unwanted?: AbortSignal): Promise<T> {
    // What is small holds little, and nobody who asks for it should wait for what is large.
    if (bytes <= this.#limit / SMALL_SHARE) return work();
    await this.#enter(bytes, unwanted);
    try {
      return await work();
    } finally {
      this.#inside -= bytes;
      this.#letIn();
    }
  }

  #enter(bytes: number, unwanted: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        unwanted?.removeEventListener('abort', leave);
        resolve();
      };
      const piece = { bytes, enter };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(piece), 1);
        reject(unwanted?.reason);
        this.#letIn();
      };
      unwanted?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(piece);
      this.#letIn();
    });
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#inside > 0 && this.#inside + next.bytes > this.#limit) return;
      this.#waiting.shift();
      this.#inside += next.bytes;
      next.enter();
    }
  }
}
