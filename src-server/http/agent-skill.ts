import { createHash } from 'node:crypto';
import type { IndexEntry, SkillKey } from '../contract/api.ts';
import { filesToReadFirst } from '../contract/files-to-read-first.ts';
import { readingOrder } from '../registry/model/reading-order.ts';
import type { SkillContents } from '../registry/skill-texts.ts';

/** Limit of the Agent Skills format. */
const MAX_DESCRIPTION_LENGTH = 1_024;

/** One line about a skill that says when to read it. */
export function agentSkillDescription(key: SkillKey, entry: IndexEntry | undefined): string {
  const summary = typeof entry?.summary === 'string' ? entry.summary.trim() : '';
  const about = summary === '' ? `What goes wrong with ${key}, and how to use it right.` : summary;
  return `${about} Read before writing code with ${key}.`
    .replace(/\s+/g, ' ')
    .slice(0, MAX_DESCRIPTION_LENGTH);
}

/**
 * A skill as one file of the Agent Skills format: front matter, what is missing of it where something is, the files to
 * read first, and where the rest is.
 */
export function makeSkillMarkdown(
  name: string,
  contents: SkillContents,
  entry: IndexEntry | undefined,
): string {
  const { skill, texts, omitted } = contents;
  const ordered = readingOrder(skill).filter(({ file }) => texts.has(file.path));
  const important = filesToReadFirst(ordered);
  const others = ordered.filter((file) => !important.includes(file));
  const links = others.map(
    ({ file }) => `- [${file.path}](/v1/skills/${encodeURI(skill.key)}/${encodeURI(file.path)})`,
  );
  const parts = [
    frontMatter({ name, description: agentSkillDescription(skill.key, entry) }),
    ...(omitted.length === 0
      ? []
      : [`## Missing here\n\n${omitted.map(({ reason }) => `- ${reason}`).join('\n')}`]),
    ...important.map(({ file }) => texts.get(file.path)?.toString('utf8').trim() ?? ''),
    ...(links.length === 0 ? [] : [`## Read on demand\n\n${links.join('\n')}`]),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** JSON strings are YAML strings too. */
function frontMatter(fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---'].join('\n');
}

/** `sha256:` and 64 hexadecimal digits. */
export function digestOf(body: Buffer): string {
  return `sha256:${createHash('sha256').update(body).digest('hex')}`;
}
