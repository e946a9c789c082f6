import { LRUCache } from 'lru-cache';
import type { PreparedBody } from './prepared-body.ts';

/**
 * Keeps prepared bodies within a budget of bytes, least recently used ones go first; a body over the whole budget isn't
 * kept. A body belongs to an object of the snapshot it was made from (a list entry, a skill, the snapshot itself), so a
 * newer snapshot never gets an older body.
 */
export class BodyCache {
  private readonly bodies: LRUCache<string, PreparedBody>;
  private readonly making = new Map<string, Promise<PreparedBody>>();
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

  /** The body, made where it isn't at hand; requests that come meanwhile wait for the same one. */
  async getOrMake(owner: object, name: string, make: () => Promise<PreparedBody>): Promise<PreparedBody> {
    const id = this.idOf(owner, name);
    const known = this.bodies.get(id) ?? this.making.get(id);
    if (known !== undefined) return known;
    const making = make().finally(() => this.making.delete(id));
    this.making.set(id, making);
    const body = await making;
    this.bodies.set(id, body);
    body.onGrowth = () => this.weighAgain(id, body);
    return body;
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
