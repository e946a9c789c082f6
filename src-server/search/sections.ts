import { formOf, isFrame, opensEntry } from '../platform/markdown.ts';
import { WEIGHTS } from './find-weights.ts';
import type { QueryWord } from './query.ts';
import { relatedTerms } from './related-words.ts';
import { fenceAfter, fenceOf, isMarkdown, isPartOfEntry, proseFences, runsOf, titleOf } from './scanner.ts';
import { STOP_WORDS } from './word-lists.ts';
import { rememberTerms, type TermsOf } from './words.ts';

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

const isDangerFile = (path: string): boolean => DANGERS.has(path);

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

/** Of a skill; the last one of a file has the rest of it. */
export const MOST_SECTIONS = 2_000;

/** Where the sections of a skill's Markdown files are: found once, in the thread that reads them. */
export type FoundSections = ReadonlyMap<string, PackedSections>;

/** Numbers instead of objects: a registry has 40 sections in each of 1,000 skills. */
interface PackedSections {
  /** For each section `ROW` numbers: its length, line, level, whether it is a danger, place and length of the title. */
  readonly rows: Uint32Array;
  /** Languages of the fences that are open at the start, by the section's number. */
  readonly fences: ReadonlyMap<number, string>;
}

type Texts = ReadonlyMap<string, string> | Readonly<Record<string, string>>;

const ROW = 6;

const known = new WeakMap<Texts, FoundSections>();

/** The dangers first: a long text must not take their place. */
export function findSections(texts: Iterable<readonly [path: string, text: string]>): FoundSections {
  const files = [...texts].filter(([path]) => isMarkdown(path));
  const ordered = files.sort(([a], [b]) => Number(isDangerFile(b)) - Number(isDangerFile(a)));
  let left = MOST_SECTIONS;
  return new Map(
    ordered.map(([path, text]) => {
      const sections = sectionsOfFile(path, text, Math.max(1, left));
      left -= sections.length;
      return [path, pack(sections)];
    }),
  );
}

/** Keeps the sections that the worker found, so that `sectionsIn` cuts nothing anew. */
export function keepSections(texts: Texts, found: FoundSections): void {
  known.set(texts, found);
}

/** Of a file of these texts, which are cut at the first question if nobody gave what was found. */
export function sectionsIn(texts: Texts, path: string): readonly FileSection[] {
  const text =
    texts instanceof Map ? texts.get(path) : ownText(texts as Readonly<Record<string, string>>, path);
  if (text === undefined) return [];
  if (!isMarkdown(path)) return sectionsOfFile(path, text);
  const found = known.get(texts) ?? findSections(texts instanceof Map ? texts : Object.entries(texts));
  known.set(texts, found);
  const packed = found.get(path);
  return packed === undefined ? sectionsOfFile(path, text, 1) : unpack(path, text, packed);
}

function ownText(texts: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.hasOwn(texts, path) ? texts[path] : undefined;
}

function pack(sections: readonly FileSection[]): PackedSections {
  const rows = new Uint32Array(sections.length * ROW);
  const fences = new Map<number, string>();
  for (const [at, { text, line, level, isDanger, title, fence }] of sections.entries()) {
    const place = title === undefined ? 0 : text.indexOf(title);
    rows.set([text.length, line, level, isDanger ? 1 : 0, place, title?.length ?? 0], at * ROW);
    if (fence !== undefined) fences.set(at, fence);
  }
  return { rows, fences };
}

/** Parts of strings share their letters with the text. */
function unpack(path: string, text: string, { rows, fences }: PackedSections): readonly FileSection[] {
  const sections: FileSection[] = [];
  let start = 0;
  for (let at = 0; at * ROW < rows.length; at += 1) {
    const [length = 0, line = 1, level = 0, danger = 0, place = 0, titleLength = 0] = rows.subarray(
      at * ROW,
      (at + 1) * ROW,
    );
    const fence = fences.get(at);
    sections.push({
      ...{ path, level, line, isDanger: danger === 1 },
      text: text.slice(start, start + length),
      ...(titleLength > 0 && { title: text.slice(start + place, start + place + titleLength) }),
      ...(fence !== undefined && { fence }),
    });
    start += length;
  }
  return sections;
}

