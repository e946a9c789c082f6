import type { PreparedBody } from './prepared-body.ts';

/**
 * Keeps prepared bodies within a budget of bytes, least recently used ones go first. A body belongs to an object of the
 * snapshot it was made from (a list entry, a skill, the snapshot itself), so a newer snapshot never gets an older body.
 */
export class BodyCache {
  private readonly budgetBytes: number;
  /** In the order of use, the oldest first. */
  private readonly bodies = new Map<string, PreparedBody>();
  private readonly making = new Map<string, Promise<PreparedBody>>();
  private readonly ownerIds = new WeakMap<object, number>();
  private nextOwnerId = 1;
  private heldBytes = 0;

  constructor(budgetBytes: number) {
    this.budgetBytes = budgetBytes;
  }

  /** The body if it is at hand. */
  get(owner: object, name: string): PreparedBody | undefined {
    const id = this.idOf(owner, name);
    const body = this.bodies.get(id);
    if (body !== undefined) {
      this.bodies.delete(id);
      this.bodies.set(id, body);
    }
    return body;
  }

  /** The body, made where it isn't at hand; requests that come meanwhile wait for the same one. */
  async getOrMake(owner: object, name: string, make: () => Promise<PreparedBody>): Promise<PreparedBody> {
    const id = this.idOf(owner, name);
    const known = this.get(owner, name) ?? this.making.get(id);
    if (known !== undefined) return known;
    const making = make().finally(() => this.making.delete(id));
    this.making.set(id, making);
    const body = await making;
    this.bodies.set(id, body);
    this.grow(body.size);
    // A compressed form comes later, on first use, and counts as long as its body is held.
    body.onGrowth = (bytes) => this.bodies.get(id) === body && this.grow(bytes);
    return body;
  }

  private grow(bytes: number): void {
    this.heldBytes += bytes;
    for (const [id, body] of this.bodies) {
      if (this.heldBytes <= this.budgetBytes) return;
      this.bodies.delete(id);
      this.heldBytes -= body.size;
    }
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
