import type { TokenCount } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';

/**
 * Characters of a run of letters, marks or blanks that is counted whole; those outside of ASCII count twice. Merging
 * a run takes quadratic time, and longer ones are no real text.
 */
const MAX_RUN = 256;

const LETTER = 1;
const MARK = 2;
const BLANK = 4;

/**
 * The kinds of each UTF-16 unit; 0 for digits, which the encoding groups by three. Made at the first count, since
 * each unit is tested by patterns.
 */
let kinds: Uint8Array | undefined;

function kindsOfUnits(): Uint8Array {
  if (kinds !== undefined) return kinds;
  kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < kinds.length; unit += 1) {
    const character = String.fromCharCode(unit);
    const isLetter = /[\p{L}\p{M}\p{Cs}]/u.test(character);
    const isMark = /[^\s\p{L}\p{N}]/u.test(character);
    kinds[unit] = (isLetter ? LETTER : 0) | (isMark ? MARK : 0) | (/\s/.test(character) ? BLANK : 0);
  }
  return kinds;
}

function splitLongRuns(text: string): string[] {
  const kindOf = kindsOfUnits();
  const parts: string[] = [];
  let start = 0;
  let [letters, marks, blanks] = [0, 0, 0];
  for (let offset = 0; offset < text.length; offset += 1) {
    const unit = text.charCodeAt(offset);
    const kind = kindOf[unit] ?? 0;
    const weight = unit < 0x80 ? 1 : 2;
    letters = kind & LETTER ? letters + weight : 0;
    marks = kind & MARK ? marks + weight : 0;
    blanks = kind & BLANK ? blanks + weight : 0;
    if (Math.max(letters, marks, blanks) <= MAX_RUN || isLowSurrogate(unit)) continue;
    parts.push(text.slice(start, offset));
    start = offset;
    [letters, marks, blanks] = [0, 0, 0];
  }
  parts.push(text.slice(start));
  return parts;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

const SAMPLE = 256 * 1024;

/** Characters after which the cache of merges is emptied: it retains texts. */
const REMEMBERED = 4 * 1024 * 1024;

/**
 * Loads a counter of tokens in the encoding o200k_base; control tokens count as text. Its table takes some 25 MB and
 * 150 ms: the serving thread never loads it.
 */
export async function loadTokenCounter(): Promise<(text: string) => TokenCount> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  let remembered = 0;
  return (text) => {
    const counted = text.length > LIMITS.countedLength ? text.slice(0, SAMPLE) : text;
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
