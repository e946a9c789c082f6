/** Splits texts into runs of letters, runs into words, and makes index terms of words. */
import stem from 'wink-porter2-stemmer';
import { STOP_WORDS } from './word-lists.ts';

/**
 * UTF-16 units of a run. The rest of a longer one is the next run: a script without blanks writes a line as one, and
 * normalizing makes up to 18 letters of one.
 */
const LONGEST_RUN = 1_024;

/** Whether a character of ASCII belongs to a word, by its code. */
const WORD_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Takes the runs of a text. */
export interface RunVisitor {
  /** Letters, digits and underscores, or `c++` and the like. */
  run(start: number, end: number, inHeading: boolean, inCode: boolean): void;
}

/** Returns how many runs the visitor was called for. */
export function visitRuns(
  text: string,
  start: number,
  end: number,
  { inHeading, inCode }: { readonly inHeading: boolean; readonly inCode: boolean },
  visitor: RunVisitor,
): number {
  let runs = 0;
  let i = start;
  while (i < end) {
    if (!isWordCode(text.charCodeAt(i))) {
      i += 1;
      continue;
    }
    const runStart = i;
    const most = Math.min(end, runStart + LONGEST_RUN);
    do i += 1;
    while (i < most && isWordCode(text.charCodeAt(i)));
    if (i === most && i < end && isLowSurrogate(text.charCodeAt(i))) i += 1;
    i = withLanguageSign(text, runStart, i, end);
    visitor.run(runStart, i, inHeading, inCode);
    runs += 1;
    i = afterContraction(text, i, end);
  }
  return runs;
}

