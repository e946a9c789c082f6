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
  return joinText([LINES.rule(), LINES.ruleMore(), LINES.ruleEvidence()]);
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
  const shown = shareOfNames(byLanguage);
  const isWhole = Array.from(byLanguage, ([language, names]) => names.length === shown.get(language)?.length);
  const listed = Array.from(shown, ([language, names]) => `${language}: ${names.join(', ')}`).join('; ');
  return (isWhole.includes(false) ? LINES.someLibraries : LINES.libraries)(ownWords(listed));
}

/** Gives each language a name in turn, the most trusted first, until there is no room for more. */
function shareOfNames(
  byLanguage: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const shown = new Map(Array.from(byLanguage.keys(), (language) => [language, [] as string[]]));
  let left = NAMES_CHARACTERS;
  for (let turn = 0; ; turn += 1) {
    let isAdded = false;
    for (const [language, names] of byLanguage) {
      const { [turn]: name } = names;
      if (name === undefined || name.length + 2 > left) continue;
      shown.get(language)?.push(name);
      left -= name.length + 2;
      isAdded = true;
    }
    if (!isAdded) return shown;
  }
}

/** Groups the names of libraries that agents get by language, those with most skills first. */
function namesByLanguage(skills: readonly IndexEntry[]): ReadonlyMap<string, readonly string[]> {
  const plain = skills.filter(
    ({ language, name, _withheld: why }) =>
      why === undefined && PLAIN_NAME.test(language) && PLAIN_NAME.test(name),
  );
  const byLanguage = groupBy(plain, ({ language }) => language);
  const names = Array.from(byLanguage, ([language, own]) => {
    const ordered = own.toSorted((a, b) => rank(b) - rank(a)).map(({ name }) => name);
    return [language, [...new Set(ordered)]] as const;
  });
  return new Map(names.sort(([, a], [, b]) => b.length - a.length));
}

/** Orders by trust; of equal skills, the de-facto standard comes first. */
function rank({ trust_score: trust = 0, group }: IndexEntry): number {
  return 2 * trust + (group === 'main' ? 1 : 0);
}
