import { Worker } from 'node:worker_threads';
import type { TokenCount } from '../contract/api/token-count.ts';
import { THREAD_LIMITS } from '../contract/service/thread-limits.ts';
import { countFrom, loadSliceCounter, slicesToCount } from './count-tokens.ts';
import { type CountingJob, SliceQueue } from './slice-queue.ts';

export interface CountOptions {
  readonly signal?: AbortSignal;
}

export interface TokenCounter {
  /** In input order. Estimates over 1,048,576 characters. */
  measure(texts: readonly string[], options?: CountOptions): Promise<readonly TokenCount[]>;
  count(texts: readonly string[], options?: CountOptions): Promise<number[]>;
  close(): Promise<void>;
}

interface TokenCounterOptions {
  readonly workerUrl?: URL;
  /** Until the thread and its table (60 MB) are released; default 30,000. */
  readonly idleMs?: number;
}

/** Small calls first; large calls alternate by slices. */
export function createTokenCounter({ workerUrl, idleMs = 30_000 }: TokenCounterOptions): TokenCounter {
  return new QueuedTokenCounter(
    workerUrl === undefined ? countHere() : new CountingThread(workerUrl, idleMs),
  );
}

interface SliceThread {
  count(slice: string): Promise<number>;
  close(): Promise<void>;
}

function countHere(): SliceThread {
  let counter: ReturnType<typeof loadSliceCounter> | undefined;
  return {
    async count(slice) {
      counter ??= loadSliceCounter();
      const count = await counter;
      await new Promise((resolve) => setImmediate(resolve));
      return count(slice);
    },
    close: async () => {},
  };
}

class QueuedTokenCounter implements TokenCounter {
  private readonly thread: SliceThread;
  private readonly queue = new SliceQueue<CountingCall>();
  private isCounting = false;
  private isClosed = false;

  constructor(thread: SliceThread) {
    this.thread = thread;
  }

  async count(texts: readonly string[], options: CountOptions = {}): Promise<number[]> {
    return (await this.measure(texts, options)).map(({ tokens }) => tokens);
  }

  async measure(texts: readonly string[], { signal }: CountOptions = {}): Promise<readonly TokenCount[]> {
    if (this.isClosed) throw new Error('The token counter stopped.');
    signal?.throwIfAborted();
    if (texts.every((text) => text === '')) return texts.map((text) => countFrom(text, 0));
    return new Promise((resolve, reject) => {
      this.queue.add(new CountingCall(texts, signal, resolve, reject));
      if (!this.isCounting) void this.countAll();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const call of this.queue.clear()) call.fail(new Error('The token counter stopped.'));
    await this.thread.close();
  }

  private async countAll(): Promise<void> {
    this.isCounting = true;
    for (let turn = this.queue.take(); turn !== undefined; turn = this.queue.take()) {
      const { job, slice } = turn;
      try {
        job.add(await this.thread.count(slice));
      } catch (error) {
        job.fail(error);
      }
    }
    this.isCounting = false;
  }
}

class CountingCall implements CountingJob {
  readonly size: number;
  private readonly texts: readonly string[];
  private readonly counts: number[];
  private readonly slices: Iterator<{ readonly slice: string; readonly index: number }>;
  private readonly resolve: (counts: readonly TokenCount[]) => void;
  private readonly reject: (error: unknown) => void;
  private upcoming: { readonly slice: string; readonly index: number } | undefined;
  private current = 0;
  private isOver = false;

  constructor(
    texts: readonly string[],
    signal: AbortSignal | undefined,
    resolve: (counts: readonly TokenCount[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.texts = texts;
    this.counts = texts.map(() => 0);
    this.size = texts.reduce((sum, text) => sum + text.length, 0);
    this.slices = slicesOfAll(texts)[Symbol.iterator]();
    this.advance();
    const onAbort = () => this.fail(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const leave = () => signal?.removeEventListener('abort', onAbort);
    this.resolve = (counts) => {
      leave();
      resolve(counts);
    };
    this.reject = (error) => {
      leave();
      reject(error);
    };
  }

  next(): string | undefined {
    if (this.isOver || this.upcoming === undefined) return undefined;
    const { slice, index } = this.upcoming;
    this.current = index;
    this.advance();
    return slice;
  }

  add(tokens: number): void {
    if (this.isOver) return;
    this.counts[this.current] = (this.counts[this.current] ?? 0) + tokens;
    if (this.upcoming !== undefined) return;
    this.isOver = true;
    this.resolve(this.texts.map((text, index) => countFrom(text, this.counts[index] ?? 0)));
  }

  fail(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reject(error);
  }

  private advance(): void {
    const { done, value } = this.slices.next();
    this.upcoming = done === true ? undefined : value;
  }
}

function* slicesOfAll(texts: readonly string[]): Iterable<{ slice: string; index: number }> {
  for (const [index, text] of texts.entries())
    for (const slice of slicesToCount(text)) yield { slice, index };
}

interface Waiting {
  readonly resolve: (tokens: number) => void;
  readonly reject: (error: Error) => void;
}

/** Ends when idle; replaced after a crash. */
class CountingThread implements SliceThread {
  private readonly workerUrl: URL;
  private readonly idleMs: number;
  private waiting: Waiting | undefined;
  private worker: Worker | undefined;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(workerUrl: URL, idleMs: number) {
    this.workerUrl = workerUrl;
    this.idleMs = idleMs;
  }

  count(slice: string): Promise<number> {
    clearTimeout(this.idleTimer);
    const worker = this.start();
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      worker.postMessage(slice);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    await this.worker?.terminate();
  }

  private start(): Worker {
    if (this.worker !== undefined) return this.worker;
    const resourceLimits = { ...THREAD_LIMITS, maxOldGenerationSizeMb: MAX_HEAP_MB };
    const worker = new Worker(this.workerUrl, { resourceLimits });
    worker.unref();
    worker.on('message', (tokens: number) => {
      this.stopWhenIdle();
      this.waiting?.resolve(tokens);
      this.waiting = undefined;
    });
    worker.on('error', (error) => this.fail(worker, error));
    worker.on('exit', () => this.fail(worker, new Error('The token counter stopped.')));
    this.worker = worker;
    return worker;
  }

  private stopWhenIdle(): void {
    this.idleTimer = setTimeout(() => {
      const idle = this.worker;
      this.worker = undefined; // the next count starts another thread
      void idle?.terminate();
    }, this.idleMs);
    this.idleTimer.unref();
  }

  private fail(worker: Worker, error: Error): void {
    if (worker !== this.worker) return;
    this.worker = undefined;
    this.waiting?.reject(error);
    this.waiting = undefined;
  }
}

const MAX_HEAP_MB = 256;
