import type { TokenCount } from '../contract/api/token-count.ts';
import { breakRuns } from './break-runs.ts';
import { endOfSlice } from './text-slices.ts';

/** Longer texts, in UTF-16 units, are estimated by their first part. */
export const MAX_COUNTED = 1024 * 1024;
/** The part of a longer text that is counted. */
const SAMPLE = 256 * 1024;

/** Counts the tokens of one slice of a text. */
export type SliceCounter = (slice: string) => number;

/** The encoding remembers what it merged, and with each a slice of text; after so many characters it forgets. */
const REMEMBERED = 4 * 1024 * 1024;

/** Loads the encoding's table (2 MB, some 150 ms); text that looks like a control token is counted as text. */
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
    for (const part of breakRuns(slice)) tokens += countTokens(part, asText);
    return tokens;
  };
}

/** Slices of a text that are to be counted one by one; from what they add up to, `countFrom` tells the text's count. */
export function* slicesToCount(text: string): Iterable<string> {
  const end = countedLength(text);
  for (let start = 0; start < end; ) {
    const next = Math.min(end, endOfSlice(text, start));
    yield text.slice(start, next);
    start = next;
  }
}

/** @param counted tokens of all `slicesToCount` of the text */
export function countFrom(text: string, counted: number): TokenCount {
  const length = countedLength(text);
  return length === text.length
    ? { tokens: counted, isEstimate: false }
    : { tokens: Math.round((counted / length) * text.length), isEstimate: true };
}

function countedLength(text: string): number {
  return text.length > MAX_COUNTED ? SAMPLE : text.length;
}

/** Loads the encoding, and counts texts at once; one of over a million characters is estimated. */
export async function loadTokenCounter(): Promise<(text: string) => TokenCount> {
  const countSlice = await loadSliceCounter();
  return (text) => {
    let tokens = 0;
    for (const slice of slicesToCount(text)) tokens += countSlice(slice);
    return countFrom(text, tokens);
  };
}
