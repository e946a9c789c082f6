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
  private readonly exchanges = new Set<Exchange>();

  constructor(most: number) {
    this.most = most;
  }

  /** Takes a request in; false where too many are worked on. */
  add(exchange: Exchange): boolean {
    // Looking is for when it matters: what is over leaves by itself as a rule.
    if (this.exchanges.size >= this.most) this.sweep();
    if (this.exchanges.size >= this.most) return false;
    this.exchanges.add(exchange);
    return true;
  }

  delete(exchange: Exchange): void {
    this.exchanges.delete(exchange);
  }

  private sweep(): void {
    for (const exchange of this.exchanges) {
      if (exchange.response.headersSent || exchange.request.socket.destroyed) this.exchanges.delete(exchange);
    }
  }
}
