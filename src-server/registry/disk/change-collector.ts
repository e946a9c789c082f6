export interface ChangeCollectorOptions {
  /** Called with everything that was collected; the next batch waits until it is done. */
  readonly onBatch: (paths: ReadonlySet<string>) => Promise<void>;
  /** A batch is delivered when nothing was added for this long; default 75 ms. */
  readonly quietMs?: number;
  /** … or when its first change is this old, so that steady edits starve nobody; default 1,000 ms. */
  readonly maxWaitMs?: number;
}

export interface ChangeCollector {
  add(path: string): void;
  /** Adds the path and delivers at once; resolves when a batch that holds it was handled. */
  flush(path: string): Promise<void>;
  /** Drops what was not delivered; resolves when a running batch is done. */
  close(): Promise<void>;
}

/** Gathers changes into batches, one at a time: debounced, with a maximum wait. */
export function createChangeCollector(options: ChangeCollectorOptions): ChangeCollector {
  const { onBatch, quietMs = 75, maxWaitMs = 1_000 } = options;
  let pending = new Set<string>();
  let firstAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const deliver = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    while (running !== undefined) await running;
    if (pending.size === 0 || closed) return;
    const batch = pending;
    pending = new Set();
    running = onBatch(batch).finally(() => {
      running = undefined;
    });
    await running;
  };

  const collect = (path: string) => {
    if (pending.size === 0) firstAt = Date.now();
    pending.add(path);
  };

  return {
    add(path) {
      if (closed) return;
      collect(path);
      clearTimeout(timer);
      const waitMs = Math.max(0, Math.min(quietMs, firstAt + maxWaitMs - Date.now()));
      timer = setTimeout(() => void deliver(), waitMs);
    },
    flush(path) {
      collect(path);
      return deliver();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      pending.clear();
      await running?.catch(() => {});
    },
  };
}
