import { later } from './index-head.ts';
import type { IndexHead } from './registry-snapshot.ts';

/** Keeps version and time from going back when the layers change. */
export class HeadOverLayers {
  #added = 0;
  #since: string | undefined;

  /** @param next head of the new layers */
  raise(before: IndexHead, next: IndexHead, now: Date): void {
    this.#added = Math.max(this.#added, before.version + 1 - next.version);
    this.#since = later(before.updated_at, now.toISOString());
  }

  of(head: IndexHead): IndexHead {
    if (this.#since === undefined) return head;
    const { version, updated_at: updatedAt } = head;
    return { ...head, version: version + this.#added, updated_at: later(updatedAt, this.#since) };
  }
}
