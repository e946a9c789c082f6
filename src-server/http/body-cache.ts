import { LRUCache } from 'lru-cache';
import type { PreparedBody } from './prepared-body.ts';

/** The signal aborts without waiting requests. */
export type MakeBody = (unwanted: AbortSignal) => Promise<PreparedBody>;

/**
 * LRU cache within a byte budget. Bodies belong to objects of a snapshot (list entry, skill, snapshot): newer
 * snapshots never get older bodies.
 */
export class BodyCache {
  private readonly bodies: LRUCache<string, PreparedBody>;
  private readonly making = new Map<string, Making>();
  private readonly ownerIds = new WeakMap<object, number>();
  private nextOwnerId = 1;

  constructor(budgetBytes: number) {
    // `LRUCache` refuses a size of 0.
    this.bodies = new LRUCache({ maxSize: budgetBytes, sizeCalculation: ({ size }) => Math.max(size, 1) });
  }

  get heldBytes(): number {
    return this.bodies.calculatedSize;
  }

  get(owner: object, name: string): PreparedBody | undefined {
    return this.bodies.get(this.idOf(owner, name));
  }

  /**
   * Concurrent requests share the work.
   *
   * @param gone rejects with its reason; default: never
   */
  async getOrMake(owner: object, name: string, make: MakeBody, gone?: AbortSignal): Promise<PreparedBody> {
    const id = this.idOf(owner, name);
    const known = this.bodies.get(id);
    if (known !== undefined) return known;
    let making = this.making.get(id);
    if (making === undefined) {
      making = new Making(make, (body) => this.keep(id, body));
      this.making.set(id, making);
      const begun = making;
      // Later requests start anew.
      begun.onOver = () => {
        if (this.making.get(id) === begun) this.making.delete(id);
      };
    }
    return making.join(gone);
  }

  private keep(id: string, body: PreparedBody): void {
    if (!body.isSettled) return;
    this.bodies.set(id, body);
    body.onGrowth = () => this.weighAgain(id, body);
  }

  /** After compression on first use. */
  private weighAgain(id: string, body: PreparedBody): void {
    if (this.bodies.peek(id) !== body) return;
    this.bodies.delete(id);
    this.bodies.set(id, body);
  }

  private idOf(owner: object, name: string): string {
    let id = this.ownerIds.get(owner);
    if (id === undefined) {
      id = this.nextOwnerId++;
      this.ownerIds.set(owner, id);
    }
    return `${id}/${name}`;
  }
}

/** Aborted with the last waiting request. */
class Making {
  onOver: () => void = () => {};
  readonly #body: Promise<PreparedBody>;
  readonly #unwanted = new AbortController();
  #waiting = 0;

  constructor(make: MakeBody, onMade: (body: PreparedBody) => void) {
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
