import type { IndexEntry } from '../contract/api/api.ts';
import { type AgentText, joinText, LINES, ownWords } from '../contract/words/agent-lines.ts';

/** For the names of libraries, some 200 tokens: some clients load only tool names and instructions. */
const NAMES_CHARACTERS = 600;
/** Other names could pass for our words. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,39}$/;

/** What a client tells its model at the start: the rules first, the names of the registry last. */
export function instructionsOf(skills: readonly IndexEntry[] | undefined): AgentText {
  const last = skills === undefined ? LINES.unavailable() : covered(namesByLanguage(skills));
  return joinText([LINES.rule(), LINES.ruleBefore(), LINES.ruleEvidence(), last]);
}

/** `83 skills: cpp, rust, go` */
export function countLanguages(skills: readonly IndexEntry[]): AgentText {
  const languages = [...namesByLanguage(skills).keys()].join(', ');
  return ownWords(`${skills.length} skill${skills.length === 1 ? '' : 's'}: ${languages}`);
}

function covered(byLanguage: ReadonlyMap<string, readonly string[]>): AgentText {
  const listed = (most: number) =>
    ownWords(Array.from(byLanguage, ([language, names]) => `${language}: ${someOf(names, most)}`).join('; '));
  const all = listed(Number.POSITIVE_INFINITY);
  if (all.length <= NAMES_CHARACTERS) return LINES.libraries(all);
  return LINES.someLibraries(listed(Math.floor(NAMES_CHARACTERS / byLanguage.size)));
}

function someOf(names: readonly string[], characters: number): string {
  let left = characters;
  return names
    .filter((name) => {
      left -= name.length + 2;
      return left >= 0;
    })
    .join(', ');
}

/** Languages with most skills first. */
function namesByLanguage(skills: readonly IndexEntry[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { language, name } of skills) {
    if (!PLAIN_NAME.test(language) || !PLAIN_NAME.test(name)) continue;
    names.set(language, [...(names.get(language) ?? []), name]);
  }
  return new Map([...names].sort(([, a], [, b]) => b.length - a.length));
}
