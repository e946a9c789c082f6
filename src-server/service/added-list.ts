import { type FSWatcher, promises as fs, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Logger } from '../contract/service/logger.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { openRegistryStore, REGISTRY_LIST, type RegistryStore } from '../registries/registry-store.ts';

/** For file systems without events. */
const READ_EVERY_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
/** From 1 s, doubled after each rejection: each repetition may start a thread. */
const LONGEST_PAUSE_MS = 60_000;

/** As last readable. */
export class AddedList {
  readonly store: RegistryStore;
  readonly #logger: Logger;
  #registries: readonly AddedRegistry[];
  #stamp: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #watcher: { readonly folder: string; readonly events: FSWatcher } | undefined;
  #isClosed = false;
  #warnedOf: string | undefined;

  /**
   * @param isNeeded throws `RegistryRefusal` if the list is damaged; else warns, and lists none until
   * repaired
   */
  constructor(data: string, logger: Logger, isNeeded: boolean) {
    this.store = openRegistryStore(data);
    this.#logger = logger;
    try {
      this.#registries = this.store.list();
    } catch (error) {
      if (isNeeded) throw error;
      this.#registries = [];
      this.#warn(messageOf(error));
    }
  }

  get registries(): readonly AddedRegistry[] {
    return this.#registries;
  }

  find(name: string): AddedRegistry | undefined {
    return this.#registries.find((registry) => registry.name === name);
  }

  /** Calls back after each change, one call at a time; again after a rejection, with growing pauses. */
  follow(onChange: () => Promise<void>): void {
    let isPending = false;
    let pauseMs = FIRST_PAUSE_MS;
    let dueAt = 0;
    let isReading = false;
    let isNews = false;
    const read = async () => {
      if (await this.#readAgain()) [isPending, pauseMs, dueAt] = [true, FIRST_PAUSE_MS, 0];
      if (!isPending || performance.now() < dueAt) return;
      await onChange().then(
        () => {
          isPending = false;
        },
        (error: unknown) => {
          this.#warn(messageOf(error));
          dueAt = performance.now() + pauseMs;
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        },
      );
    };
    const wake = async () => {
      isNews = true;
      if (isReading) return;
      isReading = true;
      clearTimeout(this.#timer);
      for (; isNews && !this.#isClosed; await read()) {
        isNews = false;
        this.#watch(wake);
      }
      isReading = false;
      if (this.#isClosed) return;
      const untilDueMs = isPending ? Math.max(0, dueAt - performance.now()) : READ_EVERY_MS;
      this.#timer = setTimeout(() => void wake(), Math.min(untilDueMs, READ_EVERY_MS)).unref();
    };
    void wake();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#watcher?.events.close();
  }

  /** The folder of the list, or its parent until the first registry is added. */
  #watch(onEvent: () => Promise<void>): void {
    const { folder } = this.store;
    for (const place of [folder, dirname(folder)]) {
      if (this.#watcher?.folder === place) return;
      try {
        const events = watch(place, { persistent: false }, () => void onEvent());
        this.#watcher?.events.close();
        this.#watcher = { folder: place, events };
        // The folder is gone, or events are not supported: the timer goes on.
        events.on('error', () => {
          events.close();
          this.#watcher = undefined;
        });
        return;
      } catch {
        // Not there yet.
      }
    }
  }

  async #readAgain(): Promise<boolean> {
    const stats = await fs.stat(join(this.store.folder, REGISTRY_LIST)).catch(() => undefined);
    const stamp = stats && [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino].join();
    if (stamp === this.#stamp) return false;
    this.#stamp = stamp;
    try {
      const before = JSON.stringify(this.#registries);
      this.#registries = this.store.list();
      return JSON.stringify(this.#registries) !== before;
    } catch (error) {
      this.#warn(messageOf(error));
      // Read again even if unchanged: the disk refused, as while another program holds the file.
      if (error instanceof Error && error.cause !== undefined) this.#stamp = undefined;
      return false;
    }
  }

  #warn(what: string): void {
    if (what !== this.#warnedOf) this.#logger.warn(what);
    this.#warnedOf = what;
  }
}
