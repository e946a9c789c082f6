import type { Status } from '../contract/api.ts';
import type { StatusFollower } from '../contract/queries.ts';

const NEWS_MS = 100;

/** Tells followers the status after changes, collected for a moment. */
export class StatusNews {
  readonly #status: () => Status;
  readonly #followers = new Set<StatusFollower>();
  #timer: NodeJS.Timeout | undefined;
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
    if (this.#isClosed || this.#followers.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const status = this.#status();
      for (const { onStatus } of [...this.#followers]) onStatus(status);
    }, NEWS_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { onEnd } of [...this.#followers]) onEnd();
  }
}
