import { termOf } from './word-analysis.ts';

const termsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(termOf));

/** Without skills. Excludes embedded languages: Lua, SQL, shell. */
const OTHER_LANGUAGES = termsOf(
  'java kotlin scala clojure c# f# dotnet php elixir erlang haskell ocaml matlab cobol',
);
/** Count if capitalized inside a sentence. */
const ALSO_WORDS = termsOf('swift ruby perl dart julia groovy delphi fortran');

/** `isName`: capitalized. */
export function isOtherLanguage(term: string, isName: boolean): boolean {
  return OTHER_LANGUAGES.has(term) || (isName && ALSO_WORDS.has(term));
}
