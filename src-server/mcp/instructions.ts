import { type AgentText, joinText, LINES, ownWords } from '../contract/agent-lines.ts';
import type { IndexEntry } from '../contract/api.ts';
import { groupBy } from '../contract/words.ts';

/**
 * Characters for the names of libraries, some 200 tokens: some clients load only the names of tools and the
 * instructions.
 */
const NAMES_CHARACTERS = 600;
/** A name that is listed: others could pass for our words. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/;

/** What a client tells its model at the start: the rules first, the names of the registry last. */
export function instructionsOf(skills: readonly IndexEntry[] | undefined): AgentText {
  return skills === undefined ? withRules(LINES.unavailable()) : wordsOf(skills).instructions;
}

/** The rules alone: for a model that can't wait until the names of the registry are known. */
export function instructionsWithoutNames(): AgentText {
  return joinText([LINES.rule(), LINES.ruleBefore(), LINES.ruleEvidence()]);
}

/** Counts skills and names their languages: `83 skills: cpp, rust, go`. */
export function countLanguages(skills: readonly IndexEntry[]): AgentText {
  return wordsOf(skills).languages;
}

interface ListWords {
  readonly instructions: AgentText;
  readonly languages: AgentText;
}

/** The words of each list, made once: every request over MCP begins with the instructions. */
const made = new WeakMap<readonly IndexEntry[], ListWords>();

function wordsOf(skills: readonly IndexEntry[]): ListWords {
  const known = made.get(skills);
  if (known !== undefined) return known;
  const byLanguage = namesByLanguage(skills);
  const languages = `${skills.length} skill${skills.length === 1 ? '' : 's'}: ${[...byLanguage.keys()].join(', ')}`;
  const words = { instructions: withRules(covered(byLanguage)), languages: ownWords(languages) };
  made.set(skills, words);
  return words;
}

function withRules(last: AgentText): AgentText {
  return joinText([instructionsWithoutNames(), last]);
}

function covered(byLanguage: ReadonlyMap<string, readonly string[]>): AgentText {
  const listed = (most: number) =>
    ownWords(Array.from(byLanguage, ([language, names]) => `${language}: ${someOf(names, most)}`).join('; '));
  const all = listed(NAMES_CHARACTERS + 1);
  const isWhole = [...byLanguage.values()].every((names) => lengthOf(names) <= NAMES_CHARACTERS);
  if (isWhole && all.length <= NAMES_CHARACTERS) return LINES.libraries(all);
  return LINES.someLibraries(listed(Math.floor(NAMES_CHARACTERS / byLanguage.size)));
}

const lengthOf = (names: readonly string[]) => names.reduce((sum, { length }) => sum + length + 2, 0);

function someOf(names: readonly string[], characters: number): string {
  let left = characters;
  return names
    .filter((name) => {
      left -= name.length + 2;
      return left >= 0;
    })
    .join(', ');
}

/** Groups the names of libraries by language, those with most skills first. */
function namesByLanguage(skills: readonly IndexEntry[]): ReadonlyMap<string, readonly string[]> {
  const plain = skills.filter(({ language, name }) => PLAIN_NAME.test(language) && PLAIN_NAME.test(name));
  const byLanguage = groupBy(plain, ({ language }) => language);
  const names = Array.from(byLanguage, ([language, own]) => [language, own.map(({ name }) => name)] as const);
  return new Map(names.sort(([, a], [, b]) => b.length - a.length));
}
