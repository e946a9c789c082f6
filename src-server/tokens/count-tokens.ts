import type { TokenCount } from '../contract/api/token-count.ts';
import { splitLongRuns } from './split-long-runs.ts';
import { endOfSlice } from './text-slices.ts';

/** UTF-16 units; longer texts are estimated. */
export const MAX_COUNTED = 1024 * 1024;
/** Counted part of a longer text. */
const SAMPLE = 256 * 1024;

export type SliceCounter = (slice: string) => number;

/** Characters until the merge cache is cleared, which keeps slices of text. */
const REMEMBERED = 4 * 1024 * 1024;

/** The table has 2 MB and takes some 150 ms. Control tokens count as text. */
export async function loadSliceCounter(): Promise<SliceCounter> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  let remembered = 0;
  return (slice) => {
    remembered += slice.length;
    if (remembered > REMEMBERED) {
      clearMergeCache();
      remembered = slice.length;
    }
    let tokens = 0;
    for (const part of splitLongRuns(slice)) tokens += countTokens(part, asText);
    return tokens;
  };
}

/** For separate counts; see `countFrom`. */
export function* slicesToCount(text: string): Iterable<string> {
  const end = countedLength(text);
  for (let start = 0; start < end; ) {
    const next = Math.min(end, endOfSlice(text, start));
    yield text.slice(start, next);
    start = next;
  }
}

/** @param counted tokens of all `slicesToCount` */
export function countFrom(text: string, counted: number): TokenCount {
  const length = countedLength(text);
  return length === text.length
    ? { tokens: counted, isEstimate: false }
    : { tokens: Math.round((counted / length) * text.length), isEstimate: true };
}

function countedLength(text: string): number {
  return text.length > MAX_COUNTED ? SAMPLE : text.length;
}

/** Estimates texts of over a million characters. */
export async function loadTokenCounter(): Promise<(text: string) => TokenCount> {
  const countSlice = await loadSliceCounter();
  return (text) => {
    let tokens = 0;
    for (const slice of slicesToCount(text)) tokens += countSlice(slice);
    return countFrom(text, tokens);
  };
}
