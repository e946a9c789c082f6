import type { Logger } from '../contract/service/logger.ts';
import type { KeptCaller } from '../discovery/caller-files.ts';

export interface OwnClientOptions {
  /** Keeps what is known now for other processes. */
  readonly keep: (caller: KeptCaller) => Promise<void>;
  readonly logger: Logger;
  /** How long calls after the first are gathered before they are kept, in milliseconds; default 10,000. */
  readonly pauseMs?: number;
}

/** What the one client of this process was seen to do, for whoever asks later whether it called. */
export interface OwnClient {
  /** It has said who it is. */
  started(name: string): void;
  /** A call of it was answered. */
  called(): void;
  /** Keeps what is left to keep. Never rejects: not being able to is no reason not to answer. */
  close(): Promise<void>;
}

/** Kept are the start and the first call at once, later ones now and then, and the last at the end. */
export function createOwnClient({ keep, logger, pauseMs = 10_000 }: OwnClientOptions): OwnClient {
  let known: KeptCaller | undefined;
  let untold: KeptCaller | undefined;
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
      if (known === undefined) return; // nobody could look for it
      const isFirst = known.lastCall === undefined;
      const at = new Date().toISOString();
      known = untold = { name: known.name, lastAt: at, lastCall: at };
      if (isFirst) void flush();
      else timer ??= setTimeout(() => void flush(), pauseMs).unref();
    },
    close: flush,
  };
}
