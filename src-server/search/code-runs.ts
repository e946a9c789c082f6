/**
 * Compares code of a question with code of entries. A snippet that somebody is about to commit looks like the bad form of the entry that warns of it, but
 * for what its writer chose: names of variables, texts, numbers. Both are read as tokens without these, and compared by the
 * runs of two and three tokens that they share.
 */

import type { FileEntry } from './entries.ts';
import { blocksOf } from './passages.ts';
import type { SkillTerms } from './skill-terms.ts';

/** Words of languages whose place in a run tells more than a name would: they are never chosen. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'as async auto await break case catch class const continue def default defer delete do elif else enum except export ' +
    'extern final finally fn for friend from func function go goto if impl import in include inline int interface is ' +
    'lambda let loop map match mod move mut namespace new nil none not null nullptr operator or and override package pass ' +
    'private protected pub public raise range ref return select self sizeof static struct super switch template this ' +
    'throw trait true false try type typedef typename union unsafe use using var virtual void volatile where while with yield'
  ).split(' '),
);
/** Words behind which a name is declared, whatever follows it. */
export const DECLARES: ReadonlySet<string> = new Set(
  'auto class const def fn for func function let mut struct var enum interface trait type'.split(' '),
);

/** UTF-16 units of code that are read; the rest is left out. */
export const MOST_READ = 32 * 1024;
/** Tokens that are read of one text. */
const MOST_TOKENS = 4_096;
/** Bits of a run's number: two of ten thousand runs are taken for each other. */
const RUN_MASK = (1 << 24) - 1;

/** A name that somebody chose, a text and a number: each is one of its kind. */
const CHOSEN = '_';
const TEXT = '"';
const NUMBER = '0';

export interface Token {
  /** The token as it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'name' | 'text' | 'number' | 'mark';
}

/** Splits code of any language into names, texts, numbers and marks; comments are left out. Takes linear time. */
export function scanCode(code: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = Math.min(code.length, MOST_READ);
  const texts = new TextEnds(code, end);
  const add = (kind: Token['kind'], start: number, stop: number): number => {
    tokens.push({ kind, start, end: stop, text: code.slice(start, stop) });
    return stop;
  };
  for (let at = 0; at < end && tokens.length < MOST_TOKENS; ) {
    const sort = sortOf(code, at);
    const behind = sort === 'mark' ? endOfComment(code, at, end) : at;
    if (behind > at) at = behind;
    else if (sort === 'blank') at += 1;
    else if (sort === 'letter' || sort === 'digit') {
      const start = at;
      do at += 1;
      while (at < end && (sortOf(code, at) === 'letter' || sortOf(code, at) === 'digit'));
      add(sort === 'letter' ? 'name' : 'number', start, at);
    } else {
      const close = sort === 'quote' ? texts.after(at) : -1;
      if (close > at) at = add('text', at, close);
      // A lone apostrophe is one of Rust's lifetimes.
      else if (sort === 'quote') at += 1;
      else at = add('mark', at, at + (MARKS_OF_TWO.has(code.slice(at, at + 2)) ? 2 : 1));
    }
  }
  return tokens;
}

type Sort = 'blank' | 'letter' | 'digit' | 'quote' | 'mark';

/** Kinds of the characters of ASCII, by code. */
const SORTS: readonly Sort[] = Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[A-Za-z_$]/.test(letter)) return 'letter';
  if (/\d/.test(letter)) return 'digit';
  if (/["'`]/.test(letter)) return 'quote';
  return /\s/.test(letter) ? 'blank' : 'mark';
});

function sortOf(code: string, at: number): Sort {
  return SORTS[code.charCodeAt(at)] ?? (/[\p{L}\p{N}\p{M}]/u.test(code[at] as string) ? 'letter' : 'mark');
}

const MARKS_OF_TWO: ReadonlySet<string> = new Set(':: -> => := == != && || <- .. ]['.split(' '));

