import { isExample, isMarkdown } from '../contract/api.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  commentOf,
  formOf,
  formOfCodeLine,
  isBareLabel,
  isFrame,
  MAX_LEAD,
  opensEntry,
} from '../platform/markdown.ts';
import { MarkdownLines } from '../platform/markdown-lines.ts';
import { isPartOfEntry, TitledLines } from './passages.ts';
import type { NarrowNumbers } from './skill-terms.ts';
import { narrowed } from './term-records.ts';

/**
 * The lines from one title to the next: a heading, a bold line, or a label such as `// PITFALL 3: …`. Where a file has no
 * headings below its own, `// BAD: …` is a title, too.
 */
export interface FileEntry {
  readonly path: string;
  /** Without marks; absent before the first title, and in files other than Markdown. */
  readonly title?: string;
  /** 1 to 6 for headings, 7 for other titles, 0 without. */
  readonly level: number;
  /** With the line of the title. */
  readonly text: string;
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Language of a fence of code that is open at the start. */
  readonly fence?: string;
  /** A named entry of pitfalls.md or safety.md: its title alone warns. */
  readonly isDanger: boolean;
  /** What stands under the file's own heading: that is no heading of an answer. */
  readonly isStart?: true;
  /** All lines of the file can be shown to agents as they are: see `isHarmless`. Absent where nobody knows. */
  readonly isHarmless?: true;
}

const DANGERS: ReadonlySet<string> = new Set(['pitfalls.md', 'safety.md']);
const OTHER_TITLE = 7;

export const isDangerFile = (path: string): boolean => DANGERS.has(path);

/**
 * Returns the entries of a file, which cover it. The title of a bad or good form (`### Bad`) begins none.
 *
 * @param most the last one has the rest of the file
 * @param titled the lines of the text. Default: nothing is open before it, and it is a whole file
 */
