import { readFileSync } from 'node:fs';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { tokenFile } from '../built-files.ts';
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
  let letters = 0;
  let marks = 0;
  let blanks = 0;
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

const NO_RANK = 0x7fffffff;
/** Codes of the alphabet of base64, by their character; 255 for others. */
const BASE64 = new Uint8Array(256).fill(255);
for (const [code, character] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  BASE64[character.charCodeAt(0)] = code;

const LINE_END = 0x0a;

/**
 * The tokens of an encoding in typed arrays: some 4 MB, where strings in a `Map` take 50. The rank of a token is its
 * number, and lower ranks are merged first.
 */
class TokenTable {
  /** The bytes of all tokens, one behind the other. */
  readonly #bytes: Uint8Array;
  /** By rank: where the bytes of the token begin; one extra. */
  readonly #starts: Uint32Array;
  /** Ranks by hash, each from 1; 0 is free. */
  readonly #slots: Int32Array;

  /** @param file a line for each token by rank: its bytes in base64, a blank, the rank. It is decoded in place. */
  constructor(file: Uint8Array) {
    const starts = [0];
    let end = 0;
    for (let at = 0; at < file.length; at += 1) {
      let bits = 0;
      let count = 0;
      for (; (BASE64[file[at] as number] as number) < 64; at += 1) {
        bits = ((bits << 6) | (BASE64[file[at] as number] as number)) & 0xfff;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        file[end] = bits >>> count;
        end += 1;
      }
      starts.push(end);
      while (at < file.length && file[at] !== LINE_END) at += 1;
    }
    this.#bytes = new Uint8Array(file.subarray(0, end));
    this.#starts = Uint32Array.from(starts);
    this.#slots = new Int32Array(1 << (33 - Math.clz32(starts.length)));
    for (let rank = 0; rank < starts.length - 1; rank += 1) this.#place(rank);
  }

  /** The rank of the token with these bytes; `NO_RANK` without one. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(bytes, start, end) & mask; ; slot = (slot + 1) & mask) {
      const rank = (this.#slots[slot] as number) - 1;
      if (rank < 0) return NO_RANK;
      if (this.#isToken(rank, bytes, start, end)) return rank;
    }
  }

  #isToken(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const first = this.#starts[rank] as number;
    if ((this.#starts[rank + 1] as number) - first !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.#bytes[first + at - start] !== bytes[at]) return false;
    return true;
  }

  #place(rank: number): void {
    const mask = this.#slots.length - 1;
    let slot = hashOf(this.#bytes, this.#starts[rank] as number, this.#starts[rank + 1] as number) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = rank + 1;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Bytes of the longest piece: a run outside of ASCII has 128 characters and a mark before it. */
const PIECE_BYTES = 4 * (MAX_RUN + 8);

/** Counts the tokens of pieces, as byte pair encoding merges them. Its arrays are used again for each piece. */
class PieceCounter {
  readonly #table: TokenTable;
  readonly #encoder = new TextEncoder();
  #bytes = new Uint8Array(PIECE_BYTES);
  /** Where each part begins; one extra. */
  #starts = new Uint32Array(PIECE_BYTES + 1);
  /** By part: the rank of the token that it makes with the next one. */
  #ranks = new Int32Array(PIECE_BYTES + 1);

  constructor(table: TokenTable) {
    this.#table = table;
  }

  /** @returns the number of tokens of a part of the text that the encoding splits off */
  count(piece: string): number {
    const length = this.#encode(piece);
    return length < 2 || this.#table.rankOf(this.#bytes, 0, length) !== NO_RANK ? 1 : this.#merge(length);
  }

  #encode(piece: string): number {
    if (piece.length * 3 > this.#bytes.length) this.#grow(piece.length * 3);
    for (let at = 0; at < piece.length; at += 1) {
      const unit = piece.charCodeAt(at);
      if (unit >= 0x80) return this.#encoder.encodeInto(piece, this.#bytes).written;
      this.#bytes[at] = unit;
    }
    return piece.length;
  }

  #grow(length: number): void {
    this.#bytes = new Uint8Array(length);
    this.#starts = new Uint32Array(length + 1);
    this.#ranks = new Int32Array(length + 1);
  }

  /** Merges the neighbours of the lowest rank, the first of equal ones, until no two make a token. */
  #merge(length: number): number {
    const [starts, ranks] = [this.#starts, this.#ranks];
    let parts = length;
    for (let part = 0; part <= parts; part += 1) starts[part] = part;
    for (let part = 0; part < parts; part += 1) ranks[part] = this.#rankWithNext(part, parts);
    for (;;) {
      let lowest = NO_RANK;
      let at = 0;
      for (let part = 0; part < parts - 1; part += 1) {
        const rank = ranks[part] as number;
        if (rank >= lowest) continue;
        lowest = rank;
        at = part;
      }
      if (lowest === NO_RANK) return parts;
      for (let part = at + 1; part < parts; part += 1) {
        starts[part] = starts[part + 1] as number;
        ranks[part - 1] = ranks[part] as number;
      }
      parts -= 1;
      ranks[at] = this.#rankWithNext(at, parts);
      if (at > 0) ranks[at - 1] = this.#rankWithNext(at - 1, parts);
    }
  }

  #rankWithNext(part: number, parts: number): number {
    if (part + 2 > parts) return NO_RANK;
    return this.#table.rankOf(this.#bytes, this.#starts[part] as number, this.#starts[part + 2] as number);
  }
}

const SAMPLE = 256 * 1024;

let counter: PieceCounter | undefined;

/**
 * Makes a counter of tokens in the encoding o200k_base; control tokens count as text. Its table takes some 4 MB, and is
 * read once in a thread: the serving thread never reads it.
 */
export function loadTokenCounter(): (text: string) => TokenCount {
  counter ??= new PieceCounter(new TokenTable(readFileSync(tokenFile())));
  const pieces = counter;
  return (text) => {
    const counted = text.length > LIMITS.countedLength ? text.slice(0, SAMPLE) : text;
    let tokens = 0;
    for (const part of splitLongRuns(counted))
      for (const piece of part.match(O200K_TOKEN_SPLIT_REGEX) ?? []) tokens += pieces.count(piece);
    return counted === text
      ? { tokens, isEstimate: false }
      : { tokens: Math.round((tokens / counted.length) * text.length), isEstimate: true };
  };
}
