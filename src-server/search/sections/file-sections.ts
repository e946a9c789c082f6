import { formOf, isFrame, opensEntry } from '../../platform/entry-labels.ts';
import { isMarkdown } from '../words/is-markdown.ts';
import { fenceAfter, fenceOf, isPartOfEntry, proseFences, titleOf } from '../words/text-scanner.ts';

/** The lines from one title to the next: a heading, a bold line, or a label such as `// PITFALL 3: …`. */
export interface FileSection {
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
}

const DANGERS: ReadonlySet<string> = new Set(['pitfalls.md', 'safety.md']);
const OTHER_TITLE = 7;

export const isExample = (path: string): boolean => path.startsWith('examples/');

export const isDangerFile = (path: string): boolean => DANGERS.has(path);

/**
 * Cover the file. The title of a bad or good form (`### Bad`) begins no section.
 *
 * @param most the last one has the rest of the file
 */
export function sectionsOfFile(
  path: string,
  text: string,
  most = Number.POSITIVE_INFINITY,
): readonly FileSection[] {
  if (!isMarkdown(path)) return [{ path, level: 0, text, line: 1, isDanger: false }];
  const prose = proseFences(text);
  const sections: FileSection[] = [];
  let begun: { at: number } & Omit<FileSection, 'path' | 'text' | 'isDanger'> = { at: 0, level: 0, line: 1 };
  let fence: string | undefined;
  let isBad = false;
  const finish = (end: number) => {
    const { at, ...section } = begun;
    const { title, level } = section;
    const isOfFile = sections.length === 0 && level < 2;
    const isDanger = DANGERS.has(path) && title !== undefined && !isOfFile && !isFrame(title);
    if (end > at) sections.push({ ...section, path, isDanger, text: text.slice(at, end) });
  };
  for (let start = 0, line = 1; start < text.length; line += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const opened = fenceOf(text, start, end);
    if (opened !== undefined) fence = fenceAfter(fence, opened);
    const inProse = fence === undefined || prose.has(fence);
    const mayTitle = opened === undefined && (inProse || opensEntry(text.slice(start, end)));
    const title = mayTitle ? titleOf(text, start, end, inProse) : undefined;
    if (title !== undefined && !isPartOfEntry(title, isBad)) {
      isBad = formOf(title) === 'bad';
      finish(start);
      const marks = inProse ? /^ {0,3}(#{1,6})\s/.exec(text.slice(start, end))?.[1] : undefined;
      const level = marks?.length ?? OTHER_TITLE;
      begun = { at: start, title, level, line, ...(!inProse && { fence: fence ?? '' }) };
    }
    if (sections.length >= most - 1) break;
    start = end + 1;
  }
  finish(text.length);
  return sections;
}

/** Under its title. */
export function withoutTitle({ title, text }: Pick<FileSection, 'title' | 'text'>): string {
  return title === undefined ? text : text.slice(text.indexOf('\n') + 1 || text.length + 1);
}

/** Language of the fence that is open behind the section. */
export function fenceBehind({
  text,
  fence,
}: {
  readonly text: string;
  readonly fence?: string | undefined;
}): string | undefined {
  let open = fence;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const found = fenceOf(text, start, end);
    if (found !== undefined) open = fenceAfter(open, found);
    start = end + 1;
  }
  return open;
}

/** Of the first title that is like `heading`, with deeper ones: whatever case and emphasis, then whatever punctuation. */
export function sectionsUnder(sections: readonly FileSection[], heading: string): readonly FileSection[] {
  const placeOf = (form: (title: string) => string) => {
    const wanted = form(heading);
    return wanted === ''
      ? -1
      : sections.findIndex(({ title }) => title !== undefined && form(title) === wanted);
  };
  const exact = placeOf((title) =>
    title
      .replace(/[*_`#]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
  );
  const at = exact < 0 ? placeOf((title) => title.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()) : exact;
  const found = sections[at];
  if (found === undefined) return [];
  const behind = sections.slice(at + 1);
  const next = behind.findIndex(({ level }) => level <= found.level);
  return [found, ...(next < 0 ? behind : behind.slice(0, next))];
}
