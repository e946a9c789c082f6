import { termOf } from './word-analysis.ts';

/** Languages that the format has no skills for, by term. Not those that live inside of others' programs: Lua, SQL, a shell. */
const OTHER_LANGUAGES: ReadonlySet<string> = new Set(
  'java kotlin scala groovy clojure c# f# dotnet swift php ruby perl dart elixir erlang haskell ocaml julia matlab fortran cobol delphi'
    .split(' ')
    .map(termOf),
);

/** Whether a term is a language that no skill can be in. */
export function isOtherLanguage(term: string): boolean {
  return OTHER_LANGUAGES.has(term);
}
