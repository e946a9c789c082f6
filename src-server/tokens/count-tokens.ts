import type { TokenCount } from '../contract/api/token-count.ts';
import { splitLongRuns } from './split-long-runs.ts';

/** UTF-16 units; a few milliseconds. */
const MAX_SLICE = 32 * 1024;
const MAX_SHORTENING = 8 * 1024;

/**
 * At a boundary of the encoding, so that counts of slices add up. Without a boundary in the last 8,192
 * characters, anywhere: one extra token.
 */
function endOfSlice(text: string, start: number): number {
  const longest = start + MAX_SLICE;
  if (longest >= text.length) return text.length;
  for (let end = longest; end > longest - MAX_SHORTENING; end -= 1) if (isParted(text, end)) return end;
  return isHighSurrogate(text.charCodeAt(longest - 1)) ? longest - 1 : longest;
}

/** Between a letter or digit and a blank or line end, or after a line end. */
function isParted(text: string, offset: number): boolean {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  if (isLetterOrDigit(before)) return after === SPACE || after === LINE_FEED;
  return before === LINE_FEED && (isLetterOrDigit(after) || after === HASH);
}

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const HASH = 0x23;

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

/** UTF-16 units; longer texts are estimated. */
export const MAX_COUNTED = 1024 * 1024;
const SAMPLE = 256 * 1024;

type SliceCounter = (slice: string) => number;

/** Characters per merge cache, which retains slices. */
const REMEMBERED = 4 * 1024 * 1024;

/** The table takes 2 MB and some 150 ms. Control tokens count as text. */
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

/** See `countFrom`. */
export function* slicesToCount(text: string): Iterable<string> {
  const end = countedLength(text);
  for (let start = 0; start < end; ) {
    const next = Math.min(end, endOfSlice(text, start));
    yield text.slice(start, next);
    start = next;
  }
}

export function countFrom(text: string, counted: number): TokenCount {
  const length = countedLength(text);
  return length === text.length
    ? { tokens: counted, isEstimate: false }
    : { tokens: Math.round((counted / length) * text.length), isEstimate: true };
}

function countedLength(text: string): number {
  return text.length > MAX_COUNTED ? SAMPLE : text.length;
}

/** Estimates over a million characters. */
export async function loadTokenCounter(): Promise<(text: string) => TokenCount> {
  const countSlice = await loadSliceCounter();
  return (text) => {
    let tokens = 0;
    for (const slice of slicesToCount(text)) tokens += countSlice(slice);
    return countFrom(text, tokens);
  };
}
