import { compareText } from '../../contract/diagnostic.ts';
import type { RankedDocument } from './ranked-document.ts';

/** Heavier first, then by key. */
function compareRanked(a: RankedDocument, b: RankedDocument): number {
  return b.weight - a.weight || compareText(a.document.key, b.document.key);
}

/** Keeps the best of the documents that it is given, 1 or more: a heap with the last of them on top. */
export class BestDocuments {
  readonly #limit: number;
  readonly #heap: RankedDocument[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A lighter document has no place; 0 while every one has. */
  get threshold(): number {
    return this.#heap.length < this.#limit ? 0 : (this.#heap[0]?.weight ?? 0);
  }

  add(ranked: RankedDocument): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push(ranked);
      this.#siftUp(heap.length - 1);
    } else if (compareRanked(ranked, heap[0] as RankedDocument) < 0) {
      heap[0] = ranked;
      this.#siftDown();
    }
  }

  /** The best first; none is added afterwards. */
  sorted(): RankedDocument[] {
    return this.#heap.sort(compareRanked);
  }

  #siftUp(start: number): void {
    const heap = this.#heap;
    const item = heap[start] as RankedDocument;
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (compareRanked(heap[parent] as RankedDocument, item) >= 0) break;
      heap[place] = heap[parent] as RankedDocument;
      place = parent;
    }
    heap[place] = item;
  }

  #siftDown(): void {
    const heap = this.#heap;
    const item = heap[0] as RankedDocument;
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      if (child >= heap.length) break;
      const right = child + 1;
      if (
        right < heap.length &&
        compareRanked(heap[right] as RankedDocument, heap[child] as RankedDocument) > 0
      ) {
        child = right;
      }
      if (compareRanked(heap[child] as RankedDocument, item) <= 0) break;
      heap[place] = heap[child] as RankedDocument;
      place = child;
    }
    heap[place] = item;
  }
}
