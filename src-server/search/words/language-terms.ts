/** C uses the C++ skills. */
export const CPP = 'cpp';
const LANGUAGES: readonly string[] = [CPP, 'rust', 'python', 'go', 'js'];

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

export function languageOf(term: string): string | undefined {
  return LANGUAGES.includes(term) ? term : OWN_WORDS.get(term);
}

/** One bit for each language; 0 for others. */
export function languageBit(language: string): number {
  const number = LANGUAGES.indexOf(language);
  return number < 0 ? 0 : 1 << number;
}
