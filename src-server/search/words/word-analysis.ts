/** From a run of characters in a text to the words it is indexed under: the same for texts and for queries. */
import stem from 'wink-porter2-stemmer';
import { languageOf } from './language-terms.ts';
import { STOP_WORDS } from './stop-words.ts';
import { runsOf } from './text-scanner.ts';

/** A word as it is written (lower case, no accents), and the term it is indexed under. */
export interface Word {
  readonly surface: string;
  readonly term: string;
}

/** Longer words aren't indexed: they are hashes and encoded data, which nobody asks for. */
const LONGEST_WORD = 64;
/** Longer words are compounds and identifiers, which have no inflection worth removing. */
const LONGEST_INFLECTED = 16;
/** No suffix that the stemmer removes ends in another letter. */
const INFLECTED = /^[a-z]+[cdegilmnrsty]$/;

/** Other names of the five languages. One name for each, so that `c++` in a query meets `cpp` in a tag. */
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

/** What a plain lower-case word doesn't have. `c++` and `c#` are words too. */
const SNAKE_OR_CAMEL = /[A-Z_]|\d[a-z]|[a-z]\d/;
/** `HTTPServer` is `HTTP` and `Server`; digits part from letters. */
const CAMEL_PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const PLURAL_ACRONYM = /^[A-Z]{2,}s$/;
const ASCII = /^[\0-\x7f]*$/;
const UNICODE_RUNS = /[\p{L}\p{N}_]+/gu;
/** Scripts without spaces between words: each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** A typographic apostrophe with what follows it: `don’t`, `user’s`. */
const CONTRACTION = /’(?:t|s|re|ll|ve|d|m)$/i;

/** The one name of a language that has several; any other word as it is. */
export function canonicalName(surface: string): string {
  return ALIASES.get(surface) ?? surface;
}

/** The term of a plain word: a language's one name, or the stem of a word of letters. */
export function termOf(word: string): string {
  const surface = canonicalName(word);
  return surface.length > 2 && surface.length <= LONGEST_INFLECTED && INFLECTED.test(surface)
    ? stem(surface)
    : surface;
}

/**
 * Ligatures and full-width forms become plain letters, accents and other marks go. Marks go first too: to bring a long
 * run of them into order takes time with the square of its length.
 */
function withoutMarks(text: string): string {
  return text
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
}

/** Lower case, without accents and other marks; ligatures and full-width forms become plain letters. */
export function foldText(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : withoutMarks(text).toLowerCase();
}

/**
 * The words of a run: an identifier whole and in parts (`SDL_CreateWindow` is itself, `sdl`, `createwindow`, `create` and
 * `window`), any other run just itself. Whole identifiers are rare and find the one skill that has them; parts find the
 * skills that speak of the same things in prose.
 *
 * @param toWord makes the words of plain runs and of an identifier's parts: `rememberWords` where many are alike; default `asWord`
 */
export function wordsOf(run: string, toWord: ToWord = asWord): Word[] {
  if (!ASCII.test(run)) return unicodeWords(run, toWord);
  if (!SNAKE_OR_CAMEL.test(run)) return run.length <= LONGEST_WORD ? [toWord(run)] : [];
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
    // `JavaScript` is no script of Java.
    if (languageOf(whole.term) !== undefined) continue;
    for (const part of parts) {
      // A lone letter or digits (`i` in `iOS`, `2` in `Catch2`) mean nothing by themselves.
      if (part.length > 1 && !/^\d/.test(part)) add(toWord(part.toLowerCase()));
    }
  }
  return [...words.values()];
}

export type ToWord = (surface: string) => Word;

export const asWord: ToWord = (surface) => ({ surface, term: termOf(surface) });

const MOST_REMEMBERED = 20_000;

/**
 * `asWord`, remembering its words: stemming is slow, and identifiers of many texts are made of few parts in ever new
 * combinations, questions of much the same words. Without it, indexing texts about libraries takes a quarter longer, and
 * parsing questions three times as long.
 */
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

/** A word of ASCII that doesn't keep the text in memory that it was cut from. The engine copies short pieces anyway. */
function detached(piece: string): string {
  return piece.length < 13 ? piece : Buffer.from(piece).toString();
}

function unicodeWords(run: string, toWord: ToWord): Word[] {
  const plain = withoutMarks(run.replace(CONTRACTION, ''));
  const spaced = plain.replace(UNSPACED, ' $& ');
  return (spaced.match(UNICODE_RUNS) ?? []).flatMap((part) => {
    if (ASCII.test(part)) return wordsOf(part, toWord);
    const surface = part.toLowerCase().slice(0, LONGEST_WORD);
    return [{ surface, term: surface }];
  });
}

/** The words a run of a text is indexed under: without stop words. `toWord` as in `wordsOf`. */
export function analyzeRun(run: string, toWord?: ToWord): Word[] {
  return wordsOf(run, toWord).filter(({ surface }) => !STOP_WORDS.has(surface));
}

/** The words of a name, a tag or another field that is short and deliberate: stop words as well. */
export function analyzeName(name: string): Word[] {
  return runsOf(name).flatMap((run) => wordsOf(run));
}
