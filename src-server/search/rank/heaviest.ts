/** The first items by `compare`, heaviest first. */
export class Heaviest<T extends { readonly weight: number }> {
  readonly limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #items: T[] = [];

  constructor(limit: number, compare: (a: T, b: T) => number = (a, b) => b.weight - a.weight) {
    this.limit = limit;
    this.#compare = compare;
  }

  get threshold(): number {
    return this.#items[this.limit - 1]?.weight ?? 0;
  }

  add(item: T): void {
    const items = this.#items;
    let [from, to] = [0, items.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#compare(item, items[middle] as T) < 0) to = middle;
      else from = middle + 1;
    }
    if (from >= this.limit) return;
    items.splice(from, 0, item);
    if (items.length > this.limit) items.pop();
  }

  sorted(): readonly T[] {
    return this.#items;
  }
}
