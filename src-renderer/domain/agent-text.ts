import { LINES, withoutOurLines } from '../../src-server/contract/agent-lines.ts';
import type { FullSkill } from '../../src-server/contract/api.ts';
import { withoutQuotes } from '../../src-server/contract/service.ts';
import { writtenFor } from '../../src-server/contract/vocabulary.ts';
import { type SkillFile, textIn } from './skill-files.ts';

/** Source header, then files in tags; above them why agents don't get the skill by themselves. No file can close a tag: see `unusedTag`. */
export function agentText(
  key: string,
  skill: FullSkill,
  files: readonly Omit<SkillFile, 'tokens'>[],
  of: number,
): string {
  const tag = unusedTag(files.map(({ text }) => text));
  const attributes = [
    ['key', key],
    ['library-version', writtenFor(skill['version'])],
    ['skill-version', textIn(skill['skill_version'])],
    ['updated', textIn(skill['updated_at'])],
    ['risk', skill.risk_level],
    ['files', `${files.length} of ${of}`],
  ]
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
  const parts = files.map(
    ({ path, priority, text }) =>
      `<${tag} path="${escapeAttribute(path)}" priority="${priority}">\n${withOneLineEnd(withoutOurLines(text))}</${tag}>\n`,
  );
  // What a text says to agents is no line of ours.
  const why = skill._withheld;
  const warning = why === undefined ? '' : `${LINES.notGiven(withoutQuotes(why))}\n`;
  return `${warning}<skill${attributes}>\n${parts.join('')}</skill>\n`;
}

/** First of `file`, `file-2`, `file-3`… unused in all texts. */
function unusedTag(texts: readonly string[]): string {
  const used = new Set<string>();
  for (const text of texts)
    for (const [, tag = ''] of text.matchAll(/<\/?(file(?:-\d{1,9})?)[\s>]/gi)) used.add(tag.toLowerCase());
  let tag = 'file';
  for (let number = 2; used.has(tag); number += 1) tag = `file-${number}`;
  return tag;
}

function withOneLineEnd(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\n') end -= 1;
  return `${text.slice(0, end)}\n`;
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Whole files like `get_skill`: pitfalls, safety, overview, then reading order until a file no longer fits. Short
 * forms (`-compact.md`) replace too long forms, least important first. Unknown token counts are 0.
 *
 * @param files in reading order, as the result
 */
export function fitBudget(files: readonly SkillFile[], budget: number): readonly SkillFile[] {
  const shortForms = new Map<string, SkillFile>();
  for (const file of files) {
    const long = file.path.replace(/-compact\.md$/, '.md');
    if (long !== file.path && files.some(({ path }) => path === long)) shortForms.set(long, file);
  }
  const isShort = new Set(shortForms.values());
  const chosen = files.filter((file) => !isShort.has(file)).toSorted((a, b) => rankOf(a) - rankOf(b));
  for (let place = chosen.length - 1; place >= 0 && sumTokens(chosen) > budget; place -= 1) {
    const long = chosen[place] as SkillFile;
    const short = shortForms.get(long.path);
    if (short !== undefined && sumTokens([short]) < sumTokens([long])) chosen[place] = short;
  }
  const fitting = chosen.filter((_, place) => sumTokens(chosen.slice(0, place + 1)) <= budget);
  return files.filter((file) => fitting.includes(file));
}

const MOST_IMPORTANT: readonly string[] = ['pitfalls.md', 'safety.md', 'overview.md'];

function rankOf({ path }: SkillFile): number {
  const place = MOST_IMPORTANT.indexOf(path);
  return place < 0 ? MOST_IMPORTANT.length : place;
}

export function sumTokens(files: readonly SkillFile[]): number {
  return files.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

/** While nothing counts tokens, a skill comes without. */
export function areCounted(files: readonly SkillFile[]): boolean {
  return files.every(({ tokens }) => tokens !== undefined);
}
