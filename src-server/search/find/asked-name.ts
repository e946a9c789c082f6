/** Questions that are a skill's name and nothing else: `requests`, `python requests`, `hash map` for `hash_map`. */
import { runsOf } from '../words/text-scanner.ts';
import { canonicalName, foldText } from '../words/word-analysis.ts';

/** What stands between the letters and digits of a name. */
const BETWEEN = /[^\p{L}\p{N}]/gu;
/** Names to compare letter by letter: nothing to fold, no sign that counts (`C++` is no `c`), no `'s` to leave out. */
const PLAIN = /^[^+#'\x80-\uffff]*$/;
/** How `c++`, `c#` and `f#` end: a run keeps no other sign. */
const SIGNED = /[+#]$/;

/** A word of a question, in the run of characters that it was written in. */
interface AskedWord {
  readonly word: string;
  /** Of the run, counted from 0. */
  readonly place: number;
  readonly term: string;
}

/** A question's words in one, without those that name a language; with them where there is nothing else. */
export function askedName(words: readonly AskedWord[], languageTerms: ReadonlySet<string>): string {
  const others = words.filter(({ term }) => !languageTerms.has(term));
  const runs = new Map((others.length > 0 ? others : words).map(({ place, word }) => [place, word]));
  return inOne([...runs.values()]);
}

/**
 * Whether a name is what was asked for, whatever stands between its words. Every document with a word of the question is
 * asked, so most are told apart by their first letters.
 *
 * @param asked as of `askedName`; '' is no name
 */
export function isCalled(name: string, asked: string): boolean {
  if (asked === '') return false;
  // Whatever else is folded, a plain letter or digit at the beginning stays.
  const first = lowered(name.charCodeAt(0));
  if (isLetterOrDigit(first) && first !== asked.charCodeAt(0)) return false;
  if (!PLAIN.test(name)) return inOne(runsOf(name)) === asked;
  let place = 0;
  for (let i = 0; i < name.length; i += 1) {
    const code = lowered(name.charCodeAt(i));
    if (!isLetterOrDigit(code)) continue;
    if (code !== asked.charCodeAt(place)) return false;
    place += 1;
  }
  return place === asked.length;
}

function inOne(runs: readonly string[]): string {
  const words = runs.map(foldText).map((run) => (SIGNED.test(run) ? canonicalName(run) : run));
  return words.join('').replace(BETWEEN, '');
}

function lowered(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
