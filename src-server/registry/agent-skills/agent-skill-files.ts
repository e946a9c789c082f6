import type { IndexEntry, SkillKey } from '../../contract/api.ts';
import { byImportance, filesToReadFirst } from '../../contract/files-to-read-first.ts';
import { readingOrder } from '../model/reading-order.ts';
import type { SkillContents } from '../skill-texts.ts';

/** Limit of the Agent Skills format. */
const MAX_DESCRIPTION_LENGTH = 1_024;

/** Bytes of all files of an agent skill together; clients take archives of 10 MiB. */
export const MAX_AGENT_SKILL_BYTES = 8 * 1024 * 1024;

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
  const ordered = readingOrder(skill).filter(
    // What a skill calls so would be taken for ours.
    ({ path }) => texts.has(path) && path.toLowerCase() !== SKILL_MARKDOWN.toLowerCase(),
  );
  let left = MAX_AGENT_SKILL_BYTES;
  const fitting = new Set<string>();
  for (const { path } of byImportance(ordered)) {
    left -= texts.get(path)?.length ?? 0;
    if (left < 0) break;
    fitting.add(path);
  }
  const files = ordered.filter(({ path }) => fitting.has(path));
  const missing = [
    ...ordered
      .filter(({ path }) => !fitting.has(path))
      .map(({ path }) => `${path} is left out, since all together is too much.`),
    ...contents.omitted.map(({ reason }) => reason),
  ];
  const important = filesToReadFirst(files);
  const links = files.filter((file) => !important.includes(file)).map(({ path }) => link(path));
  const parts = [
    frontMatter({ name, description: agentSkillDescription(skill.key, entry) }),
    ...(missing.length === 0
      ? []
      : [`## Missing here\n\n${missing.map((reason) => `- ${reason}`).join('\n')}`]),
    ...important.map(({ path }) => texts.get(path)?.toString('utf8').trim() ?? ''),
    ...(links.length === 0 ? [] : [`## Read on demand\n\n${links.join('\n')}`]),
  ];
  const markdown = Buffer.from(`${parts.join('\n\n')}\n`);
  return new Map([
    [SKILL_MARKDOWN, markdown],
    ...files.map(({ path }): [string, Buffer] => [path, texts.get(path) as Buffer]),
  ]);
}

/** Relative, so that it leads somewhere wherever the folder is put. */
function link(path: string): string {
  return `- [${path}](${path.split('/').map(encodeURIComponent).join('/')})`;
}

/** JSON strings are YAML strings too. */
function frontMatter(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---'].join('\n');
}
