import { termOf } from './word-analysis.ts';

const termsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(termOf));

/** Languages that the format has no skills for, by term. Not those that live inside of others' programs: Lua, SQL, a shell. */
const OTHER_LANGUAGES = termsOf(
  'java kotlin scala clojure c# f# dotnet php elixir erlang haskell ocaml matlab cobol',
);
/** Those that are words or names besides: only with a capital inside of a sentence. */
const ALSO_WORDS = termsOf('swift ruby perl dart julia groovy delphi fortran');

/** Whether a word names a language that no skill can be in. `isName`: it has a name's capital. */
export function isOtherLanguage(term: string, isName: boolean): boolean {
  return OTHER_LANGUAGES.has(term) || (isName && ALSO_WORDS.has(term));
}
