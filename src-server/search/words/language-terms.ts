/** The term of C++; C is served by what is filed under it. */
export const CPP = 'cpp';
const LANGUAGES: readonly string[] = [CPP, 'rust', 'python', 'go', 'js'];

/** Tools and words that one language's people alone have, by term. */
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

/** The language that a term names, or whose people alone have it; undefined for any other term. */
export function languageOf(term: string): string | undefined {
  return LANGUAGES.includes(term) ? term : OWN_WORDS.get(term);
}

/** 0 to 4 of a language that questions can name; -1 of any other. */
export function languageNumber(language: string): number {
  return LANGUAGES.indexOf(language);
}
