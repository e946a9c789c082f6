import type { Logger } from '../contract/service/logger.ts';
import type { StoredCaller } from '../discovery/caller-files.ts';

interface OwnClientOptions {
  readonly keep: (caller: StoredCaller) => Promise<void>;
  readonly logger: Logger;
  readonly pauseMs?: number;
}

/** For `connect` and the doctor. */
interface OwnClient {
  started(name: string): void;
  called(): void;
  close(): Promise<void>;
}

/** Stores start and first call at once, later calls at intervals. */
export function createOwnClient({ keep, logger, pauseMs = 10_000 }: OwnClientOptions): OwnClient {
  let known: StoredCaller | undefined;
  let untold: StoredCaller | undefined;
  let timer: NodeJS.Timeout | undefined;
  let keeping: Promise<void> = Promise.resolve();

  async function keepUntold(): Promise<void> {
    const caller = untold;
    untold = undefined;
    if (caller === undefined) return;
    await keep(caller).catch((error: unknown) =>
      logger.debug('That its client called could not be kept; “connect” will not tell it.', {
        error: String(error),
      }),
    );
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    keeping = keeping.then(keepUntold);
    return keeping;
  }

  return {
    started(name) {
      known = untold = { name, lastAt: new Date().toISOString() };
      void flush();
    },
    called() {
      if (known === undefined) return; // unknown clients have no record
      const isFirst = known.lastCall === undefined;
      const at = new Date().toISOString();
      known = untold = { name: known.name, lastAt: at, lastCall: at };
      if (isFirst) void flush();
      else timer ??= setTimeout(() => void flush(), pauseMs).unref();
    },
    close: flush,
  };
}
