/** The term of C++; C is served by what is filed under it. */
export const CPP = 'cpp';
const LANGUAGES: ReadonlySet<string> = new Set([CPP, 'rust', 'python', 'go', 'js']);

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
  return LANGUAGES.has(term) ? term : OWN_WORDS.get(term);
}
