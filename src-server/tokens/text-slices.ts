/** Splits texts, so that each count is short. */

/** UTF-16 units; takes a few milliseconds to count. */
const MAX_SLICE = 32 * 1024;
/** Shortening of a slice to end at a boundary. */
const MAX_SHORTENING = 8 * 1024;

/**
 * Ends at a boundary of the encoding, so that counts of slices add up. Without a boundary in the last 8,192
 * characters, ends anywhere, at one extra token at most.
 */
export function endOfSlice(text: string, start: number): number {
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
