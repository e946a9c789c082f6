import type { Status } from '../contract/api/api.ts';
import type { StatusFollower } from '../contract/api/registry-queries.ts';

/** Between publications. */
const PERIOD_MS = 200;

/** The first change at once, further ones collected. */
export class StatusNews {
  readonly #status: () => Status;
  readonly #followers = new Set<StatusFollower>();
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isClosed = false;

  constructor(status: () => Status) {
    this.#status = status;
  }

  /** Returns an unsubscribe function. */
  follow(follower: StatusFollower): () => void {
    if (this.#isClosed) follower.onEnd();
    else this.#followers.add(follower);
    return () => void this.#followers.delete(follower);
  }

  changed(): void {
    if (this.#isClosed) return;
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isDue) return;
      this.#isDue = false;
      this.changed();
    }, PERIOD_MS).unref();
    if (this.#followers.size === 0) return;
    const status = this.#status();
    for (const { onStatus } of [...this.#followers]) onStatus(status);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { onEnd } of [...this.#followers]) onEnd();
    this.#followers.clear();
  }
}
