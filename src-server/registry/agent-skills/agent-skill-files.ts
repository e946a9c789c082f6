import type { IndexEntry, SkillKey } from '../../contract/api.ts';
import { encodePath } from '../../contract/encode-path.ts';
import { byImportance, filesToReadFirst } from '../../contract/files-to-read-first.ts';
import { readingOrder } from '../model/reading-order.ts';
import type { SkillContents } from '../skill-texts.ts';

/** Limit of the Agent Skills format. */
const MAX_DESCRIPTION_LENGTH = 1_024;

/** Bytes of all files of an agent skill together, SKILL.md and what holds them included; clients take archives of 10 MiB. */
export const MAX_AGENT_SKILL_BYTES = 8 * 1024 * 1024;
/** What an archive and a link have for a file besides its text, and its name five times, at most. */
const FILE_OVERHEAD = 2_048;
/** Files that are named as missing; there may be thousands. */
const MOST_MISSING = 100;
/** A name that Windows reads as a path, or that no line can hold. */
const NO_NAME = /[\\:\p{Cc}]/u;

export const SKILL_MARKDOWN = 'SKILL.md';

/** One line about a skill that says when to read it. */
export function agentSkillDescription(key: SkillKey, entry: IndexEntry | undefined): string {
  const summary = typeof entry?.summary === 'string' ? entry.summary.trim() : '';
  const about = summary === '' ? `What goes wrong with ${key}, and how to use it right.` : summary;
  const end = /[.!?…]["')\]]?$/.test(about) ? '' : '.';
  return `${about}${end} Read before writing code with ${key}.`
    .replace(/\s+/g, ' ')
    .slice(0, MAX_DESCRIPTION_LENGTH);
}

/**
 * A skill as a folder of the Agent Skills format, by relative path: SKILL.md, then the knowledge files in their order. The
 * texts alone decide what is in it.
 */
export function makeAgentSkillFiles(
  name: string,
  contents: SkillContents,
  entry: IndexEntry | undefined,
): ReadonlyMap<string, Buffer> {
  const { skill, texts } = contents;
  const ordered = readingOrder(skill).filter(({ path }) => texts.has(path) && !isOurs(path));
  const important = new Set(filesToReadFirst(ordered));
  const usable = ordered.filter(({ path }) => !NO_NAME.test(path));
  let left = MAX_AGENT_SKILL_BYTES;
  const fitting = new Set<string>();
  for (const file of byImportance(usable)) {
    const { path } = file;
    const bytes = texts.get(path)?.length ?? 0;
    // SKILL.md has the text of an important one, too.
    left -= (important.has(file) ? 2 : 1) * bytes + 5 * Buffer.byteLength(path) + FILE_OVERHEAD;
    if (left < 0) break;
    fitting.add(path);
  }
  const files = ordered.filter(({ path }) => fitting.has(path));
  const missing = describeMissing([
    ...ordered
      .filter(({ path }) => !fitting.has(path))
      .map(({ path }) =>
        NO_NAME.test(path)
          ? `${JSON.stringify(path)} is left out, since not every system can have a file of that name.`
          : `${path} is left out, since all together is too much.`,
      ),
    ...contents.omitted.map(({ reason }) => reason),
  ]);
  const links = files.filter((file) => !important.has(file)).map(({ path }) => link(path));
  const parts = [
    frontMatter({ name, description: agentSkillDescription(skill.key, entry) }),
    ...(missing.length === 0
      ? []
      : [`## Missing here\n\n${missing.map((reason) => `- ${reason}`).join('\n')}`]),
    ...files
      .filter((file) => important.has(file))
      .map(({ path }) => texts.get(path)?.toString('utf8').trim() ?? ''),
    ...(links.length === 0 ? [] : [`## Read on demand\n\n${links.join('\n')}`]),
  ];
  const markdown = Buffer.from(`${parts.join('\n\n')}\n`);
  return new Map([
    [SKILL_MARKDOWN, markdown],
    ...files.map(({ path }): [string, Buffer] => [path, texts.get(path) as Buffer]),
  ]);
}

/** What a skill calls so would be taken for ours, by systems that tell no case from another, too. */
function isOurs(path: string): boolean {
  return path.toUpperCase() === SKILL_MARKDOWN.toUpperCase();
}

function describeMissing(reasons: readonly string[]): readonly string[] {
  const others = reasons.length - MOST_MISSING;
  return others <= 0 ? reasons : [...reasons.slice(0, MOST_MISSING), `${others} more files are left out.`];
}

/** Relative, so that it leads somewhere wherever the folder is put. */
function link(path: string): string {
  return `- [${path}](${encodePath(path)})`;
}

/** JSON strings are YAML strings too. */
function frontMatter(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---'].join('\n');
}