/** Returns the end of a comment that begins at a place; `at` if none does. */
function endOfComment(code: string, at: number, most: number): number {
  const two = code.slice(at, at + 2);
  if (two === '/*') {
    const close = code.indexOf('*/', at + 2);
    return close < 0 ? most : close + 2;
  }
  // `#include`, `#[derive]` and `#private` are code.
  if (two !== '//' && !/^#[\s!]/.test(two)) return at;
  const close = code.indexOf('\n', at);
  return close < 0 ? most : close;
}

/** Finds where texts in quotes end, each in linear time. */
class TextEnds {
  readonly #code: string;
  readonly #most: number;
  /** By quote, the place up to which none ends a text. Without it, `"\"\"\"…` would be read again for each quote. */
  readonly #openUntil = new Map<string, number>();

  constructor(code: string, most: number) {
    this.#code = code;
    this.#most = most;
  }

  /** Returns the end of a text that begins at a place; -1 if it doesn't end on its line. Backticks and three quotes may go over lines. */
  after(start: number): number {
    const code = this.#code;
    const quote = code[start] as string;
    if (start < (this.#openUntil.get(quote) ?? 0)) return -1;
    const three = quote.repeat(3);
    if (quote !== '`' && code.startsWith(three, start)) {
      const close = code.indexOf(three, start + 3);
      return close < 0 ? this.#most : close + 3;
    }
    let at = start + 1;
    for (; at < this.#most; at += 1) {
      const letter = code[at];
      if (letter === '\\') at += 1;
      else if (letter === quote) return at + 1;
      else if (letter === '\n' && quote !== '`') break;
    }
    this.#openUntil.set(quote, at);
    return -1;
  }
}

/** A text of one word, such as `'message'` or `"BEGIN"`: an event or a mode is the library's word more often than the writer's. */
export const ONE_WORD = /^.\w+.$/;

/** What stands before a key. */
const KEY_BEFORE: ReadonlySet<string> = new Set(['[', '][']);

/** Marks that close or separate, which tell nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set([')', '}', ']', ',', ';', '\\']);

/** Returns tokens as they are compared: a kept name, a keyword, a mark, or `_`, `"` and `0`. */
function comparedTokens(tokens: readonly Token[]): readonly string[] {
  const compared: string[] = [];
  let inAttribute = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] as Token;
    // Names in `#[serde(flatten)]` are the library's.
    if (text === '[' && at > 0 && tokens[at - 1]?.text === '#') inAttribute = true;
    if (text === ']') inAttribute = false;
    if (kind === 'mark' && LEFT_OUT.has(text)) continue;
    const shown = inAttribute && kind === 'name' ? text : comparedAs(tokens, at);
    // Several chosen names in a row are one: `i, row := range` reads like `row := range`.
    if (shown !== CHOSEN || compared.at(-1) !== CHOSEN) compared.push(shown);
  }
  return compared;
}

function comparedAs(tokens: readonly Token[], at: number): string {
  const { kind, text } = tokens[at] as Token;
  if (kind === 'name') return nameOf(tokens, at);
  // `row["owner"]` is a column of the writer's.
  const isKey = at > 0 && KEY_BEFORE.has(tokens[at - 1]?.text ?? '');
  if (kind === 'text') return ONE_WORD.test(text) && !isKey ? text.slice(1, -1) : TEXT;
  return kind === 'number' ? NUMBER : text;
}

/** Returns a name that stands where a library's does: behind a dot, called, a type or constant, a named argument. Others were chosen: `_`. */
function nameOf(tokens: readonly Token[], at: number): string {
  const { text } = tokens[at] as Token;
  if (KEYWORDS.has(text)) return text;
  const before = at > 0 ? (tokens[at - 1] as Token).text : '';
  const after = at + 1 < tokens.length ? (tokens[at + 1] as Token).text : '';
  if (before === '.' || before === '->' || before === '::') return text;
  if (DECLARES.has(before)) return CHOSEN;
  if (after === '(' || after === '::' || after === '!' || beginsLarge(text)) return text;
  const isArgument = (before === '(' || before === ',') && after === '=';
  const isOption = (before === '{' || before === ',') && after === ':';
  return isArgument || isOption ? text : CHOSEN;
}

function beginsLarge(name: string): boolean {
  const code = name.charCodeAt(0);
  return code < 0x80 ? code >= UPPER_A && code <= UPPER_Z : /^\p{Lu}/u.test(name);
}

const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

/**
 * The runs of two and three tokens of code as ascending numbers of 24 bits, each once, at most `most` of them. A run has a
 * name or keyword, and may have what was chosen, too: `_ . WriteJSON`.
 */
export function runsOfCode(code: string, most: number): Uint32Array {
  return tokenRuns(scanCode(code), most);
}

/** Returns whether a token is a name, a keyword, a text of one word, or an access to what an access gave: `df[mask]["owner"]`. */
function tells(token: string): boolean {
  const first = token.charCodeAt(0);
  const isLetter = (first >= LOWER_A && first <= LOWER_Z) || (first >= UPPER_A && first <= UPPER_Z);
  return isLetter || token === '][' || /\p{L}/u.test(token);
}

export function tokenRuns(scanned: readonly Token[], most: number): Uint32Array {
  const tokens = comparedTokens(scanned);
  const runs = new Set<number>();
  // How many of the tokens up to here tell something: a run of marks alone stands in any code.
  let before = 0;
  let telling = tells(tokens[0] ?? '') ? 1 : 0;
  /** The hash of the two tokens before, to go on with. */
  let begun = 0;
  for (let at = 1; at < tokens.length && runs.size < most; at += 1) {
    const token = tokens[at] as string;
    const two = hashedBehind(hashedOn(HASH_START, tokens[at - 1] as string), token);
    const isTold = tells(token);
    if (isTold || telling > 0) runs.add(runOf(two));
    if (at > 1 && (isTold || telling + before > 0)) runs.add(runOf(hashedBehind(begun, token)));
    begun = two;
    before = telling;
    telling = isTold ? 1 : 0;
  }
  return Uint32Array.from(runs).sort();
}

/** Runs of one entry, and of all entries of a skill. */
const MOST_OF_ENTRY = 256;
const MOST_OF_SKILL = 4_096;
/** An entry's number and its run's in one, which typed arrays sort fast. */
const ENTRIES = 1 << 16;

/** Collects the runs of bad forms, skill by skill. */
export class BadForms {
  #pairs: number[] = [];

  /**
   * Takes the bad code of a danger. In one without any labels, all code is what it warns of.
   *
   * @param number of the entry in its skill
   */
  add(number: number, entry: FileEntry): void {
    if (!entry.isDanger || this.#pairs.length >= MOST_OF_SKILL) return;
    const code = blocksOf(entry).filter(({ kind }) => kind === 'code');
    const isLabelled = code.some(({ form }) => form !== undefined);
    const bad = code.filter(({ form }) => form === 'bad' || !isLabelled);
    if (bad.length === 0) return;
    const runs = runsOfCode(bad.flatMap(({ lines }) => lines).join('\n'), MOST_OF_ENTRY);
    for (const run of runs) this.#pairs.push(run * ENTRIES + number);
  }

  finish(): Pick<SkillTerms, 'codeRuns' | 'codeEntries'> {
    const pairs = Float64Array.from(this.#pairs).sort();
    this.#pairs = [];
    return {
      codeRuns: Uint32Array.from(pairs, (pair) => Math.floor(pair / ENTRIES)),
      codeEntries: Uint16Array.from(pairs, (pair) => pair % ENTRIES),
    };
  }
}

/** Returns how much the bad forms of a skill's entries are like a snippet, by entry: 0 without a common run, 1 if all is the same. */
export function likenessOf(
  { codeRuns, codeEntries }: Pick<SkillTerms, 'codeRuns' | 'codeEntries'>,
  asked: Uint32Array,
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  if (codeRuns.length === 0) return sums;
  const sizes = new Map<number, number>();
  for (const entry of codeEntries) sizes.set(entry, (sizes.get(entry) ?? 0) + 1);
  for (const run of asked) {
    const from = firstPlace(codeRuns, run);
    let to = from;
    while (codeRuns[to] === run) to += 1;
    const rarity = Math.log((sizes.size + 1) / (to - from + 0.5));
    for (let at = from; at < to; at += 1) {
      const entry = codeEntries[at] as number;
      sums.set(entry, (sums.get(entry) ?? 0) + rarity);
    }
  }
  const usual = Math.log((sizes.size + 1) / 1.5) * Math.sqrt(asked.length);
  return new Map(
    Array.from(sums, ([entry, sum]) => [entry, sum / usual / Math.sqrt(sizes.get(entry) as number)] as const),
  );
}

function firstPlace(ascending: Uint32Array, wanted: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first state of FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), and the factor of each character. */
const HASH_START = 0x811c9dc5;
const HASH_FACTOR = 0x01000193;
const BLANK = 0x20;

/** Goes on with a hash by a text. */
function hashedOn(hash: number, text: string): number {
  let state = hash;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), HASH_FACTOR);
  return state;
}

/** Goes on with a hash by a blank and a token. */
function hashedBehind(hash: number, token: string): number {
  return hashedOn(Math.imul(hash ^ BLANK, HASH_FACTOR), token);
}

/** Makes the number of a run of the hash of its tokens. */
function runOf(hash: number): number {
  return (hash ^ (hash >>> 24)) & RUN_MASK;
}
