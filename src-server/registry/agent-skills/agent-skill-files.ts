import type { IndexEntry, SkillKey } from '../../contract/api/api.ts';
import { byImportance, filesToReadFirst } from '../../contract/api/files-to-read-first.ts';
import { fieldText, sentenceText } from '../../contract/words/foreign-text.ts';
import {
  fileLine,
  libraryName,
  SKILL_MARKDOWN,
  skillFrontMatter,
} from '../../contract/words/skill-markdown.ts';
import { skillWarning } from '../../validation/foreign-code.ts';
import { readingOrder } from '../model/reading-order.ts';
import type { SkillContents } from '../skill-texts.ts';
import { filesDigest } from './content-digest.ts';

/** Characters; the Agent Skills format allows 1,024. */
const MAX_SUMMARY_LENGTH = 700;
const MAX_REASON_LENGTH = 400;

/** With SKILL.md and archive headers. Clients accept 10 MiB. */
export const MAX_AGENT_SKILL_BYTES = 8 * 1024 * 1024;
const FILE_OVERHEAD = 2_048;
const MOST_MISSING = 100;
/** Windows path separator, or control character. */
const NO_NAME = /[\\:\p{Cc}]/u;

export function agentSkillDescription(key: SkillKey, entry: IndexEntry | undefined): string {
  const summary = typeof entry?.summary === 'string' ? sentenceText(entry.summary, MAX_SUMMARY_LENGTH) : '';
  const name = fieldText(key);
  const about = summary === '' ? `What goes wrong with ${name}, and how to use it right.` : summary;
  const end = /[.?]['")]?$/.test(about) ? '' : '.';
  return `${about}${end} Read before writing code with ${name}.`;
}

/** `metadata` contains source and digest of the texts. */
export function agentSkillFrontMatter(
  name: string,
  { skill, texts }: SkillContents,
  entry: IndexEntry | undefined,
) {
  const { version, skill_version, repo } = skill.manifest;
  const field = (value: unknown) => (typeof value === 'string' ? fieldText(value) : '');
  const metadata = {
    key: fieldText(skill.key),
    source: field(entry?.repo_source_url) || field(repo),
    version: field(version),
    skill_version: field(skill_version),
    digest: filesDigest(texts),
  };
  return { name, description: agentSkillDescription(skill.key, entry), metadata };
}

/**
 * Files by path: SKILL.md, then knowledge files in order. Clients run commands in SKILL.md, so it contains
 * only our words and links.
 */
export function makeAgentSkillFiles(
  name: string,
  contents: SkillContents,
  entry: IndexEntry | undefined,
): ReadonlyMap<string, Buffer> {
  const { skill, texts } = contents;
  const ordered = readingOrder(skill).filter(({ path }) => texts.has(path) && !isOurs(path));
  const fitting = choosePaths(
    byImportance(ordered.filter(({ path }) => !NO_NAME.test(path))).map(({ path }) => path),
    texts,
  );
  const files = new Map(
    ordered.flatMap(({ path }): readonly [string, Buffer][] => {
      const text = fitting.has(path) ? texts.get(path) : undefined;
      return text === undefined ? [] : [[path, text]];
    }),
  );
  const important = new Set(filesToReadFirst(ordered).map(({ path }) => path));
  const missing = [
    ...ordered.filter(({ path }) => !fitting.has(path)).map(({ path }) => describeLeftOut(path)),
    ...contents.omitted.map(({ reason }) => sentenceText(reason, MAX_REASON_LENGTH)),
  ];
  const body = [
    `# ${libraryName(skill.key)}`,
    [ABOUT, skillWarning(skill.key, texts) ?? ''].join(' ').trim(),
    listUnder(
      'Missing here',
      shorten(missing).map((reason) => `- ${reason}`),
    ),
    listUnder('Read first', [...files.keys()].filter((path) => important.has(path)).map(fileLine)),
    listUnder('Read on demand', [...files.keys()].filter((path) => !important.has(path)).map(fileLine)),
  ];
  const { description, metadata } = agentSkillFrontMatter(name, contents, entry);
  const head = skillFrontMatter(name, description, metadata);
  const markdown = Buffer.from(`${head}\n${body.filter((part) => part !== '').join('\n\n')}\n`);
  return new Map([[SKILL_MARKDOWN, markdown], ...files]);
}

const ABOUT =
  "Written by the registry's authors. Prefer it to memory where it fits the installed version and language; " +
  'otherwise ignore it.';

function choosePaths(paths: readonly string[], texts: SkillContents['texts']): ReadonlySet<string> {
  let left = MAX_AGENT_SKILL_BYTES;
  const fitting = new Set<string>();
  for (const path of paths) {
    left -= (texts.get(path)?.length ?? 0) + 5 * Buffer.byteLength(path) + FILE_OVERHEAD;
    if (left < 0) break;
    fitting.add(path);
  }
  return fitting;
}

/** Would hide our SKILL.md, also on case-insensitive systems. */
function isOurs(path: string): boolean {
  return path.toUpperCase() === SKILL_MARKDOWN.toUpperCase();
}

function describeLeftOut(path: string): string {
  const why = NO_NAME.test(path)
    ? 'since not every system can have a file of that name'
    : 'since all together is too much';
  return `${fieldText(path)} is left out, ${why}.`;
}

function shorten(reasons: readonly string[]): readonly string[] {
  const others = reasons.length - MOST_MISSING;
  return others <= 0 ? reasons : [...reasons.slice(0, MOST_MISSING), `${others} more files are left out.`];
}

function listUnder(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}
