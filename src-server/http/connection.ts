import type { Socket } from 'node:net';
import type { Exchange } from './in-flight.ts';

export interface ConnectionOptions {
  /** Limit at which reading pauses. */
  readonly waiting: number;
  readonly waitingOfAll: WaitingRequests;
  readonly start: (exchange: Exchange) => void;
  /** At the end of answer or connection. */
  readonly finish: (exchange: Exchange) => void;
}

export class WaitingRequests {
  count = 0;
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  get isFull(): boolean {
    return this.count >= this.most;
  }
}

/**
 * Starts a pipelined request when the previous answer is flushed: one answer in memory; closing drops the
 * queue.
 */
export class HttpConnection {
  /** Later bytes are no request. */
  hasFailed = false;
  private readonly socket: Socket;
  private readonly options: ConnectionOptions;
  private running: Exchange | undefined;
  private waiting: Exchange[] = [];
  private isPaused = false;
  private last: Exchange | undefined;
  private lastWords: (() => void) | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket;
    this.options = options;
    socket.once('close', () => this.drop());
    // Node resumes reading on its own.
    socket.on('resume', () => {
      if (this.isPaused) socket.pause();
    });
  }

  get isIdle(): boolean {
    return this.running === undefined && this.waiting.length === 0;
  }

  accept(exchange: Exchange): void {
    this.last = exchange;
    if (this.isIdle) {
      this.run(exchange);
      return;
    }
    const { waitingOfAll } = this.options;
    if (waitingOfAll.isFull || this.socket.destroyed) {
      // A single read may bring over a thousand parsed requests before reading pauses.
      this.socket.destroy();
      return;
    }
    this.waiting.push(exchange);
    waitingOfAll.count += 1;
    // All queued requests, except perhaps the last, are complete: the running request needs no further reads.
    if (this.waiting.length >= this.options.waiting) {
      this.isPaused = true;
      this.socket.pause();
    }
  }

  /**
   * For sending an error: the request with a broken body, unless its answer has begun. Queued requests never
   * start.
   */
  takeUnfinished(): Exchange | undefined {
    const { last } = this;
    if (last === undefined || last.request.complete || last.response.headersSent) return undefined;
    // Skips the queue: the response writes after pending answers anyway.
    if (this.waiting.at(-1) === last) {
      this.waiting.pop();
      this.options.waitingOfAll.count -= 1;
    }
    return last;
  }

  /** After the last answer: earlier bytes would corrupt the stream. */
  whenIdle(callback: () => void): void {
    if (this.lastWords !== undefined) return;
    this.lastWords = callback;
    if (this.isIdle) callback();
  }

  private run(exchange: Exchange): void {
    this.running = exchange;
    exchange.response.once('close', () => this.finish(exchange));
    this.options.start(exchange);
  }

  private finish(exchange: Exchange): void {
    if (this.running !== exchange) return;
    this.running = undefined;
    this.options.finish(exchange);
    if (this.isPaused && this.waiting.length <= this.options.waiting / 2) {
      this.isPaused = false;
      this.socket.resume();
    }
    if (this.waiting.length === 0) this.lastWords?.();
    // Lets other connections run: a queue of small answers would occupy the thread.
    else setImmediate(() => this.runNext());
  }

  private runNext(): void {
    const next = this.running === undefined ? this.waiting.shift() : undefined;
    if (next === undefined) return;
    this.options.waitingOfAll.count -= 1;
    this.run(next);
  }

  private drop(): void {
    this.options.waitingOfAll.count -= this.waiting.length;
    this.waiting = [];
    if (this.running !== undefined) this.options.finish(this.running);
    this.running = undefined;
  }
}
