import { type OutgoingMessage, ServerResponse } from 'node:http';
import { MAX_ANSWER_BYTES } from '../contract/api/limits.ts';

/** Smaller answers are bounded by an answer per connection. */
const COUNTED_FROM = 4 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly enter: () => void;
}

/**
 * Bounds bytes of answers in progress or unflushed. Over the limit, cuts the connection with the oldest
 * unread answer.
 */
export class AnswerBudget {
  readonly #limit: number;
  #waiting: Waiting[] = [];
  #making = 0;
  #unread = 0;
  /** Oldest first. */
  readonly #readers = new Map<ServerResponse, Set<() => void>>();
  /** Responses by shared buffer. A buffer counts once. */
  readonly #shared = new Map<Uint8Array, number>();

  /** @param limit bytes; default `MAX_ANSWER_BYTES` */
  constructor(limit = MAX_ANSWER_BYTES) {
    this.#limit = limit;
  }

  get bytes(): number {
    return this.#making + this.#unread;
  }

  /**
   * Waits for room, smallest work first; work over the limit runs alone.
   *
   * @param unwanted drops waiting work
   */
  async make<T>(bytes: number, work: () => Promise<T>, unwanted?: AbortSignal): Promise<T> {
    await this.#enter(bytes, unwanted);
    try {
      return await work();
    } finally {
      this.#making -= bytes;
      this.#letIn();
    }
  }

  /**
   * @param bytes see `#shared`
   * @returns stops counting, before the response closes
   */
  count(response: ServerResponse, bytes: string | Uint8Array): () => void {
    if (response.closed || response.destroyed) return () => {};
    let held = this.#readers.get(response);
    if (held === undefined) {
      held = new Set();
      this.#readers.set(response, held);
      response.once('close', () => this.#forget(response));
    }
    const holding = held;
    if (holding.size === 0) {
      // A stream that was read in full has waited no longer than its newest bytes.
      this.#readers.delete(response);
      this.#readers.set(response, holding);
    }
    const untake = this.#take(bytes);
    const release = () => {
      if (holding.delete(release)) untake();
    };
    holding.add(release);
    this.#cutReaders(response);
    return release;
  }

  #take(bytes: string | Uint8Array): () => void {
    const { length } = bytes;
    if (typeof bytes === 'string') {
      this.#unread += length;
      return () => {
        this.#unread -= length;
      };
    }
    const readers = this.#shared.get(bytes) ?? 0;
    if (readers === 0) this.#unread += length;
    this.#shared.set(bytes, readers + 1);
    return () => {
      const left = (this.#shared.get(bytes) ?? 1) - 1;
      if (left > 0) {
        this.#shared.set(bytes, left);
        return;
      }
      this.#shared.delete(bytes);
      this.#unread -= length;
    };
  }

  /** @param spared newest response, may exceed the limit */
  #cutReaders(spared?: ServerResponse): void {
    if (this.bytes <= this.#limit) return;
    for (const [response, held] of this.#readers) {
      if (this.bytes <= this.#allowed()) return;
      if (response === spared || held.size === 0) continue;
      this.#forget(response);
      response.destroy();
    }
  }

  /** An unread answer over the limit leaves a quarter to others; else the next cuts it. */
  #allowed(): number {
    let largest = 0;
    for (const { length } of this.#shared.keys()) if (length > largest) largest = length;
    return largest > this.#limit ? largest + this.#limit / 4 : this.#limit;
  }

  #forget(response: ServerResponse): void {
    for (const release of this.#readers.get(response) ?? []) release();
    this.#readers.delete(response);
  }

  #enter(bytes: number, unwanted: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      unwanted?.throwIfAborted();
      const piece: Waiting = {
        bytes,
        enter() {
          unwanted?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== piece);
        reject(unwanted?.reason);
      };
      unwanted?.addEventListener('abort', leave, { once: true });
      const place = this.#waiting.findIndex((other) => other.bytes > bytes);
      this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, piece);
      this.#letIn();
    });
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (this.#making > 0 && this.#making + next.bytes > this.#limit) return;
      this.#waiting.shift();
      this.#making += next.bytes;
      this.#cutReaders();
      next.enter();
    }
  }
}

type Write = (this: ServerResponse, chunk: unknown, ...more: unknown[]) => unknown;

/** For responses with this prototype. */
export function countAnswers(prototype: object, budget: AnswerBudget): void {
  const { write, end } = ServerResponse.prototype as unknown as { write: Write; end: Write };
  const counted: { write: Write; end: Write } = {
    end(chunk, ...more) {
      if (isBytes(chunk) && chunk.length >= COUNTED_FROM) budget.count(this, chunk);
      return end.call(this, chunk, ...more);
    },
    write(chunk, ...more) {
      if (!isBytes(chunk)) return write.call(this, chunk, ...more);
      const release = budget.count(this, chunk);
      const flushed = more.find((one) => typeof one === 'function') as (() => void) | undefined;
      const encoding = more.filter((one) => typeof one === 'string');
      return write.call(this, chunk, ...encoding, () => {
        release();
        flushed?.();
      });
    },
  };
  Object.assign(prototype, counted satisfies Partial<Record<keyof OutgoingMessage, Write>>);
}

function isBytes(chunk: unknown): chunk is string | Uint8Array {
  return typeof chunk === 'string' || chunk instanceof Uint8Array;
}
