import { messageLanguages } from '../words/message-languages.ts';
import { runsInOne } from '../words/name-in-one.ts';
import { namedLanguages, verbPlaces } from '../words/named-languages.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { runsOf } from '../words/text-scanner.ts';
import { asWord, type ToWord, type Word, wordsOf } from '../words/word-analysis.ts';

export interface ParsedQuery {
  readonly text: string;
  readonly words: readonly QueryWord[];
  readonly leftOut: readonly string[];
  /** Named, otherwise of similar messages. */
  readonly languages: ReadonlySet<string>;
  /**
   * As a skill's name (`nameInOne`): `hashmap` for `hash map`. Skips languages if possible; '' without words.
   */
  readonly name: string;
  /** Name or imply a language: `cpp`, `c`, `cargo`. */
  readonly languageTerms: ReadonlySet<string>;
}

export interface QueryWord extends Word {
  readonly word: string;
  readonly place: number;
  readonly siblings: readonly string[];
}

export function parseQuery(text: string, toWord: ToWord = asWord): ParsedQuery {
  const runs = runsOf(text);
  const verbs = verbPlaces(runs);
  const wordsByRun = runs.map((run) => wordsOf(run, toWord));
  const { words, leftOut } = queryWords(runs, wordsByRun, verbs);
  const named = namedLanguages(runs, verbs, wordsByRun);
  const languages = named.size > 0 ? new Set(named.values()) : messageLanguages(text);
  const languageTerms = new Set(named.keys());
  return { text, words, leftOut, languages, name: nameOf(words, languageTerms), languageTerms };
}

function queryWords(
  runs: readonly string[],
  wordsByRun: readonly (readonly Word[])[],
  verbs: ReadonlySet<number>,
): Pick<ParsedQuery, 'words' | 'leftOut'> {
  const words = new Map<string, QueryWord>();
  for (const [place, word] of runs.entries()) {
    const parts = wordsByRun[place] as readonly Word[];
    const siblings = parts.map(({ term }) => term);
    for (const { surface, term } of parts) {
      const known = words.get(term);
      if (known === undefined || verbs.has(known.place))
        words.set(term, { word, place, surface, term, siblings });
    }
  }
  const all = [...words.values()];
  const isTelling = (word: QueryWord): boolean => saysSomething(word) && !verbs.has(word.place);
  const telling = all.filter(isTelling);
  // Stop words alone may name a library.
  if (telling.length === 0) return { words: all, leftOut: [] };
  const leftOut = all.filter((word) => !isTelling(word)).map(({ surface }) => surface);
  return { words: telling, leftOut };
}

function nameOf(words: readonly QueryWord[], languageTerms: ReadonlySet<string>): string {
  const others = words.filter(({ term }) => !languageTerms.has(term));
  const runs = new Map((others.length > 0 ? others : words).map(({ place, word }) => [place, word]));
  return runsInOne([...runs.values()]);
}

/** Lone letters are variables or parts of abbreviations; `C` is a language. */
export function saysSomething({ word, surface }: Pick<QueryWord, 'word' | 'surface'>): boolean {
  return !STOP_WORDS.has(surface) && (!/^[a-z]$/.test(surface) || word === 'C');
}
