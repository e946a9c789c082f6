import { LRUCache } from 'lru-cache';
import type { PreparedBody } from './prepared-body.ts';

/** Makes a body; told by its signal when nobody waits any more. */
export type MakeBody = (unwanted: AbortSignal) => Promise<PreparedBody>;

/**
 * Keeps prepared bodies within a budget of bytes, least recently used ones go first; a body over the whole budget isn't
 * kept. A body belongs to an object of the snapshot it was made from (a list entry, a skill, the snapshot itself), so a
 * newer snapshot never gets an older body.
 */
export class BodyCache {
  private readonly bodies: LRUCache<string, PreparedBody>;
  private readonly making = new Map<string, Making>();
  private readonly ownerIds = new WeakMap<object, number>();
  private nextOwnerId = 1;

  constructor(budgetBytes: number) {
    // An empty body takes a place too.
    this.bodies = new LRUCache({ maxSize: budgetBytes, sizeCalculation: ({ size }) => Math.max(size, 1) });
  }

  /** Bytes that are held. */
  get heldBytes(): number {
    return this.bodies.calculatedSize;
  }

  /** The body if it is at hand. */
  get(owner: object, name: string): PreparedBody | undefined {
    return this.bodies.get(this.idOf(owner, name));
  }

  /**
   * The body, made where it isn't at hand; requests that come meanwhile wait for the same one.
   *
   * @param gone aborted when this caller no longer waits, which rejects with its reason; default never
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
      // Who asks after this starts another one.
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

  /** A compressed form comes later, on first use, and counts as long as its body is held. */
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

/** A body that is being made for all who wait for it, as long as somebody does. */
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
    // If all have left, nobody hears how it ended.
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
