interface ChangeCollectorOptions {
  readonly onBatch: (paths: ReadonlySet<string>) => Promise<void>;
  readonly quietMs?: number;
  readonly maxWaitMs?: number;
}

export interface ChangeCollector {
  add(path: string): void;
  /** Delivers at once; resolves when the batch was handled. */
  flush(path: string): Promise<void>;
  /** Drops undelivered paths and waits for the running batch. */
  close(): Promise<void>;
}

/** Debounces changed paths into sequential batches. */
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
