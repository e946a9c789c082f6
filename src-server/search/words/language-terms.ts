/** Term of C++. C has no skills of its own and uses the C++ skills. */
export const CPP = 'cpp';
const LANGUAGES: readonly string[] = [CPP, 'rust', 'python', 'go', 'js'];

/** Terms that belong to a single language. */
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

/** Language named or implied by a term. */
export function languageOf(term: string): string | undefined {
  return LANGUAGES.includes(term) ? term : OWN_WORDS.get(term);
}

/** 0 to 4 for languages that queries can name; else -1. */
export function languageNumber(language: string): number {
  return LANGUAGES.indexOf(language);
}
