/** Work that many ask for at once and that is done once for all of them. What it gave isn't kept. */
export class SharedWork<T> {
  readonly #running = new WeakMap<object, Map<string, Promise<T>>>();

  /** Starts the work, or joins the same one: of the same owner and name. */
  run(owner: object, name: string, work: () => Promise<T>): Promise<T> {
    const ofOwner = this.#running.get(owner) ?? new Map<string, Promise<T>>();
    this.#running.set(owner, ofOwner);
    const known = ofOwner.get(name);
    if (known !== undefined) return known;
    const running = work().finally(() => ofOwner.delete(name));
    ofOwner.set(name, running);
    return running;
  }
}
