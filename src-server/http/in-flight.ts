import type { IncomingMessage, ServerResponse } from 'node:http';

/** One request and the answer it will get. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * The requests of all connections that are worked on. An answer that has begun, and one whose caller has left, is no
 * work any more: slow readers and open streams keep nobody out.
 */
export class InFlight {
  private readonly most: number;
  private readonly mostBytes: number;
  /** With the bytes of their bodies. */
  private readonly exchanges = new Map<Exchange, number>();
  private bytes = 0;

  /** @param mostBytes of the bodies of all together */
  constructor(most: number, mostBytes = Number.POSITIVE_INFINITY) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /**
   * Takes a request in; false where too many are worked on.
   *
   * @param bytes of its body
   */
  add(exchange: Exchange, bytes = 0): boolean {
    // Looking is for when it matters: what is over leaves by itself as a rule.
    if (this.isFull(bytes)) this.sweep();
    if (this.isFull(bytes)) return false;
    this.exchanges.set(exchange, bytes);
    this.bytes += bytes;
    return true;
  }

  delete(exchange: Exchange): void {
    this.bytes -= this.exchanges.get(exchange) ?? 0;
    this.exchanges.delete(exchange);
  }

  private isFull(bytes: number): boolean {
    const { size } = this.exchanges;
    return size >= this.most || (size > 0 && this.bytes + bytes > this.mostBytes);
  }

  private sweep(): void {
    for (const exchange of this.exchanges.keys()) {
      if (exchange.response.headersSent || exchange.request.socket.destroyed) this.delete(exchange);
    }
  }
}
