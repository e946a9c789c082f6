import type { ServerResponse } from 'node:http';
import { ApiError } from '../contract/api/error-codes.ts';
import { MAX_HELD_BYTES } from '../contract/api/limits.ts';
import type { PreparedBody } from './prepared-body.ts';

/**
 * The bodies that are being sent: a slow reader keeps its own in memory, whether or not it is still kept for others. Many
 * slow readers of many large skills must not add up without a bound; readers of one share it.
 */
export class HeldBodies {
  readonly #limit: number;
  readonly #readers = new Map<PreparedBody, number>();
  #bytes = 0;

  /** @param limit bytes; default `MAX_HELD_BYTES` */
  constructor(limit = MAX_HELD_BYTES) {
    this.#limit = limit;
  }

  /** Counts a body until its response is over. Throws `busy` where too much is being sent. */
  hold(body: PreparedBody, response: ServerResponse): void {
    if (response.closed) return; // its reader has left, and nobody would tell when to let go
    const readers = this.#readers.get(body) ?? 0;
    const bytes = body.body.length;
    if (readers === 0 && this.#bytes > 0 && this.#bytes + bytes > this.#limit)
      throw new ApiError('busy', 'Too many large answers are being sent now. Try again in a moment.');
    if (readers === 0) this.#bytes += bytes;
    this.#readers.set(body, readers + 1);
    response.once('close', () => this.#release(body, bytes));
  }

  #release(body: PreparedBody, bytes: number): void {
    const readers = (this.#readers.get(body) ?? 1) - 1;
    if (readers > 0) {
      this.#readers.set(body, readers);
      return;
    }
    this.#readers.delete(body);
    this.#bytes -= bytes;
  }
}
