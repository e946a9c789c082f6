import { Worker } from 'node:worker_threads';
import { countTokens } from './count-tokens.ts';

export interface TokenCounter {
  /** Tokens of each text, in their order. */
  count(texts: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

export interface TokenCounterOptions {
  /** The compiled token-worker; without it (from source) counting happens in this thread. */
  readonly workerUrl?: URL;
  /** The thread and its table (some 60 MB) go away after this long without work; default 30,000 ms. */
  readonly idleMs?: number;
}

/** Counts tokens off the thread that answers requests. */
export function createTokenCounter({ workerUrl, idleMs = 30_000 }: TokenCounterOptions = {}): TokenCounter {
  return workerUrl === undefined
    ? { count: countTokens, close: async () => {} }
    : new ThreadedTokenCounter(workerUrl, idleMs);
}

interface Waiting {
  readonly resolve: (counts: number[]) => void;
  readonly reject: (error: Error) => void;
}

class ThreadedTokenCounter implements TokenCounter {
  private readonly workerUrl: URL;
  private readonly idleMs: number;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private nextId = 1;

  constructor(workerUrl: URL, idleMs: number) {
    this.workerUrl = workerUrl;
    this.idleMs = idleMs;
  }

  count(texts: readonly string[]): Promise<number[]> {
    if (texts.length === 0) return Promise.resolve([]);
    clearTimeout(this.idleTimer);
    const worker = this.start();
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, texts });
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    await this.worker?.terminate();
  }

  private start(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(this.workerUrl);
    worker.unref();
    worker.on('message', ({ id, counts }: { id: number; counts: number[] }) => {
      this.waiting.get(id)?.resolve(counts);
      this.waiting.delete(id);
      if (this.waiting.size === 0) this.stopWhenIdle();
    });
    worker.on('error', (error) => this.fail(worker, error));
    worker.on('exit', () => this.fail(worker, new Error('The token counter stopped.')));
    this.worker = worker;
    return worker;
  }

  private stopWhenIdle(): void {
    this.idleTimer = setTimeout(() => {
      const idle = this.worker;
      this.worker = undefined; // a count that comes now starts another thread
      void idle?.terminate();
    }, this.idleMs);
    this.idleTimer.unref();
  }

  /** The thread is gone: nobody waits for it any more, and the next count starts another. */
  private fail(worker: Worker, error: Error): void {
    if (worker !== this.worker) return;
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
