/** What a caller means by the name of a file or heading of a skill. */
import type { FullSkill } from '../contract/api/api.ts';
import { ApiError } from '../contract/api/error-codes.ts';
import type { RegistryQueries } from '../contract/api/registry-queries.ts';
import { type AgentText, LINES, namesInLine } from '../contract/words/agent-lines.ts';
import {
  type FileSection,
  isExample,
  sectionsOfFile,
  sectionsUnder,
} from '../search/sections/file-sections.ts';
import { MOST_SECTIONS, sectionsIn } from '../search/sections/found-sections.ts';
import { hasBody, readingOrder } from './skill-sections.ts';

const MOST_NAMED = 12;

/** Parts of a skill, or the sentence that answers instead. */
export type AskedSections = { readonly sections: readonly FileSection[] } | { readonly sentence: AgentText };

interface Asked {
  readonly key: string;
  readonly skill: FullSkill;
  /** Of a file, of all examples, or under a heading: `Heading`, `pitfalls.md, Heading`, `[pitfalls.md] Heading`. */
  readonly section: string;
}

export async function askedSections(
  queries: RegistryQueries,
  { key, skill, section }: Asked,
): Promise<AskedSections> {
  const files = () => namesInLine(namedFiles(skill));
  const asked = plainSection(section);
  if (Object.keys(skill._contents).length === 0) return { sentence: LINES.noFiles(key) };
  if (asked === '') return { sentence: LINES.chooseFile(key, files()) };
  const file = await queries.section(key, asked).catch(ifMissing);
  const paths = file === undefined ? filesNamed(skill, asked) : [file.path];
  const known = paths.flatMap((path) => sectionsIn(skill._contents, path));
  // A file that skill.json doesn't list has no part in `_contents`.
  const found =
    known.length === 0 && file !== undefined ? sectionsOfFile(file.path, file.text, MOST_SECTIONS) : known;
  const parts = found.filter(hasBody);
  if (parts.length > 0) return { sections: parts };
  const [empty] = paths;
  if (empty !== undefined) return { sentence: LINES.emptyFile(key, empty, files()) };
  const under = sectionsWithTitle(skill, section.trim());
  if (under.length > 0) return { sections: under };
  const unread = unreadFile(skill, asked);
  if (unread !== undefined) return { sentence: LINES.unreadFile(key, ...unread, files()) };
  return { sentence: LINES.noFile(section, key, files()) };
}

/** `./Pitfalls.md`, `\examples\basic.cpp`, `"safety.md"` */
function plainSection(section: string): string {
  return section
    .trim()
    .replace(/^[`'"]+|(?<![`'"])[`'"]+$/g, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+|(?<!\/)\/+$/g, '')
    .trim();
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'section_not_found')) throw error;
}

/** Whatever the case and punctuation, with or without `.md`, and without the folder; a folder is all in it. */
function filesNamed({ _contents: texts }: FullSkill, asked: string): readonly string[] {
  const name = asked.toLowerCase();
  const paths = Object.keys(texts);
  const exact = paths.filter((path) => [name, `${name}.md`].includes(path.toLowerCase()));
  if (exact.length > 0) return exact.slice(0, 1);
  if (/^examples?$/.test(name)) return paths.filter(isExample);
  const inFolder = paths.filter((path) => path.toLowerCase().startsWith(`${name}/`));
  if (inFolder.length > 0) return inFolder;
  const behind = paths.filter((path) => path.toLowerCase().endsWith(`/${name}`));
  if (behind.length > 0) return behind;
  const letters = lettersOf(name);
  return letters === '' ? [] : paths.filter((path) => lettersOf(path.toLowerCase()) === letters).slice(0, 1);
}

/** Returns the letters of a name alone: `best-practices.md` gives `bestpractices`. */
function lettersOf(name: string): string {
  return name.replace(/\.md$/, '').replace(/[^\p{L}\p{N}]+/gu, '');
}

function sectionsWithTitle(skill: FullSkill, asked: string): readonly FileSection[] {
  const [, inFile = '', behind = ''] = /^\[?([\w./\\-]+)(?:\]\s*|,\s*|#)(.+)$/s.exec(asked) ?? [];
  const files = inFile === '' ? [] : filesNamed(skill, plainSection(inFile));
  const paths = files.length > 0 ? files : [...readingOrder(skill).keys()];
  const under = paths.map((path) =>
    sectionsUnder(sectionsIn(skill._contents, path), files.length > 0 ? behind : asked),
  );
  return (under.find((sections) => sections.length > 0) ?? []).filter(hasBody);
}

/** Files that are there, and whose text is not served: too large, or a pointer of Git LFS. */
function unreadFile(
  { _omitted: omitted = {} }: FullSkill,
  asked: string,
): [path: string, why: string] | undefined {
  const name = asked.toLowerCase();
  const path = Object.keys(omitted).find((each) => [name, `${name}.md`].includes(each.toLowerCase()));
  const why = path === undefined ? undefined : omitted[path];
  if (path === undefined || why === undefined) return undefined;
  return [path, why.replace(path, '').replace(/\.$/, '').trim()];
}

export function namedFiles(skill: FullSkill): readonly string[] {
  return [...readingOrder(skill).keys()].slice(0, MOST_NAMED).map((path) => path.replace(/\.md$/, ''));
}
