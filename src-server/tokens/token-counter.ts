import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TokenCount } from '../contract/api/token-count.ts';
import { loadTokenCounter } from './count-tokens.ts';

export interface CountOptions {
  readonly signal?: AbortSignal;
}

/** Some milliseconds. */
const LONG_TEXT = 32 * 1024;

/** Counts on this thread, for texts that no worker counted: what is put together for an answer. */
export class TokenCounter {
  #counter: ReturnType<typeof loadTokenCounter> | undefined;

  /** In input order. Estimates over 1,048,576 characters. */
  async measure(texts: readonly string[], { signal }: CountOptions = {}): Promise<readonly TokenCount[]> {
    if (texts.every((text) => text === '')) return texts.map(() => ({ tokens: 0, isEstimate: false }));
    this.#counter ??= loadTokenCounter();
    const count = await this.#counter;
    const counts: TokenCount[] = [];
    for (const text of texts) {
      signal?.throwIfAborted();
      counts.push(count(text));
      if (text.length > LONG_TEXT) await nextTurn();
    }
    return counts;
  }

  async count(texts: readonly string[], options: CountOptions = {}): Promise<number[]> {
    return (await this.measure(texts, options)).map(({ tokens }) => tokens);
  }
}
