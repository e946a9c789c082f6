import { LRUCache } from 'lru-cache';
import type { PreparedBody } from './prepared-body.ts';

interface Cached {
  readonly owner: WeakRef<object>;
  readonly body: PreparedBody;
}

interface Making {
  readonly owner: object;
  readonly body: Promise<PreparedBody>;
}

/**
 * Prepared bodies, least recently used first out. A body belongs to an object of a snapshot (list entry,
 * skill, snapshot): a newer object never gets the body of an older one.
 */
export class BodyCache {
  readonly #bodies: LRUCache<string, Cached>;
  readonly #making = new Map<string, Making>();

  constructor(maxBytes: number) {
    // `LRUCache` refuses a size of 0.
    this.#bodies = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ body }: Cached) => Math.max(body.size, 1),
    });
  }

  get bytes(): number {
    return this.#bodies.calculatedSize;
  }

  /** @param name the same for the object's successors, and for no other body */
  get(owner: object, name: string): PreparedBody | undefined {
    const cached = this.#bodies.get(name);
    return cached?.owner.deref() === owner ? cached.body : undefined;
  }

  /** Concurrent requests share the work. */
  async getOrMake(owner: object, name: string, make: () => Promise<PreparedBody>): Promise<PreparedBody> {
    const known = this.get(owner, name);
    if (known !== undefined) return known;
    const running = this.#making.get(name);
    if (running?.owner === owner) return running.body;
    const making: Making = { owner, body: make() };
    this.#making.set(name, making);
    try {
      const body = await making.body;
      // A body of a newer object may have been begun meanwhile.
      if (body.isSettled && this.#making.get(name) === making) this.#keep(name, owner, body);
      return body;
    } finally {
      if (this.#making.get(name) === making) this.#making.delete(name);
    }
  }

  #keep(name: string, owner: object, body: PreparedBody): void {
    const cached: Cached = { owner: new WeakRef(owner), body };
    this.#bodies.set(name, cached);
    body.onGrowth = () => {
      if (this.#bodies.peek(name) !== cached) return;
      this.#bodies.delete(name);
      this.#bodies.set(name, cached);
    };
  }
}
