import type { TokenCount } from '../contract/api/token-count.ts';
import { splitLongRuns } from './split-long-runs.ts';

/** UTF-16 units; longer texts are estimated from a sample. */
export const MAX_COUNTED = 1024 * 1024;
const SAMPLE = 256 * 1024;

/** Characters per merge cache, which retains texts. */
const REMEMBERED = 4 * 1024 * 1024;

/** Of a text of an answer, on the thread that serves: longer ones are estimated from parts spread over them. */
const COUNTED_AT_ONCE = 64 * 1024;
const PARTS = 4;

/** Counts with o200k_base; control tokens count as text. The table takes some 25 MB and 150 ms. */
export async function loadTokenCounter(): Promise<(text: string) => TokenCount> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  let remembered = 0;
  return (text) => {
    const counted = text.length > MAX_COUNTED ? text.slice(0, SAMPLE) : text;
    remembered += counted.length;
    if (remembered > REMEMBERED) {
      clearMergeCache();
      remembered = counted.length;
    }
    let tokens = 0;
    for (const part of splitLongRuns(counted)) tokens += countTokens(part, asText);
    return counted === text
      ? { tokens, isEstimate: false }
      : { tokens: Math.round((tokens / counted.length) * text.length), isEstimate: true };
  };
}

/** Counts what is put together for an answer; loads the table when first needed. */
export class TokenCounter {
  #counter: ReturnType<typeof loadTokenCounter> | undefined;

  async count(
    texts: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<number[]> {
    this.#counter ??= loadTokenCounter();
    const count = await this.#counter;
    signal?.throwIfAborted();
    return texts.map((text) => countPart(text, count));
  }
}

function countPart(text: string, count: (text: string) => TokenCount): number {
  if (text.length <= COUNTED_AT_ONCE) return count(text).tokens;
  const length = COUNTED_AT_ONCE / 4 / PARTS;
  const step = Math.floor(text.length / PARTS);
  let tokens = 0;
  for (let part = 0; part < PARTS; part += 1)
    tokens += count(text.slice(part * step, part * step + length)).tokens;
  return Math.ceil((tokens / (length * PARTS)) * text.length);
}
