/** Reads a query: what is looked for and which languages it names, whatever any skill says. */
import { messageLanguages } from '../words/message-languages.ts';
import { runsInOne } from '../words/name-in-one.ts';
import { namedLanguages, verbPlaces } from '../words/named-languages.ts';
import { STOP_WORDS } from '../words/stop-words.ts';
import { runsOf } from '../words/text-scanner.ts';
import { asWord, type ToWord, type Word, wordsOf } from '../words/word-analysis.ts';

export interface ParsedQuery {
  /** As it was asked. */
  readonly text: string;
  /** The words that are looked for, each once, in their order. */
  readonly words: readonly QueryWord[];
  /** Words that say nothing about a skill, each once, as they are written. */
  readonly leftOut: readonly string[];
  /** Languages that the query names; where it names none, those that write its messages. */
  readonly languages: ReadonlySet<string>;
  /**
   * What a skill may be called by a query that is its name and nothing else (`hash map` for `hash_map`): its words in one,
   * as of `nameInOne`, without those that name a language; with them where there is nothing else. '' only where
   * there are no words.
   */
  readonly name: string;
  /** Terms of the query that name a language or one's own tool: `cpp`, `c`, `cargo`. */
  readonly languageTerms: ReadonlySet<string>;
}

export interface QueryWord extends Word {
  /** The run of the query that it comes from, and that run's place among all of them. */
  readonly word: string;
  readonly place: number;
  /** The terms of the whole identifier that it comes from. */
  readonly siblings: readonly string[];
}

/** @param toWord makes its words; default: each anew */
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

/** The words of a query, each once, in their order, and those that say nothing. */
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
  // A query of stop words alone can still be the name of a library.
  if (telling.length === 0) return { words: all, leftOut: [] };
  const leftOut = all.filter((word) => !isTelling(word)).map(({ surface }) => surface);
  return { words: telling, leftOut };
}

function nameOf(words: readonly QueryWord[], languageTerms: ReadonlySet<string>): string {
  const others = words.filter(({ term }) => !languageTerms.has(term));
  const runs = new Map((others.length > 0 ? others : words).map(({ place, word }) => [place, word]));
  return runsInOne([...runs.values()]);
}

/**
 * Whether a word says anything about a skill. A lone letter is a variable's name or what is left of an abbreviation; `C` is
 * a language.
 */
export function saysSomething({ word, surface }: Pick<QueryWord, 'word' | 'surface'>): boolean {
  return !STOP_WORDS.has(surface) && (!/^[a-z]$/.test(surface) || word === 'C');
}
