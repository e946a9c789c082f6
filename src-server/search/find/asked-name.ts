import { runsInOne } from '../words/name-in-one.ts';

/** A word of a question, in the run of characters that it was written in. */
interface AskedWord {
  readonly word: string;
  /** Of the run, counted from 0. */
  readonly place: number;
  readonly term: string;
}

/**
 * What a skill may be called by a question that is its name and nothing else (`requests`, `python requests`, `hash map` for
 * `hash_map`): its words in one, as of `nameInOne`, without those that name a language; with them where there is nothing
 * else. '' is no name.
 */
export function askedName(words: readonly AskedWord[], languageTerms: ReadonlySet<string>): string {
  const others = words.filter(({ term }) => !languageTerms.has(term));
  const runs = new Map((others.length > 0 ? others : words).map(({ place, word }) => [place, word]));
  return runsInOne([...runs.values()]);
}
