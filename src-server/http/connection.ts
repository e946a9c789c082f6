import type { Socket } from 'node:net';
import type { Exchange } from './in-flight.ts';

export interface ConnectionOptions {
  /** Requests that may wait behind the one that is worked on before reading pauses. */
  readonly waiting: number;
  /** Requests of all connections that wait. */
  readonly waitingOfAll: WaitingRequests;
  /** Begins the work on a request. */
  readonly start: (exchange: Exchange) => void;
  /** A request is over: answered to its end, or its connection closed. */
  readonly finish: (exchange: Exchange) => void;
}

/** The requests of all connections that wait, at most so many. */
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
 * The requests of one connection. A pipelined one is begun when the answer before it is flushed, so that a caller holds one
 * answer per connection, and its pile of work is gone with it.
 */
export class Connection {
  /** Something came that can't be read; nothing behind it is a request. */
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
    // Node resumes reading for reasons of its own.
    socket.on('resume', () => {
      if (this.isPaused) socket.pause();
    });
  }

  /** Begins a request now or when its turn comes. */
  accept(exchange: Exchange): void {
    this.last = exchange;
    if (this.running === undefined && this.waiting.length === 0) {
      this.run(exchange);
      return;
    }
    const { waitingOfAll } = this.options;
    if (waitingOfAll.isFull || this.socket.destroyed) {
      // One read may bring over a thousand requests, which Node has parsed before reading pauses.
      this.socket.destroy();
      return;
    }
    this.waiting.push(exchange);
    waitingOfAll.count += 1;
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
    // It takes no turn: its answer is written behind those that are still to be begun.
    if (this.waiting.at(-1) === last) {
      this.waiting.pop();
      this.options.waitingOfAll.count -= 1;
    }
    return last;
  }

  /** Calls back once nothing is left to be answered: the only time when bytes may be written that are no answer. */
  whenIdle(callback: () => void): void {
    if (this.lastWords !== undefined) return;
    this.lastWords = callback;
    if (this.running === undefined && this.waiting.length === 0) callback();
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
    // Other connections come first: a pile of small answers would keep the thread for itself.
    else setImmediate(() => this.runNext());
  }

  private runNext(): void {
    const next = this.running === undefined ? this.waiting.shift() : undefined;
    if (next === undefined) return;
    this.options.waitingOfAll.count -= 1;
    this.run(next);
  }

  /** The caller has left: what waits is never begun. */
  private drop(): void {
    this.options.waitingOfAll.count -= this.waiting.length;
    this.waiting = [];
    if (this.running !== undefined) this.options.finish(this.running);
    this.running = undefined;
  }
}
