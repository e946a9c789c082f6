import { LRUCache } from 'lru-cache';
import type { PreparedBody } from './prepared-body.ts';

/** Prepared bodies by the object that they show, least recently used first out. */
export class BodyCache {
  readonly #bodies: LRUCache<object, PreparedBody>;

  constructor(maxBytes: number) {
    // `LRUCache` refuses a size of 0.
    this.#bodies = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ size }) => Math.max(size, 1) });
  }

  get bytes(): number {
    return this.#bodies.calculatedSize;
  }

  of(shown: object, make: () => PreparedBody): PreparedBody {
    const known = this.#bodies.get(shown);
    if (known !== undefined) return known;
    const body = make();
    this.#bodies.set(shown, body);
    body.onGrowth = () => {
      if (this.#bodies.peek(shown) !== body) return;
      // Setting the same body again would keep the old size.
      this.#bodies.delete(shown);
      this.#bodies.set(shown, body);
    };
    return body;
  }
}
