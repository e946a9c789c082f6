import { LRUCache } from 'lru-cache';
import type { PreparedBody } from './prepared-body.ts';

/** The signal aborts without waiting requests. */
export type MakeBody = (unwanted: AbortSignal) => Promise<PreparedBody>;

interface Held {
  readonly owner: WeakRef<object>;
  readonly body: PreparedBody;
}

/**
 * LRU cache within a byte budget. A body belongs to an object of a snapshot (list entry, skill, snapshot): a
 * newer object never gets the older body, and its body replaces the older.
 */
export class BodyCache {
  private readonly bodies: LRUCache<string, Held>;
  private readonly making = new Map<string, Making>();

  constructor(budgetBytes: number) {
    // `LRUCache` refuses a size of 0.
    const sizeCalculation = ({ body }: Held) => Math.max(body.size, 1);
    this.bodies = new LRUCache({ maxSize: budgetBytes, sizeCalculation });
  }

  get heldBytes(): number {
    return this.bodies.calculatedSize;
  }

  /** @param name the same for the object's successors, and for no other body */
  get(owner: object, name: string): PreparedBody | undefined {
    const held = this.bodies.get(name);
    return held?.owner.deref() === owner ? held.body : undefined;
  }

  /**
   * Concurrent requests share the work.
   *
   * @param gone rejects with its reason; default: never
   */
  async getOrMake(owner: object, name: string, make: MakeBody, gone?: AbortSignal): Promise<PreparedBody> {
    const known = this.get(owner, name);
    if (known !== undefined) return known;
    let making = this.making.get(name);
    if (making?.owner !== owner) {
      const begun = new Making(owner, make, (body) => this.keep(name, begun, body));
      this.making.set(name, begun);
      // Later requests start anew.
      begun.onOver = () => {
        if (this.making.get(name) === begun) this.making.delete(name);
      };
      making = begun;
    }
    return making.join(gone);
  }

  /** Unless the body of a newer object was begun meanwhile. */
  private keep(name: string, made: Making, body: PreparedBody): void {
    if (!body.isSettled || this.making.get(name) !== made) return;
    const held = { owner: new WeakRef(made.owner), body };
    this.bodies.set(name, held);
    body.onGrowth = () => this.weighAgain(name, held);
  }

  /** After compression on first use. */
  private weighAgain(name: string, held: Held): void {
    if (this.bodies.peek(name) !== held) return;
    this.bodies.delete(name);
    this.bodies.set(name, held);
  }
}

/** Aborted with the last waiting request. */
class Making {
  onOver: () => void = () => {};
  readonly owner: object;
  readonly #body: Promise<PreparedBody>;
  readonly #unwanted = new AbortController();
  #waiting = 0;

  constructor(owner: object, make: MakeBody, onMade: (body: PreparedBody) => void) {
    this.owner = owner;
    this.#body = make(this.#unwanted.signal)
      .then((body) => {
        onMade(body);
        return body;
      })
      .finally(() => this.onOver());
    // Without waiting requests a failure is no error.
    this.#body.catch(() => {});
  }

  join(gone: AbortSignal | undefined): Promise<PreparedBody> {
    this.#waiting += 1;
    if (gone === undefined) return this.#body;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(gone.reason);
        this.#leave(gone.reason);
      };
      if (gone.aborted) leave();
      else gone.addEventListener('abort', leave, { once: true });
      this.#body.then(resolve, reject).finally(() => gone.removeEventListener('abort', leave));
    });
  }

  #leave(reason: unknown): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.onOver();
    this.#unwanted.abort(reason);
  }
}