export function entriesOfFile(
  path: string,
  text: string,
  most = Number.POSITIVE_INFINITY,
  titled?: TitledLines,
): readonly FileEntry[] {
  if (!isMarkdown(path)) return [{ path, level: 0, text, line: 1, isDanger: false }];
  const lines = titled ?? new TitledLines(text);
  const entries: FileEntry[] = [];
  let begun: Begun = { at: 0, level: 0, line: 1 };
  let isBad = false;
  const finish = (end: number) => {
    const { at, level, line, title, fence } = begun;
    if (end <= at) return;
    const isStart = entries.length === 0 && isOfFile(begun);
    const isDanger = DANGERS.has(path) && title !== undefined && !isStart && !isFrame(title);
    const entry: Writable<FileEntry> = { path, level, text: text.slice(at, end), line, isDanger };
    if (title !== undefined) entry.title = title;
    if (fence !== undefined) entry.fence = fence;
    if (isStart) entry.isStart = true;
    entries.push(entry);
  };
  for (let start = 0, line = 1; start < text.length; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const kind = lines.read(line, text, start, end);
    const inCode = kind === 'code';
    const written = lines.titleOf(line);
    const isTitle = written !== undefined && (!inCode || opensEntry(text.slice(start, end)));
    const labelled = isTitle ? written : undefined;
    const isBegun = begun.isBadForm === true || (entries.length === 0 && isOfFile(begun));
    const badForm =
      labelled === undefined && isBegun && inCode
        ? titleOfBadForm(text.slice(start, Math.min(end, start + MAX_LEAD)))
        : undefined;
    const title = labelled ?? badForm;
    if (title !== undefined && !isPartOfEntry(title, isBad)) {
      isBad = formOf(title) === 'bad';
      finish(start);
      const marks = kind === 'heading' ? /^ {0,3}(#{1,6})\s/.exec(text.slice(start, end))?.[1] : undefined;
      const level = marks?.length ?? OTHER_TITLE;
      begun = {
        at: start,
        title,
        level,
        line,
        isBadForm: badForm !== undefined,
        ...(inCode && { fence: lines.language ?? '' }),
      };
    }
    if (entries.length >= most - 1) break;
    start = end + 1;
  }
  finish(text.length);
  return entries;
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

interface Begun extends Omit<FileEntry, 'path' | 'text' | 'isDanger'> {
  readonly at: number;
  readonly isBadForm?: boolean;
}

/** Whether the title is the one of the file, and not of its first entry: `# Pitfall 1`. */
function isOfFile({ title = '', level }: Pick<FileEntry, 'title' | 'level'>): boolean {
  return level < 2 && !/\d/.test(title);
}

/** `BAD: No timeout` of `// BAD: No timeout`; undefined for other lines, and where only `// BAD` stands. */
function titleOfBadForm(line: string): string | undefined {
  const comment = formOfCodeLine(line) === 'bad' ? commentOf(line) : undefined;
  return comment === undefined || isBareLabel(comment) ? undefined : comment.replace(/(?<!\s)\s*\*\/$/, '');
}

/**
 * Returns the entries of the first title that is like `heading`, with deeper ones: whatever case and emphasis, then
 * whatever punctuation.
 */
export function entriesUnder(entries: readonly FileEntry[], heading: string): readonly FileEntry[] {
  const placeOf = (form: (title: string) => string) => {
    const wanted = form(heading);
    return wanted === ''
      ? -1
      : entries.findIndex(({ title }) => title !== undefined && form(title) === wanted);
  };
  const exact = placeOf((title) =>
    title
      .replace(/[*_`#]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  );
  const at = exact < 0 ? placeOf((title) => title.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()) : exact;
  const found = entries[at];
  if (found === undefined) return [];
  const behind = entries.slice(at + 1);
  const next = behind.findIndex(({ level }) => level <= found.level);
  return [found, ...(next < 0 ? behind : behind.slice(0, next))];
}

/**
 * As `entriesUnder`, of the entries that the last known one of a file has in it. One part of it after the other is cut:
 * that takes linear time, and the memory of one part.
 */
export function entriesUnderWithin(rest: FileEntry, heading: string): readonly FileEntry[] {
  for (let entries = cutAgain(rest); ; ) {
    const last = entries.length < LIMITS.entriesPerSkill ? undefined : entries.at(-1);
    if (last === undefined) return entriesUnder(entries, heading);
    const [found] = entriesUnder(entries.slice(0, -1), heading);
    if (found !== undefined) {
      // Deeper ones may stand in the next part.
      const onwards = entries.slice(entries.indexOf(found)).map(({ text }) => text);
      return entriesUnder(cutAgain({ ...found, text: onwards.join('') }), heading);
    }
    entries = cutAgain(last);
  }
}

function cutAgain({ path, text, fence, line }: FileEntry): readonly FileEntry[] {
  const lines = new TitledLines(text, new MarkdownLines({ info: fence }));
  const entries = entriesOfFile(path, text, LIMITS.entriesPerSkill, lines);
  return entries.map((entry) => ({ ...entry, line: line + entry.line - 1 }));
}

/** Where the entries of a skill's Markdown files are: found once, in the thread that reads them. */
export type FoundEntries = ReadonlyMap<string, PackedEntries>;

/** Numbers instead of objects: a registry has 40 entries in each of 1,000 skills. Those of all files of a skill are parts of one buffer. */
export interface PackedEntries {
  /** For each entry `ROW` numbers: its length, line, level, whether it is a danger (1) or a start (2), place and length of the title. */
  readonly rows: NarrowNumbers;
  /** Languages of the fences that are open at the start, by the entry's number; undefined if there are none. */
  readonly fences?: ReadonlyMap<number, string> | undefined;
}

type Texts = ReadonlyMap<string, string> | Readonly<Record<string, string>>;

const ROW = 6;
const DANGER = 1;
const START = 2;

const known = new WeakMap<Texts, FoundEntries>();

/**
 * Finds the entries of all Markdown files, those of dangers first: a long text must not take their place.
 *
 * @param read gets the lines of each text, by path
 */
export function findEntries(
  texts: Iterable<readonly [path: string, text: string]>,
  read?: Map<string, TitledLines>,
): FoundEntries {
  const files = [...texts].filter(([path]) => isMarkdown(path));
  const ordered = files.sort(([a], [b]) => Number(isDangerFile(b)) - Number(isDangerFile(a)));
  let left: number = LIMITS.entriesPerSkill;
  const found = ordered.map(([path, text]) => {
    const lines = new TitledLines(text);
    read?.set(path, lines);
    const entries = entriesOfFile(path, text, Math.max(1, left), lines);
    left -= entries.length;
    return { path, entries };
  });
  const rows = narrowed(found.flatMap(({ entries }) => entries.flatMap(rowOf)));
  let end = 0;
  return new Map(
    found.map(({ path, entries }) => {
      const start = end;
      end += entries.length * ROW;
      return [path, { rows: rows.subarray(start, end), fences: fencesOf(entries) }];
    }),
  );
}

/** A file with entries that find doesn't know. */
export interface CrowdedFile {
  readonly path: string;
  /** All entries, or those of the beginning of a long text. */
  readonly entries: number;
  /** Those of them that are not told apart, 1 or more. */
  readonly unknown: number;
}

/** Returns the files of a skill whose last known entry has further ones in it. */
export function crowdedFiles(texts: ReadonlyMap<string, string>): readonly CrowdedFile[] {
  // Each entry begins a line: most skills have fewer, and are not cut for this.
  if (!hasLines(texts.values(), LIMITS.entriesPerSkill)) return [];
  return [...findEntries(texts)].flatMap(([path, { rows }]) => {
    const beginning = texts.get(path)?.slice(0, LIMITS.analyzedLength) ?? '';
    const entries = entriesOfFile(path, beginning).length;
    const unknown = entries - rows.length / ROW;
    return unknown > 0 ? [{ path, entries, unknown }] : [];
  });
}

function hasLines(texts: Iterable<string>, least: number): boolean {
  let lines = 0;
  for (const text of texts)
    for (let at = 0; at >= 0; at = text.indexOf('\n', at + 1)) {
      lines += 1;
      if (lines >= least) return true;
    }
  return false;
}

/** Keeps the entries that the worker found, so that `entriesIn` cuts nothing anew. */
export function keepEntries(texts: Texts, found: FoundEntries): void {
  known.set(texts, found);
}

const harmless = new WeakMap<Texts, ReadonlySet<string>>();

/** Keeps the paths of texts that agents may read as they are. */
export function keepHarmless(texts: Texts, paths: ReadonlySet<string>): void {
  harmless.set(texts, paths);
}

export function isHarmlessIn(texts: Texts, path: string): boolean {
  return harmless.get(texts)?.has(path) === true;
}

/** Returns the entries of a file. The texts are divided at the first call, unless `keepEntries` was given their entries. */
export function entriesIn(texts: Texts, path: string): readonly FileEntry[] {
  const text = textOf(texts, path);
  if (text === undefined) return [];
  const packed = isMarkdown(path) ? foundIn(texts).get(path) : undefined;
  const entries = packed === undefined ? entriesOfFile(path, text, 1) : unpack(path, text, packed);
  return isHarmlessIn(texts, path) ? entries.map(asHarmless) : entries;
}

export function asHarmless(entry: FileEntry): FileEntry {
  return { ...entry, isHarmless: true };
}

function foundIn(texts: Texts): FoundEntries {
  const found = known.get(texts) ?? findEntries(isByPath(texts) ? texts : Object.entries(texts));
  known.set(texts, found);
  return found;
}

function textOf(texts: Texts, path: string): string | undefined {
  return isByPath(texts) ? texts.get(path) : ownText(texts, path);
}

/** A record has texts alone, whatever their paths. */
function isByPath(texts: Texts): texts is ReadonlyMap<string, string> {
  return typeof texts['get' as never] === 'function';
}

function ownText(texts: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.hasOwn(texts, path) ? texts[path] : undefined;
}

function rowOf({ text, line, level, isDanger, isStart, title }: FileEntry): readonly number[] {
  const place = title === undefined ? 0 : text.indexOf(title);
  return [text.length, line, level, isDanger ? DANGER : isStart ? START : 0, place, title?.length ?? 0];
}

function fencesOf(entries: readonly FileEntry[]): PackedEntries['fences'] {
  const fences = entries.flatMap(({ fence }, at) => (fence === undefined ? [] : [[at, fence] as const]));
  return fences.length === 0 ? undefined : new Map(fences);
}

/** An entry by its number in the file. Undefined if the texts are others than those in which it was found. */
export function entryAt(texts: Texts, path: string, number: number, line: number): FileEntry | undefined {
  if (!isMarkdown(path)) return entriesIn(texts, path)[number];
  const text = textOf(texts, path);
  if (text === undefined) return undefined;
  const { rows, fences } = foundIn(texts).get(path) ?? NONE;
  let start = 0;
  for (let row = 0; row < number * ROW; row += ROW) start += rows[row] ?? 0;
  const row = rows.subarray(number * ROW, (number + 1) * ROW);
  if (row[1] !== line || start > text.length) return undefined;
  return unpackRow({ path, text, start, row, fence: fences?.get(number) });
}

const NONE: PackedEntries = { rows: new Uint8Array(0) };

/** Where entries begin in a file, and what they are for find. `body` is the end of the title. */
interface EntryPlace {
  readonly start: number;
  readonly body: number;
  readonly line: number;
  readonly kind: 'other' | 'danger' | 'example' | 'start';
}

export function entryStarts(path: string, { rows }: PackedEntries): readonly EntryPlace[] {
  const places: EntryPlace[] = [];
  let start = 0;
  for (let at = 0; at < rows.length; at += ROW) {
    const [length = 0, line = 1, , form, place = 0, titleLength = 0] = rows.subarray(at, at + ROW);
    const kind = form === DANGER ? 'danger' : form === START && !isExample(path) ? 'start' : fileKind(path);
    places.push({ start, body: titleLength === 0 ? start : start + place + titleLength, line, kind });
    start += length;
  }
  return places;
}

export function fileKind(path: string): 'example' | 'other' {
  return isExample(path) ? 'example' : 'other';
}

/** The entries of a text. Parts of strings share their letters with it. */
export function unpack(path: string, text: string, { rows, fences }: PackedEntries): readonly FileEntry[] {
  const entries: FileEntry[] = [];
  let start = 0;
  for (let at = 0; at * ROW < rows.length; at += 1) {
    const row = rows.subarray(at * ROW, (at + 1) * ROW);
    entries.push(unpackRow({ path, text, start, row, fence: fences?.get(at) }));
    start += row[0] as number;
  }
  return entries;
}

interface FoundRow {
  readonly path: string;
  readonly text: string;
  readonly start: number;
  readonly row: NarrowNumbers;
  readonly fence: string | undefined;
}

function unpackRow({ path, text, start, row, fence }: FoundRow): FileEntry {
  const [length = 0, line = 1, level = 0, form, place = 0, titleLength = 0] = row;
  return {
    path,
    level,
    line,
    isDanger: form === DANGER,
    ...(form === START && { isStart: true }),
    text: text.slice(start, start + length),
    ...(titleLength > 0 && { title: text.slice(start + place, start + place + titleLength) }),
    ...(fence !== undefined && { fence }),
  };
}