/** Terms of a question with their shares: 1 for its own words, less for related ones. */
export function askedTerms(words: readonly Pick<QueryWord, 'term'>[]): ReadonlyMap<string, number> {
  const related = words.flatMap(({ term }) =>
    relatedTerms(term).map((one) => [one, WEIGHTS.related] as const),
  );
  return new Map([...related, ...words.map(({ term }) => [term, 1] as const)]);
}

interface WeighedSection<S> {
  readonly section: S;
  readonly weight: number;
  /** Of the query's terms. */
  readonly occurrences: ReadonlyMap<string, number>;
}

/** A close second is a danger more often than an explanation. */
const DANGER = 1.4;
const EXAMPLE = 0.5;
const USUAL_WORDS = 80;
/** Characters of a skill; the rest is not weighed. */
const MOST_WEIGHED = 256 * 1024;

/**
 * Sections with the query's words, best first; an example is never first if another has them. Words of many sections,
 * such as the library's name, count little.
 *
 * @param shares by term: 1 for the query's own
 */
export function weighSections<S extends FileSection>(
  sections: readonly S[],
  shares: ReadonlyMap<string, number>,
  termsOf: TermsOf = rememberTerms(shares),
): readonly WeighedSection<S>[] {
  let left = MOST_WEIGHED;
  const counted = sections.map((section) => {
    left -= section.text.length;
    return { section, ...countTerms(left < 0 ? { ...section, text: '' } : section, termsOf, shares) };
  });
  const holders = new Map<string, number>();
  for (const { occurrences } of counted)
    for (const term of occurrences.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  const weighed = counted.map(({ section, words, occurrences, titleWords, askedInTitle }) => {
    let sum = 0;
    for (const [term, count] of occurrences) {
      const rarity = Math.log((sections.length + 1) / ((holders.get(term) ?? 0) + 0.5));
      sum += (shares.get(term) ?? 0) * Math.max(0, rarity) * Math.log1p(count);
    }
    const length = 1 - WEIGHTS.lengthShare + (WEIGHTS.lengthShare * words) / USUAL_WORDS;
    const inTitle = titleWords === 0 ? 0 : askedInTitle / titleWords;
    const kind = section.isDanger ? DANGER : isExample(section.path) ? EXAMPLE : 1;
    return { section, occurrences, weight: (sum / length) * kind * (1 + inTitle) };
  });
  const found = weighed
    .filter(({ weight, section }) => weight > 0 && withoutTitle(section).trim() !== '')
    .sort((a, b) => b.weight - a.weight);
  const first = found.findIndex(({ section }) => !isExample(section.path));
  return first < 1
    ? found
    : [...found.slice(first, first + 1), ...found.slice(0, first), ...found.slice(first + 1)];
}

function countTerms(section: FileSection, termsOf: TermsOf, shares: ReadonlyMap<string, number>) {
  const occurrences = new Map<string, number>();
  const add = (terms: readonly string[], count: number) => {
    for (const term of terms) occurrences.set(term, (occurrences.get(term) ?? 0) + count);
  };
  const titleRuns = runsOf(section.title ?? '').filter((run) => !STOP_WORDS.has(run.toLowerCase()));
  for (const run of titleRuns) add(termsOf(run), WEIGHTS.heading);
  const asked = titleRuns.filter((run) => termsOf(run).some((term) => shares.get(term) === 1));
  const runs = runsOf(withoutTitle(section));
  for (const run of runs) add(termsOf(run), 1);
  return { words: runs.length, occurrences, titleWords: titleRuns.length, askedInTitle: asked.length };
}
