import { type AgentText, LINES, namesInLine, quotedPart, quotedText } from '../contract/agent-lines.ts';
import { type FullSkill, isExample, PRIORITIES, type Priority, standardPriority } from '../contract/api.ts';
import { ApiError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { RegistryQueries, SectionText } from '../contract/queries.ts';
import { EditDistance } from '../platform/edit-distance.ts';
import {
  asHarmless,
  entriesIn,
  entriesOfFile,
  entriesUnder,
  entriesUnderWithin,
  type FileEntry,
} from '../search/entries.ts';
import { fenceBehind, withoutTitle } from '../search/passages.ts';
import { analyzeRun, runsOf } from '../search/word-analysis.ts';

/** Returns the paths with their priority, sorted by it, then by `read_order`, then as listed. */
export function readingOrder({
  files,
  read_order: order = [],
  _contents: texts,
}: FullSkill): ReadonlyMap<string, Priority> {
  const paths = Object.keys(texts);
  const listed = PRIORITIES.flatMap((priority) =>
    (files?.[priority] ?? []).map((path) => [path, priority] as const),
  );
  const priorities = new Map(listed.reverse());
  const ordered = paths.map(
    (path) => [path, priorities.get(path) ?? standardPriority(path) ?? 'P3'] as const,
  );
  const placeOf = (path: string) => (order.indexOf(path) + order.length + 1) % (order.length + 1);
  return new Map(
    ordered.sort(
      ([a, one], [b, other]) =>
        PRIORITIES.indexOf(one) - PRIORITIES.indexOf(other) || placeOf(a) - placeOf(b),
    ),
  );
}

/**
 * Returns the entries of a skill in reading order. A long text is left out alone: what comes behind it may be short,
 * and a danger.
 */
export function entriesOf(skill: FullSkill): readonly FileEntry[] {
  let left = LIMITS.skillCharacters;
  return [...readingOrder(skill).keys()].flatMap((path) => {
    const { length } = skill._contents[path] ?? '';
    if (length > left) return [];
    left -= length;
    return entriesIn(skill._contents, path);
  });
}

export function hasBody(entry: FileEntry): boolean {
  return plainBody(entry) !== '';
}

function plainBody(entry: FileEntry, most: number = LIMITS.shownCharacters): string {
  const body = withoutTitle({ ...entry, text: entry.text.slice(0, most) }).trimEnd();
  return body.trim() === '' || /^\s*(?:```|~~~)\w*$/.test(body) ? '' : body;
}

/** `[pitfalls.md] Never call fork() after start` */
export function sourceLine({
  path,
  title,
  isStart,
}: Pick<FileEntry, 'path' | 'title' | 'isStart'>): AgentText {
  return title === undefined || isStart ? LINES.file(path) : LINES.entry(path, title);
}

/**
 * Returns what stands under the title of an entry, as a model reads it: hidden characters are spelled out, and fences of its
 * neighbours opened and closed. A long one is cut to its beginning.
 */
export function bodyOf(entry: FileEntry, most: number = LIMITS.shownCharacters): AgentText {
  const { path, fence, text } = entry;
  const body = plainBody(entry, most);
  if (body === '') return NO_TEXT;
  const isMarkdown = /\.md$/i.test(path);
  const language = isMarkdown ? fence : (/\.(\w+)$/.exec(path)?.[1] ?? '');
  const opening = language === undefined ? '' : `\`\`\`${language}\n`;
  const shown = text.slice(0, most);
  const isOpen = isMarkdown ? fenceBehind({ text: shown, fence }) !== undefined : true;
  const whole = `${opening}${body}${isOpen ? '\n```' : ''}`;
  const given = opening === '' ? whole.replace(/^\s*\n/, '').trim() : whole;
  return entry.isHarmless === true ? quotedPart(given) : quotedText(given);
}

const NO_TEXT = quotedText('');

const MOST_NAMED = 12;

/** Parts of a skill, or the sentence that answers instead. */
type AskedEntries = { readonly entries: readonly FileEntry[] } | { readonly sentence: AgentText };

interface Asked {
  readonly key: string;
  readonly skill: FullSkill;
  /**
   * The name of a file, of all examples, or of what is under a heading: `Heading`, `pitfalls.md, Heading`,
   * `[pitfalls.md] Heading`.
   */
  readonly section: string;
}

export async function askedEntries(
  queries: RegistryQueries,
  { key, skill, section }: Asked,
): Promise<AskedEntries> {
  const named = namedFiles(skill);
  const files = (but?: string) => namesInLine(named.filter((name) => name !== but && `${name}.md` !== but));
  const asked = plainSection(section);
  if (named.length === 0) return { sentence: LINES.noFiles(key) };
  if (asked === '') return { sentence: LINES.chooseFile(key, files()) };
  const file = await queries.section(key, asked).catch(ifMissing);
  const paths = file === undefined ? filesNamed(skill, asked) : [file.path];
  const known = paths.flatMap((path) => entriesIn(skill._contents, path));
  // A file that skill.json doesn't list has no part in `_contents`.
  const found = known.length === 0 && file !== undefined ? entriesOfText(file) : known;
  const parts = found.filter(hasBody);
  if (parts.length > 0) return { entries: parts };
  const [empty] = paths;
  if (empty !== undefined) {
    const others = files(empty);
    return { sentence: others === '' ? LINES.noFiles(key) : LINES.emptyFile(key, empty, others) };
  }
  const under = entriesWithTitle(skill, section.trim());
  if (under.length > 0) return { entries: under };
  const omitted = omittedFile(skill, asked);
  if (omitted !== undefined) return { sentence: omittedLine(key, omitted, files()) };
  const near = nearNames(skill, asked);
  if (near.length > 0) return { sentence: LINES.nearFile(section, key, namesInLine(near), files()) };
  return { sentence: LINES.noFile(section, key, files()) };
}

function entriesOfText({ path, text, isHarmless }: SectionText): readonly FileEntry[] {
  const entries = entriesOfFile(path, text, LIMITS.entriesPerSkill);
  return isHarmless === true ? entries.map(asHarmless) : entries;
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

/** Finds files by name, whatever the case and punctuation, with or without `.md` or the folder. A folder means all its files. */
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

function entriesWithTitle(skill: FullSkill, asked: string): readonly FileEntry[] {
  const [, inFile = '', behind = ''] = inFileForm(asked) ?? [];
  const files = inFile === '' ? [] : filesNamed(skill, plainSection(inFile));
  const paths = files.length > 0 ? files : [...readingOrder(skill).keys()];
  const heading = files.length > 0 ? behind : asked;
  const under = paths.map((path) => entriesUnder(entriesIn(skill._contents, path), heading));
  const found =
    under.find((entries) => entries.length > 0) ??
    entriesBeyondKnown(skill, paths, heading) ??
    onlyWithWords(skill, paths, heading);
  return found.filter(hasBody);
}

/** Finds entries under a heading in the rest of a file, for a skill with more entries than are told apart. */
function entriesBeyondKnown(
  skill: FullSkill,
  paths: readonly string[],
  heading: string,
): readonly FileEntry[] | undefined {
  const known = [...readingOrder(skill).keys()].map((path) => entriesIn(skill._contents, path));
  if (known.reduce((sum, { length }) => sum + length, 0) < LIMITS.entriesPerSkill) return undefined;
  let left = LIMITS.skillCharacters;
  for (const rest of known.flatMap((entries) => entries.at(-1) ?? [])) {
    if (!paths.includes(rest.path)) continue;
    const text = rest.text.slice(0, left);
    left -= text.length;
    const found = entriesUnderWithin({ ...rest, text }, heading);
    if (found.length > 0) return rest.isHarmless === true ? found.map(asHarmless) : found;
  }
  return undefined;
}

/** The one heading that has all asked words; none if there are several. */
function onlyWithWords(skill: FullSkill, paths: readonly string[], asked: string): readonly FileEntry[] {
  const wanted = titleTerms(asked);
  if (wanted.size === 0) return [];
  const titled = paths.flatMap((path) =>
    entriesIn(skill._contents, path).flatMap(({ title, isStart }) =>
      title !== undefined && !isStart && hasAll(titleTerms(title), wanted) ? [{ path, title }] : [],
    ),
  );
  const [only, ...others] = titled;
  if (only === undefined || others.length > 0) return [];
  return entriesUnder(entriesIn(skill._contents, only.path), only.title);
}

function hasAll(terms: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  return [...wanted].every((term) => terms.has(term));
}

function titleTerms(title: string): Set<string> {
  return new Set(runsOf(title.slice(0, 300)).flatMap((run) => analyzeRun(run).map(({ term }) => term)));
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
  const titles = entriesOf(skill).flatMap(({ title = '' }) =>
    title.length <= 2 * LONGEST_TYPO && isNear(title) ? [title] : [],
  );
  // The first heading of a file is often the file's name.
  const byLetters = new Map(
    [...files, ...titles].reverse().map((name) => [lettersOf(name.toLowerCase()), name]),
  );
  return [...byLetters.values()].reverse().slice(0, MOST_NEAR);
}

/** Returns the names of files with a text, in reading order, without `.md`. */
function namedFiles(skill: FullSkill): readonly string[] {
  return [...readingOrder(skill).keys()]
    .filter((path) => entriesIn(skill._contents, path).some(hasBody))
    .slice(0, MOST_NAMED)
    .map((path) => path.replace(/\.md$/, ''));
}

/** Tokens of what a text is made of, in o200k_base: fitted to the entries of skills, and a tenth above them. */
const WORD = 1.1;
/** Tokens of each letter behind the first six of a word; `camelCase` is two words. */
const FURTHER_LETTER = 0.18;
const PLAIN_LETTERS = 6;
/** Tokens of each three digits. */
const DIGITS = 1.9;
const MARK = 0.62;
const LINE_ENDS = 0.45;
/** A single blank belongs to the word behind it. */
const BLANKS = 0.5;
/** Tokens of the first letter of a word in another alphabet, and of each letter behind it. */
const FOREIGN_WORD = 1.2;
const FOREIGN_LETTER = 0.25;
/** Tokens of a character of Chinese, Japanese or Korean. */
const SYLLABLE = 0.75;
const OTHER = 2;

/**
 * How many tokens a model sees of a text that was put together for an answer. Within a few percent for prose and code,
 * rather above than below: budgets hold without the table of tokens, which the worker alone loads.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  let run = 0;
  let before = '';
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const kind = kindOf(unit);
    // A capital goes on with small letters.
    const goesOn = kind === before || (kind === 'small' && before === 'capital');
    if (before === 'capital' && kind === 'small' && run > 1) tokens += WORD;
    run = goesOn ? run + 1 : 1;
    before = kind;
    tokens += costOf(kind, run);
  }
  return Math.ceil(tokens);
}

type Kind = 'small' | 'capital' | 'digit' | 'blank' | 'end' | 'mark' | 'foreign' | 'syllable' | 'other';

function costOf(kind: Kind, run: number): number {
  switch (kind) {
    case 'small':
    case 'capital':
      return run === 1 ? WORD : run > PLAIN_LETTERS ? FURTHER_LETTER : 0;
    case 'digit':
      return run % 3 === 1 ? DIGITS : 0;
    case 'blank':
      return run === 2 || run % 64 === 0 ? BLANKS : 0;
    case 'end':
      return run === 1 || run % 16 === 0 ? LINE_ENDS : 0;
    case 'mark':
      return MARK;
    case 'foreign':
      return run === 1 ? FOREIGN_WORD : FOREIGN_LETTER;
    case 'syllable':
      return SYLLABLE;
    case 'other':
      return OTHER;
  }
}

function kindOf(unit: number): Kind {
  if (unit >= 0x61 && unit <= 0x7a) return 'small';
  if (unit >= 0x41 && unit <= 0x5a) return 'capital';
  if (unit >= 0x30 && unit <= 0x39) return 'digit';
  if (unit === 0x20 || unit === 0x09) return 'blank';
  if (unit === 0x0a || unit === 0x0d) return 'end';
  if (unit < 0x80) return 'mark';
  if (unit >= 0xc0 && unit < 0x1000) return 'foreign';
  if (unit >= 0x3040 && unit < 0xd800) return 'syllable';
  // Rare marks and scripts, and halves of the characters behind U+FFFF.
  return 'other';
}
