import { termOf } from './word-analysis.ts';

const termsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(termOf));

/** Languages without skills in the format, by term. Excludes embedded languages: Lua, SQL, shell. */
const OTHER_LANGUAGES = termsOf(
  'java kotlin scala clojure c# f# dotnet php elixir erlang haskell ocaml matlab cobol',
);
/** Languages that are also words or names: they count only if capitalized inside a sentence. */
const ALSO_WORDS = termsOf('swift ruby perl dart julia groovy delphi fortran');

/** Whether a word names a language without skills. `isName`: capitalized like a name. */
export function isOtherLanguage(term: string, isName: boolean): boolean {
  return OTHER_LANGUAGES.has(term) || (isName && ALSO_WORDS.has(term));
}