function isWordCode(code: number): boolean {
  return code < 128 ? WORD_CHARACTERS[code] === 1 : true;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** End including `c++`, `c#`, `f#`. */
function withLanguageSign(text: string, start: number, end: number, limit: number): number {
  if (end - start !== 1 || end >= limit) return end;
  const letter = text.charCodeAt(start) | 0x20;
  if (letter === 0x63 && text.startsWith('++', end)) return end + 2;
  const sharp = (letter === 0x63 || letter === 0x66) && text.charCodeAt(end) === 0x23;
  const isLast = end + 1 === text.length || !isWordCode(text.charCodeAt(end + 1));
  return sharp && isLast ? end + 1 : end;
}

/** Skips what follows an apostrophe in a word: `'s`, `n't`, `'ll`. */
function afterContraction(text: string, end: number, limit: number): number {
  if (end >= limit || text.charCodeAt(end) !== 0x27) return end;
  const rest = /^'(?:t|s|re|ll|ve|d|m)(?![A-Za-z0-9_])/i.exec(text.slice(end, end + 4));
  return rest === null ? end : end + rest[0].length;
}

const PLAIN = { inHeading: false, inCode: false };

/** Calls `visit` with the place of each run of a text, whatever headings and fences it has. */
export function eachRun(text: string, visit: (start: number, end: number) => void): void {
  visitRuns(text, 0, text.length, PLAIN, { run: visit });
}

/** Returns the runs of a text as a list, which is meant for short texts. */
export function runsOf(text: string): string[] {
  const runs: string[] = [];
  for (const line of text.split(/[\r\n]+/)) {
    visitRuns(line, 0, line.length, PLAIN, { run: (start, end) => runs.push(line.slice(start, end)) });
  }
  return runs;
}

/** The language whose skills answer for C as well. */
export const CPP = 'cpp';
const LANGUAGES: readonly string[] = [CPP, 'rust', 'python', 'go', 'js'];

/** Stems that only one language's programmers say. */
const OWN_WORDS: ReadonlyMap<string, string> = new Map([
  ['goroutin', 'go'],
  ['gofmt', 'go'],
  ['cargo', 'rust'],
  ['rustc', 'rust'],
  ['crate', 'rust'],
  ['asyncio', 'python'],
  ['pip', 'python'],
  ['npm', 'js'],
  ['nodej', 'js'],
  ['typescript', 'js'],
  ['cmake', 'cpp'],
  ['gcc', 'cpp'],
  ['clang', 'cpp'],
  ['msvc', 'cpp'],
]);

export function languageOf(term: string): string | undefined {
  return LANGUAGES.includes(term) ? term : OWN_WORDS.get(term);
}

/** Returns a bit for each language, and 0 for others. */
export function languageBit(language: string): number {
  const number = LANGUAGES.indexOf(language);
  return number < 0 ? 0 : 1 << number;
}

/** A word as written, in lower case without accents, and as index term. */
export interface Word {
  readonly surface: string;
  readonly term: string;
}

/** Longer words, such as hashes, aren't indexed. */
const LONGEST_WORD = 64;
const LONGEST_INFLECTED = 16;
/** UTF-16 units of a run in plain letters; see `LONGEST_RUN`. */
const LONGEST_PLAIN = 4 * LONGEST_RUN;
/** Last letters of the stemmer's suffixes. */
const INFLECTED = /^[a-z]+[cdegilmnrsty]$/;

/** `c++` matches the tag `cpp`. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['c++', 'cpp'],
  ['cplusplus', 'cpp'],
  ['cxx', 'cpp'],
  ['golang', 'go'],
  ['javascript', 'js'],
  ['ecmascript', 'js'],
  ['rustlang', 'rust'],
  ['c#', 'csharp'],
  ['f#', 'fsharp'],
]);

/** What plain lower-case words never have. */
const SNAKE_OR_CAMEL = /[A-Z_]|\d[a-z]|[a-z]\d/;
const CAPITALIZED = /^[A-Z][a-z]*$/;
/** Parts of identifiers: `HTTP` and `Server` in `HTTPServer`, and digits. */
const CAMEL_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const PLURAL_ACRONYM = /^[A-Z]{2,}s$/;
export const ASCII = /^[\0-\x7f]*$/;
const UNICODE_RUNS = /[\p{L}\p{N}_]+/gu;
/** Characters of scripts without spaces, each of which is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** Contractions with a typographic apostrophe: `don’t`, `user’s`. */
const CONTRACTION = /’(?:t|s|re|ll|ve|d|m)$/i;

export function canonicalName(surface: string): string {
  return ALIASES.get(surface) ?? surface;
}

/** Returns the canonical name of a word if it has one, else its stem. */
export function termOf(word: string): string {
  const surface = canonicalName(word);
  return surface.length > 2 && surface.length <= LONGEST_INFLECTED && INFLECTED.test(surface)
    ? stem(surface)
    : surface;
}

/**
 * Plain letters without accents and ligatures. Removes marks before normalizing, too: a long run takes
 * quadratic time.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
}

export function foldText(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : withoutMarks(text).toLowerCase();
}

/**
 * `SDL_CreateWindow` gives itself, `sdl`, `createwindow`, `create` and `window`. A whole identifier finds its
 * skill; parts find prose.
 *
 * @param toWord default `asWord`; `rememberWords` caches
 */
export function wordsOf(run: string, toWord: ToWord = asWord): Word[] {
  if (!ASCII.test(run)) return unicodeWords(run, toWord);
  const isWord = !SNAKE_OR_CAMEL.test(run) || CAPITALIZED.test(run);
  if (isWord) return run.length <= LONGEST_WORD ? [toWord(run.toLowerCase())] : [];
  const words = new Map<string, Word>();
  const add = (word: Word): void => {
    if (word.surface.length <= LONGEST_WORD && !words.has(word.surface)) words.set(word.surface, word);
  };
  const chunks = run.split('_').filter((chunk) => chunk !== '');
  if (chunks.length > 1) add(asWord(chunks.join('_').toLowerCase()));
  for (const chunk of chunks) {
    if (chunks.length > 1 && chunk.length < 2) continue;
    const parts = PLURAL_ACRONYM.test(chunk) ? [] : (chunk.match(CAMEL_PARTS) ?? []);
    if (parts.length < 2) {
      add(toWord(chunk.toLowerCase()));
      continue;
    }
    const whole = asWord(chunk.toLowerCase());
    add(whole);
    // `JavaScript` is unrelated to Java.
    if (languageOf(whole.term) !== undefined) continue;
    for (const part of parts) {
      // Single letters and digits (`i` in `iOS`, `2` in `Catch2`) carry no meaning.
      if (part.length > 1 && !/^\d/.test(part)) add(toWord(part.toLowerCase()));
    }
  }
  return [...words.values()];
}

export type ToWord = (surface: string) => Word;

export const asWord: ToWord = (surface) => ({ surface, term: termOf(surface) });

const MOST_REMEMBERED = 20_000;

/** Without the cache, indexing takes a quarter longer, parsing queries three times as long. */
export function rememberWords(): ToWord {
  const words = new Map<string, Word>();
  return (surface) => {
    const known = words.get(surface);
    if (known !== undefined) return known;
    if (words.size >= MOST_REMEMBERED) words.clear();
    const word = asWord(detached(surface));
    if (surface.length <= LONGEST_WORD) words.set(word.surface, word);
    return word;
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
/** Room for the longest run in UTF-8. */
const encoded = new Uint8Array(3 * (LONGEST_RUN + 1));

/** Returns a copy, which keeps no source text in memory. The engine copies under 13 characters anyway. */
export function detached(piece: string): string {
  if (piece.length < 13) return piece;
  if (3 * piece.length > encoded.length) return decoder.decode(encoder.encode(piece));
  return decoder.decode(encoded.subarray(0, encoder.encodeInto(piece, encoded).written));
}

function unicodeWords(run: string, toWord: ToWord): Word[] {
  const plain = withoutMarks(run.replace(CONTRACTION, '')).slice(0, LONGEST_PLAIN);
  const spaced = plain.replace(UNSPACED, ' $& ');
  return (spaced.match(UNICODE_RUNS) ?? []).flatMap((part) => {
    if (ASCII.test(part)) return wordsOf(part, toWord);
    const surface = part.toLowerCase().slice(0, LONGEST_WORD);
    return [{ surface, term: surface }];
  });
}

/** Splits a run at what is no letter or digit only: `中文分词` is one word, of which `wordsOf` makes four. */
export function writtenWords(run: string): string[] {
  if (ASCII.test(run)) return run.toLowerCase().split('_');
  const parts = withoutMarks(run.replace(CONTRACTION, '')).match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** Splits a run into its words, without stop words. */
export function analyzeRun(run: string, toWord?: ToWord): Word[] {
  return wordsOf(run, toWord).filter(({ surface }) => !STOP_WORDS.has(surface));
}

/** Splits a name into words, with stop words, which are deliberate there. */
export function analyzeName(name: string, toWord?: ToWord): Word[] {
  return runsOf(name).flatMap((run) => wordsOf(run, toWord));
}

const BETWEEN = /[^\p{L}\p{N}]/gu;
/** The signs of `c++`, `c#` and `f#`. */
const SIGNED = /[+#]$/;

/** Returns `hashmap` for `Hash_Map`, and `cpp` for `C++`. */
export function nameInOne(name: string): string {
  return runsInOne(runsOf(name));
}

export function runsInOne(runs: readonly string[]): string {
  const words = runs.map(foldText).map((run) => (SIGNED.test(run) ? canonicalName(run) : run));
  return words.join('').replace(BETWEEN, '');
}

/** Gives the terms of a run, in order. */
export type TermsOf = (run: string) => readonly string[];

/** Gives the wanted terms of the run at a place of a text, in order. */
export type TermsAt = (text: string, start: number, end: number) => readonly string[];

const termsOfRun: TermsOf = (run) => analyzeRun(run).map(({ term }) => term);

/** Remembers the terms of runs from question to question: splitting and stemming are most of what an excerpt costs. */
export function rememberRuns(): TermsOf {
  const known = new Map<string, readonly string[]>();
  return (run) => {
    const before = known.get(run);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const terms = termsOfRun(run);
    if (run.length <= LONGEST_WORD) known.set(detached(run), terms);
    return terms;
  };
}

const NO_TERMS: readonly string[] = [];

/** Finds the terms that one question wants in runs of texts. Of most runs it looks at two letters. */
export function wantedTerms(wanted: ReadonlySet<string>, allOf: TermsOf = termsOfRun): TermsAt {
  const known = new Map<string, readonly string[]>();
  const beginnings = beginningsOf(wanted);
  return (text, start, end) => {
    if (!mayBegin(beginnings, text, start, end)) return NO_TERMS;
    const run = text.slice(start, end);
    const before = known.get(run);
    if (before !== undefined) return before;
    const terms = allOf(run).filter((term) => wanted.has(term));
    known.set(run, terms);
    return terms;
  };
}

/** Words whose stems begin otherwise. */
const OTHER_BEGINNINGS = [...ALIASES.keys(), 'dying', 'lying', 'tying'];

/** Makes a table with 1 for each pair of letters with which a word of a wanted term may begin: a stem keeps them. */
function beginningsOf(wanted: ReadonlySet<string>): Uint8Array {
  const beginnings = new Uint8Array(1 << 10);
  const others = OTHER_BEGINNINGS.filter((word) => wanted.has(termOf(word)));
  for (const word of [...wanted, ...others]) beginnings[pairOf(word.charCodeAt(0), word.charCodeAt(1))] = 1;
  return beginnings;
}

function pairOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}

/** Returns whether a run may have a wanted term. Identifiers have parts that begin inside, and other scripts other letters. */
function mayBegin(beginnings: Uint8Array, text: string, start: number, end: number): boolean {
  if (end - start < 2) return true;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const isLower = code >= 0x61 && code <= 0x7a;
    if (!isLower && !(at === start && code >= 0x41 && code <= 0x5a)) return true;
  }
  return beginnings[pairOf(text.charCodeAt(start), text.charCodeAt(start + 1))] === 1;
}

/**
 * The seed of tables of words with open addressing. Each thread has one that nobody can know before: a skill of an attacker
 * could otherwise have 100,000 words that belong to the same slots, and each would be compared with all others.
 */
const SEED = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a whose high bits reach the low ones with each unit: otherwise most bits of a seed would change no slot. */
const mixed = (hash: number, unit: number): number => {
  const product = Math.imul(hash ^ unit, 0x01000193);
  return product ^ (product >>> 15);
};

/**
 * Returns the hash of a part of a text, for a table of words.
 *
 * @param seed another one than the thread's, in tests
 */
export function hashOf(text: string, start: number, end: number, seed = SEED): number {
  let hash = seed ^ (end - start);
  for (let i = start; i < end; i += 1) hash = mixed(hash, text.charCodeAt(i));
  return hash;
}

/** Returns the hash of the text that has some UTF-16 units. */
export function hashOfUnits(units: Uint16Array, start: number, end: number, seed = SEED): number {
  let hash = seed ^ (end - start);
  for (let i = start; i < end; i += 1) hash = mixed(hash, units[i] as number);
  return hash;
}
