/** What a skill warns of, each danger in a line: the author's sentence, else the title. HTTP, MCP, hooks and commands take it from here. */

import type { JsonObject } from '../contract/api.ts';
import { addressesReader, withoutHidden } from '../contract/outside-text.ts';
import { AUTHOR_ENTRIES, type AuthorEntry, authorEntries, plainTitle } from '../contract/skill-format.ts';
import { entriesIn, entriesOfFile, type FileEntry } from './entries.ts';
import { withoutTitle } from './passages.ts';

/** What authors say of entries, by file and plain title. */
export type Sayings = ReadonlyMap<string, string>;

type Said = Pick<AuthorEntry, 'file' | 'heading' | 'danger'>;

/** Returns the sentences of authors as plain lines, without those that speak to their reader. */
export function sayingsOf(told: readonly Said[]): Sayings {
  return new Map(
    told.flatMap(({ file, heading, danger }) => {
      const line = danger === undefined || addressesReader(danger) ? '' : plainLine(danger);
      return line === '' ? [] : [[placeName(file, heading), line] as const];
    }),
  );
}

/** Returns what the author says of an entry in place of its title; undefined where the title stands. */
export function sayingOf(
  sayings: Sayings,
  { path, title }: Pick<FileEntry, 'path' | 'title'>,
): string | undefined {
  return sayings.size === 0 || title === undefined ? undefined : sayings.get(placeName(path, title));
}

function placeName(file: string, heading: string): string {
  return `${file}#${plainTitle(heading)}`;
}

/** Returns what bites first, by skill.json alone: of safety.md, else of the first entry that its author names. */
export function firstSaying(manifest: JsonObject): string | undefined {
  const told = authorEntries(manifest).filter(({ danger }) => danger !== undefined);
  const ordered = [...told.filter(({ file }) => file === 'safety.md').slice(0, 1), ...told];
  for (const one of ordered) {
    const [line] = sayingsOf([one]).values();
    if (line !== undefined) return line;
  }
  return undefined;
}

export interface Danger {
  /** The author's sentence, else the title: plain text of one line, at most 90 characters. */
  readonly line: string;
  readonly entry: FileEntry;
}

export type Texts = ReadonlyMap<string, string> | Readonly<Record<string, string>>;

/** How many dangers of a skill are told where there is room for a few lines. */
export const WORST_DANGERS = 3;

/** Returns all dangers of a skill that don't speak to their reader, the first rule of safety.md first, then pitfalls in their order, then further rules. */
export function dangersOf(manifest: JsonObject, texts: Texts): readonly Danger[] {
  return [...eachDanger(manifest, texts)];
}

function* eachDanger(manifest: JsonObject, texts: Texts): Iterable<Danger> {
  const dangersIn = (path: string) =>
    entriesIn(texts, path).filter((entry, at, all) => entry.isDanger && !isHeadOf(entry, all[at + 1]));
  const [rules, pitfalls] = [dangersIn('safety.md'), dangersIn('pitfalls.md')];
  const entries = [...rules.slice(0, 1), ...pitfalls, ...rules.slice(1)];
  const said = sayingsOf(authorEntries(manifest));
  for (const entry of entries) {
    const { title = '' } = entry;
    const line = sayingOf(said, entry) ?? titleLine(title);
    if (line !== undefined && !addressesReader(title)) yield { line, entry };
  }
}

/** Returns whether an entry is only the heading of those below it: `# Psycopg 3: pitfalls`. */
function isHeadOf(entry: FileEntry, next: FileEntry | undefined): boolean {
  return next !== undefined && next.level > entry.level && withoutTitle(entry).trim() === '';
}

/** What stands before a danger in its title: `Pitfall 1:`, `BAD:`, `1.` */
const NUMBERED =
  /^(?:(?:(?:pitfall|trap|gotcha|mistake|red[ -]line|rule|warning|danger|condition|error|issue)s? ?#?)?\d{1,3}|bad|wrong|pitfall|mistake)\s*[:.)–—-]\s+(?=\S)/i;
/** The title of a list of dangers, as in `Common Pitfalls with gorilla/mux`. */
const OF_A_LIST = /^(?:common|typical|known|frequent|top)\b.*\b(?:pitfalls|mistakes|errors|gotchas|traps)\b/i;

/** Returns a title as a danger, without its number; undefined if it names none, or speaks to its reader. */
function titleLine(title: string): string | undefined {
  const line = plainLine(title.replace(NUMBERED, ''));
  const isDanger = /\p{L}/u.test(line) && !OF_A_LIST.test(line);
  return isDanger && !addressesReader(title) && !addressesReader(line) ? line : undefined;
}

/** Characters of a file in which its first title is looked for, and titles that are looked at: nearly always, few are enough. */
const FIRST_CHARACTERS = 16_384;
const FIRST_ENTRIES = [4, 20];

/**
 * Returns the title of the first pitfall, else of the first rule of safety.md, that names a danger, without its number.
 */
export function firstTitle(texts: ReadonlyMap<string, string>): string | undefined {
  for (const path of ['pitfalls.md', 'safety.md']) {
    const text = texts.get(path)?.slice(0, FIRST_CHARACTERS) ?? '';
    const line = firstDangerIn(path, text);
    if (line !== undefined) return line;
  }
  return undefined;
}

function firstDangerIn(path: string, text: string): string | undefined {
  for (const most of FIRST_ENTRIES) {
    const entries = entriesOfFile(path, text, most);
    const isCut = entries.length === most && most !== FIRST_ENTRIES.at(-1);
    // The last one of a cut has the rest of the file.
    const whole = isCut ? entries.slice(0, -1) : entries;
    for (const [at, entry] of whole.entries()) {
      const isNamed = entry.isDanger && !isHeadOf(entry, entries[at + 1]);
      const line = isNamed ? titleLine(entry.title ?? '') : undefined;
      if (line !== undefined) return line;
    }
    if (!isCut) break;
  }
  return undefined;
}

/**
 * Makes plain text of an author's words: without hidden characters, back-ticks and strong emphasis, and without tags and
 * marks of chats (`<|im_end|>`), which could end the client's frame around our answer. `2**53` and `__init__` stay.
 */
export function plainLine(words: string): string {
  const line = withoutHidden(words.slice(0, 10 * AUTHOR_ENTRIES.danger).replace(/[\s\p{Cc}]+/gu, ' '))
    .replaceAll('`', '')
    .replace(/(?<![\w*])\*\*(?=[^\s*])([^*]*[^\s*])\*\*(?![\w*])/g, '$1')
    .replace(/(?<=[^\s*])\*\*(?= |$)/g, '')
    .replace(/<(?=[a-z/!?|｜])/gi, '‹')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= AUTHOR_ENTRIES.danger) return line;
  return `${characters
    .slice(0, AUTHOR_ENTRIES.danger - 1)
    .join('')
    .trimEnd()}…`;
}

/** A danger, and where it stands. */
export interface DangerPlace {
  readonly danger: string;
  readonly file: string;
  readonly line_start: number;
}

/** Returns the dangers that matter most. */
export function worstDangers(manifest: JsonObject, texts: Texts, most: number): readonly DangerPlace[] {
  const worst: DangerPlace[] = [];
  for (const { line, entry } of eachDanger(manifest, texts)) {
    worst.push({ danger: line, file: entry.path, line_start: entry.line });
    if (worst.length >= most) break;
  }
  return worst;
}
