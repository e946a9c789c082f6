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
import { EditDistance } from '../search/words/edit-distance.ts';
import { hasBody, readingOrder, sectionsOf } from './skill-sections.ts';

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
  const named = namedFiles(skill);
  const files = (but?: string) => namesInLine(named.filter((name) => name !== but && `${name}.md` !== but));
  const asked = plainSection(section);
  if (named.length === 0) return { sentence: LINES.noFiles(key) };
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
  if (empty !== undefined) {
    const others = files(empty);
    return { sentence: others === '' ? LINES.noFiles(key) : LINES.emptyFile(key, empty, others) };
  }
  const under = sectionsWithTitle(skill, section.trim());
  if (under.length > 0) return { sections: under };
  const omitted = omittedFile(skill, asked);
  if (omitted !== undefined) return { sentence: omittedLine(key, omitted, files()) };
  const near = nearNames(skill, asked);
  if (near.length > 0) return { sentence: LINES.nearFile(section, key, namesInLine(near), files()) };
  return { sentence: LINES.noFile(section, key, files()) };
}

/** `./Pitfalls.md`, `\examples\basic.cpp`, `"safety.md"`, `.` */
function plainSection(section: string): string {
  return section
    .trim()
    .replace(/^[`'"]+|(?<![`'"])[`'"]+$/g, '')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+|(?<!\/)\/+$|^\.$/g, '')
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
  const inFolder = paths.filter((path) => `/${path.toLowerCase()}`.includes(`/${name}/`));
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
  const [, inFile = '', behind = ''] = inFileForm(asked) ?? [];
  const files = inFile === '' ? [] : filesNamed(skill, plainSection(inFile));
  const paths = files.length > 0 ? files : [...readingOrder(skill).keys()];
  const under = paths.map((path) =>
    sectionsUnder(sectionsIn(skill._contents, path), files.length > 0 ? behind : asked),
  );
  return (under.find((sections) => sections.length > 0) ?? []).filter(hasBody);
}

/** `pitfalls.md, Heading`, `[pitfalls.md] Heading`, `pitfalls.md#heading` */
function inFileForm(asked: string): RegExpExecArray | null {
  return /^\[?([\w./\\-]+)(?:\]\s*|,\s*|#)(.+)$/s.exec(asked);
}

interface OmittedFile {
  readonly path: string;
  /** ` is larger than 8 MiB.`, behind the path. */
  readonly why: string;
}

/** A file of skill.json without a text: too large, a pointer of Git LFS, or not there. */
function omittedFile({ _omitted: omitted = {} }: FullSkill, asked: string): OmittedFile | undefined {
  const name = asked.toLowerCase();
  const path = Object.keys(omitted).find((each) => [name, `${name}.md`].includes(each.toLowerCase()));
  const why = path === undefined ? undefined : omitted[path];
  return path === undefined || why === undefined ? undefined : { path, why: why.replace(path, '') };
}

function omittedLine(key: string, { path, why }: OmittedFile, files: AgentText): AgentText {
  if (why.includes('there is no such file')) return LINES.missingFile(key, path, files);
  return LINES.unreadFile(key, path, why.replace(/\.$/, '').trim(), files);
}

const MOST_NEAR = 3;
/** A typo makes another word of a shorter one. */
const SHORTEST_TYPO = 4;
/** Longer titles are not written by hand. */
const LONGEST_TYPO = 80;

/** Files, then headings, that a misspelled name may mean. */
function nearNames(skill: FullSkill, asked: string): readonly string[] {
  const [, , behind = asked] = inFileForm(asked) ?? [];
  const wanted = lettersOf(behind.toLowerCase());
  if (wanted.length < SHORTEST_TYPO || wanted.length > LONGEST_TYPO) return [];
  const edits = new EditDistance();
  const most = wanted.length < 8 ? 1 : 2;
  const isNear = (name: string) => edits.between(lettersOf(name.toLowerCase()), wanted, most) <= most;
  const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const files = namedFiles(skill).filter((name) => isNear(name) || isNear(lastPart(name)));
  const titles = sectionsOf(skill).flatMap(({ title = '' }) =>
    title.length <= 2 * LONGEST_TYPO && isNear(title) ? [title] : [],
  );
  // The first heading of a file is often the file's name.
  const byLetters = new Map(
    [...files, ...titles].reverse().map((name) => [lettersOf(name.toLowerCase()), name]),
  );
  return [...byLetters.values()].reverse().slice(0, MOST_NEAR);
}

/** With a text, in reading order, without `.md`. */
function namedFiles(skill: FullSkill): readonly string[] {
  return [...readingOrder(skill).keys()]
    .filter((path) => sectionsIn(skill._contents, path).some(hasBody))
    .slice(0, MOST_NAMED)
    .map((path) => path.replace(/\.md$/, ''));
}
