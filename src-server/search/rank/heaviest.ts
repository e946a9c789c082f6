/** Heap with the lightest item on top. */
export class Heaviest<T extends { readonly weight: number }> {
  readonly limit: number;
  readonly #compare: (a: T, b: T) => number;
  readonly #heap: T[] = [];

  constructor(limit: number, compare: (a: T, b: T) => number = (a, b) => b.weight - a.weight) {
    this.limit = limit;
    this.#compare = compare;
  }

  get threshold(): number {
    return this.#heap.length < this.limit ? 0 : (this.#heap[0]?.weight ?? 0);
  }

  add(item: T): void {
    const heap = this.#heap;
    if (heap.length < this.limit) {
      heap.push(item);
      this.#siftUp(heap.length - 1);
    } else if (this.#compare(item, heap[0] as T) < 0) {
      heap[0] = item;
      this.#siftDown();
    }
  }

  sorted(): T[] {
    return this.#heap.sort(this.#compare);
  }

  #siftUp(start: number): void {
    const heap = this.#heap;
    const item = heap[start] as T;
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#compare(heap[parent] as T, item) >= 0) break;
      heap[place] = heap[parent] as T;
      place = parent;
    }
    heap[place] = item;
  }

  #siftDown(): void {
    const heap = this.#heap;
    const item = heap[0] as T;
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      if (child >= heap.length) break;
      const right = child + 1;
      if (right < heap.length && this.#compare(heap[right] as T, heap[child] as T) > 0) {
        child = right;
      }
      if (this.#compare(heap[child] as T, item) <= 0) break;
      heap[place] = heap[child] as T;
      place = child;
    }
    heap[place] = item;
  }
}
