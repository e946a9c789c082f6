import type { Socket } from 'node:net';
import type { Exchange } from './in-flight.ts';

export interface ConnectionOptions {
  /** Requests that are worked on at once. */
  readonly atOnce: number;
  /** Requests that may wait behind them before reading pauses. */
  readonly waiting: number;
  /** Begins the work on a request. */
  readonly start: (exchange: Exchange) => void;
  /** A request is over: answered to its end, or its connection closed. */
  readonly finish: (exchange: Exchange) => void;
}

/**
 * The requests of one connection. Pipelined ones are begun in their order and a few at a time, so that one caller's pile
 * of work leaves room for others, and is gone with the caller.
 */
export class Connection {
  /** Something came that can't be read; nothing behind it is a request. */
  hasFailed = false;
  private readonly socket: Socket;
  private readonly options: ConnectionOptions;
  private readonly running = new Set<Exchange>();
  private waiting: Exchange[] = [];
  private isPaused = false;
  private last: Exchange | undefined;
  private lastWords: (() => void) | undefined;

  constructor(socket: Socket, options: ConnectionOptions) {
    this.socket = socket;
    this.options = options;
    socket.once('close', () => this.drop());
    // Node resumes reading for reasons of its own.
    socket.on('resume', () => {
      if (this.isPaused) socket.pause();
    });
  }

  /** Begins a request now or when its turn comes. */
  accept(exchange: Exchange): void {
    this.last = exchange;
    if (this.running.size < this.options.atOnce && this.waiting.length === 0) {
      this.run(exchange, true);
      return;
    }
    this.waiting.push(exchange);
    // Whatever waits was read to its end, but perhaps for the last; nobody who runs needs more of the connection.
    if (this.waiting.length >= this.options.waiting) {
      this.isPaused = true;
      this.socket.pause();
    }
  }

  /**
   * The request whose body can't be read on, where its answer has not begun: what is wrong is to be said there. Where it
   * still waited it is never begun.
   */
  takeUnfinished(): Exchange | undefined {
    const { last } = this;
    if (last === undefined || last.request.complete || last.response.headersSent) return undefined;
    if (this.waiting.at(-1) === last) {
      this.waiting.pop();
      this.run(last, false);
    }
    return last;
  }

  /** Calls back once nothing is left to be answered: the only time when bytes may be written that are no answer. */
  whenIdle(callback: () => void): void {
    if (this.lastWords !== undefined) return;
    this.lastWords = callback;
    if (this.running.size + this.waiting.length === 0) callback();
  }

  private run(exchange: Exchange, starts: boolean): void {
    this.running.add(exchange);
    exchange.response.once('close', () => this.finish(exchange));
    if (starts) this.options.start(exchange);
  }

  private finish(exchange: Exchange): void {
    this.running.delete(exchange);
    this.options.finish(exchange);
    while (this.running.size < this.options.atOnce) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      this.run(next, true);
    }
    if (this.isPaused && this.waiting.length <= this.options.waiting / 2) {
      this.isPaused = false;
      this.socket.resume();
    }
    if (this.running.size === 0) this.lastWords?.();
  }

  /** The caller has left: what waits is never begun. */
  private drop(): void {
    this.waiting = [];
    for (const exchange of this.running) this.options.finish(exchange);
    this.running.clear();
  }
}
