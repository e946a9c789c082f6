/** The files of a skill: their order, and what an agent gets of them. */
import { LINES, withoutOurLines } from '../../src-server/contract/agent-lines.ts';
import { type FullSkill, type Priority, standardPriority } from '../../src-server/contract/api.ts';
import { withoutQuotes } from '../../src-server/contract/service.ts';
import { PRIORITIES, writtenFor } from '../../src-server/contract/skill-format.ts';

/** A file of a skill with its text, as the reader and copies for agents take it. */
export interface SkillFile {
  readonly path: string;
  readonly priority: Priority;
  /** The number of tokens; undefined while nothing counts them. */
  readonly tokens: number | undefined;
  readonly text: string;
}

/** A file that skill.json lists and that has no served text. */
export interface MissingFile {
  readonly path: string;
  readonly priority: Priority;
  /** Why the file isn't served, as a sentence. */
  readonly reason: string;
}

/** The files of a skill, those with a text and those without. */
export interface SkillFiles {
  /** The files in reading order, P0 to P3. */
  readonly files: readonly SkillFile[];
  readonly missing: readonly MissingFile[];
}

/**
 * Returns the files by priority, `read_order` and place in the listing; the first listing of a path wins. Files that
 * are not listed get the priority of the specification, else P3.
 */
export function filesOf(skill: FullSkill): SkillFiles {
  const order = new Map(textsIn(skill.read_order).map((path, at) => [path, at]));
  const place = (path: string) => order.get(path) ?? order.size;
  const listed = new Map<string, Priority>();
  for (const priority of PRIORITIES) {
    const paths = [...new Set(textsIn(skill.files?.[priority]))].sort((a, b) => place(a) - place(b));
    for (const path of paths) if (!listed.has(path)) listed.set(path, priority);
  }
  for (const path of [...Object.keys(skill._contents), ...Object.keys(skill._omitted ?? {})])
    if (!listed.has(path)) listed.set(path, standardPriority(path) ?? 'P3');

  const contents = new Map(Object.entries(skill._contents));
  const omitted = new Map(Object.entries(skill._omitted ?? {}));
  const files: SkillFile[] = [];
  const missing: MissingFile[] = [];
  for (const each of PRIORITIES)
    for (const [path, priority] of listed) {
      if (priority !== each) continue;
      const text = contents.get(path);
      const reason = omitted.get(path) ?? 'skill.json lists it, but the folder does not hold it.';
      if (text === undefined) missing.push({ path, priority, reason });
      else files.push({ path, priority, text, tokens: skill._tokens?.[path] });
    }
  return { files, missing };
}

/**
 * Returns pitfalls, safety and the P0 files; without P0 files, those of the next priority that is used.
 *
 * @param files in reading order
 */
export function filesToReadFirst(files: readonly SkillFile[]): readonly SkillFile[] {
  return files.filter(
    ({ path, priority }) => priority === files[0]?.priority || path === 'pitfalls.md' || path === 'safety.md',
  );
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

const GROUP_TITLES: Readonly<Record<Priority, string>> = {
  P0: 'Read first',
  P1: 'When you use it',
  P2: 'On demand',
  P3: 'Reference',
};

/**
 * Returns the title of a priority.
 * @param paths all files of the priority
 */
export function groupTitle(priority: Priority, paths: readonly string[]): string {
  const isExamples = priority === 'P3' && paths.every((path) => path.startsWith('examples/'));
  return isExamples ? 'Examples' : GROUP_TITLES[priority];
}

/** Says where a file stands: `2 of 3 to read first`, `on demand`. */
export function placeInWords(files: readonly SkillFile[], file: SkillFile): string {
  const group = files.filter(({ priority }) => priority === file.priority).map(({ path }) => path);
  return file.priority === 'P0'
    ? `${group.indexOf(file.path) + 1} of ${group.length} to read first`
    : groupTitle(file.priority, group).toLowerCase();
}

/**
 * Returns what is copied for an agent: a header with the source, then the files in tags; above them stands why agents
 * don't get the skill by themselves. No file can close a tag: see `unusedTag`.
 */
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
  const warning = why === undefined ? '' : `${LINES.withheldCopy(withoutQuotes(why))}\n`;
  return `${warning}<skill${attributes}>\n${parts.join('')}</skill>\n`;
}

/** Returns the first of `file`, `file-2`, `file-3`… that stands in no text. */
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
 * Chooses whole files as `get_skill` does: pitfalls, safety, overview, then the reading order until a file no longer
 * fits. Short forms (`-compact.md`) replace long ones that don't fit, the least important first. An unknown number of
 * tokens counts as 0.
 *
 * @param files in reading order, as is the result
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

/** Returns the tokens of files together; an unknown number counts as 0. */
export function sumTokens(files: readonly SkillFile[]): number {
  return files.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

/** Whether the tokens of all files are known. While nothing counts them, a skill comes without. */
export function areCounted(files: readonly SkillFile[]): boolean {
  return files.every(({ tokens }) => tokens !== undefined);
}
