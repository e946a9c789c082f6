/**
 * Work that many ask for at once and that is done once for all of them, as long as somebody waits for it. What it gave
 * isn't kept.
 */
export class SharedWork<T> {
  readonly #running = new WeakMap<object, Map<string, Running<T>>>();

  /**
   * Starts the work, or joins the same one: of the same owner and name.
   *
   * @param work is told by its signal when nobody waits any more; who asks after that starts another one
   * @param gone aborted when this caller no longer waits, which rejects with its reason; default never
   */
  run(
    owner: object,
    name: string,
    work: (unwanted: AbortSignal) => Promise<T>,
    gone?: AbortSignal,
  ): Promise<T> {
    const ofOwner = this.#running.get(owner) ?? new Map<string, Running<T>>();
    this.#running.set(owner, ofOwner);
    const running = ofOwner.get(name) ?? new Running(work);
    ofOwner.set(name, running);
    const forget = () => {
      if (ofOwner.get(name) === running) ofOwner.delete(name);
    };
    running.onOver = forget;
    return running.join(gone);
  }
}

class Running<T> {
  onOver: () => void = () => {};
  readonly #result: Promise<T>;
  readonly #unwanted = new AbortController();
  #waiting = 0;

  constructor(work: (unwanted: AbortSignal) => Promise<T>) {
    this.#result = work(this.#unwanted.signal).finally(() => this.onOver());
    // Where all have left nobody hears how it ended.
    this.#result.catch(() => {});
  }

  join(gone: AbortSignal | undefined): Promise<T> {
    this.#waiting += 1;
    if (gone === undefined) return this.#result;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(gone.reason);
        this.#leave(gone.reason);
      };
      if (gone.aborted) leave();
      else gone.addEventListener('abort', leave, { once: true });
      this.#result.then(resolve, reject).finally(() => gone.removeEventListener('abort', leave));
    });
  }

  #leave(reason: unknown): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.onOver();
    this.#unwanted.abort(reason);
  }
}
