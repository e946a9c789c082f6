/** A text in slices that are counted one by one, so that no count takes longer than one slice does. */

/** Longest slice, in UTF-16 units; a few milliseconds of counting. */
const MAX_SLICE = 32 * 1024;
/** How far back from its longest a slice may end, for the sake of a place where words part. */
const MAX_SHORTENING = 8 * 1024;

/**
 * Where the slice that begins at `start` ends: where a word ends or a line begins, as the encoding parts texts there by
 * itself, so that the counts of the slices add up to the count of the whole. A text that has no such place within 8,192
 * characters is cut anywhere, and counts a token more at most.
 */
export function endOfSlice(text: string, start: number): number {
  const longest = start + MAX_SLICE;
  if (longest >= text.length) return text.length;
  for (let end = longest; end > longest - MAX_SHORTENING; end -= 1) if (isParted(text, end)) return end;
  return isHighSurrogate(text.charCodeAt(longest - 1)) ? longest - 1 : longest;
}

/** Between a letter or digit and a space or line end behind it, or between a line end and what isn't one. */
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
