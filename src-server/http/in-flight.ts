import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Running requests, until the answer begins or the connection closes: slow readers block nobody. */
export class InFlight {
  private readonly most: number;
  private readonly mostBytes: number;
  /** Values: body bytes. */
  private readonly exchanges = new Map<Exchange, number>();
  private bytes = 0;

  /** @param mostBytes of all bodies */
  constructor(most: number, mostBytes = Number.POSITIVE_INFINITY) {
    this.most = most;
    this.mostBytes = mostBytes;
  }

  /** False if full. */
  add(exchange: Exchange, bytes: number): boolean {
    // Finished requests usually leave on their own, so sweep only when full.
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
