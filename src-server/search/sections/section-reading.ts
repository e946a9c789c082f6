import type { SectionCounts } from '../../contract/api/api.ts';
import { isMarkdown } from '../words/is-markdown.ts';
import type { TermsOf } from '../words/remember-terms.ts';
import {
  fenceAfter,
  fenceOf,
  PROSE_FENCES,
  proseFences,
  type Section,
  scanText,
} from '../words/text-scanner.ts';

/** Offsets of a term, for identifiers per part. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  readonly inHeading: boolean;
}

export interface SectionLine {
  readonly start: number;
  readonly end: number;
  readonly number: number;
  readonly kind: 'heading' | 'prose' | 'code' | 'fence' | 'blank';
  readonly language?: string;
}

export interface SectionText {
  readonly section: Section;
  /** All lines under the title, beyond a long section's part. */
  readonly lines: readonly SectionLine[];
  readonly matches: readonly Match[];
}

/** With neighbours under the same title; undefined if the number is too high. */
export function readSection(
  text: string,
  file: string,
  number: number,
  termsOf: TermsOf,
): SectionText | undefined {
  const sections: Section[] = [];
  scanText(text, isMarkdown(file), { run: () => {}, sectionEnd: (section) => sections.push(section) });
  const section = sections[number];
  if (section === undefined) return undefined;
  const { start, end } = partAround(text, file, sections, number);
  const matches: Match[] = [];
  const titles = new Set<number>();
  scanText(text, isMarkdown(file), {
    run: (from, to, inHeading) => {
      if (from < start || from >= end) return;
      if (inHeading) titles.add(text.lastIndexOf('\n', from) + 1);
      for (const term of termsOf(text.slice(from, to)))
        matches.push({ start: from, end: to, term, inHeading });
    },
  });
  return { section, matches, lines: linesOf(text, file, { start, end }, titles) };
}

/** Limit; sections for people are shorter. */
const MOST_AROUND = 32 * 1024;

/** From prose title to prose title: labels may precede a numbered comment. */
function partAround(
  text: string,
  file: string,
  sections: readonly Section[],
  number: number,
): Pick<Section, 'start' | 'end'> {
  const inCode = codeStarts(text, file, sections);
  const titles = sections.filter((section) => section.isTitled && !inCode.has(section));
  const at = (sections[number] as Section).start;
  const start = titles.findLast(({ start }) => start <= at)?.start ?? 0;
  const end = titles.find(({ start }) => start > at)?.start ?? text.length;
  return {
    start: Math.max(start, text.lastIndexOf('\n', at - MOST_AROUND) + 1),
    end: Math.min(end, at + MOST_AROUND),
  };
}

function codeStarts(text: string, file: string, sections: readonly Section[]): ReadonlySet<Section> {
  const found = new Set<Section>();
  if (!isMarkdown(file)) return new Set(sections.slice(1));
  const prose = proseFences(text);
  let fence: string | undefined;
  let next = 0;
  for (let start = 0; start < text.length && next < sections.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    while (next < sections.length && (sections[next] as Section).start <= start) {
      if (fence !== undefined && !prose.has(fence)) found.add(sections[next] as Section);
      next += 1;
    }
    const opened = fenceOf(text, start, end);
    if (opened !== undefined) fence = fenceAfter(fence, opened);
    start = end + 1;
  }
  return found;
}

/** From the start of the text: a fence may be open. */
export function linesOf(
  text: string,
  file: string,
  part: Pick<Section, 'start' | 'end'>,
  titles: ReadonlySet<number>,
): SectionLine[] {
  const markdown = isMarkdown(file);
  const ending = markdown ? undefined : /\.(\w+)$/.exec(file)?.[1]?.toLowerCase();
  const lines: SectionLine[] = [];
  let fence: string | undefined;
  let number = 1;
  for (let start = 0; start < part.end; number += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const opened = markdown ? fenceOf(text, start, end) : undefined;
    if (opened !== undefined) fence = fenceAfter(fence, opened);
    if (start >= part.start) {
      const isCode = !markdown || fence !== undefined;
      const kind = lineKind(text.slice(start, end), {
        isFence: opened !== undefined,
        isCode,
        isTitle: titles.has(start),
      });
      const language = kind === 'code' ? fence || ending : undefined;
      const withoutReturn = text[end - 1] === '\r' && end > start ? end - 1 : end;
      lines.push({ start, end: withoutReturn, number, kind, ...(language && { language }) });
    }
    start = end + 1;
  }
  return lines;
}

function lineKind(
  line: string,
  { isFence, isCode, isTitle }: { isFence: boolean; isCode: boolean; isTitle: boolean },
): SectionLine['kind'] {
  if (isFence) return 'fence';
  if (isCode) return 'code';
  if (line.trim() === '') return 'blank';
  return isTitle ? 'heading' : 'prose';
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;|""")|\s(?:\/\/|#)\s/;

export function countTerms(
  text: string,
  { section, lines, matches }: SectionText,
): Map<string, SectionCounts> {
  const counts = new Map<string, { heading: number; text: number; code: number }>();
  let i = 0;
  let codeEnd = codeEndOf(text, lines[0]);
  for (const { start, term, inHeading } of matches) {
    if (start < section.start || start >= section.end) continue;
    const before = i;
    while (i < lines.length - 1 && (lines[i + 1] as SectionLine).start <= start) i += 1;
    // Once per line: a line may have a hundred thousand words.
    if (i !== before) codeEnd = codeEndOf(text, lines[i]);
    const count = counts.get(term) ?? { heading: 0, text: 0, code: 0 };
    counts.set(term, count);
    count[inHeading ? 'heading' : start < codeEnd ? 'code' : 'text'] += 1;
  }
  return counts;
}

function codeEndOf(text: string, line: SectionLine | undefined): number {
  if (line?.kind !== 'code' || PROSE_FENCES.has(line.language ?? '')) return 0;
  const comment = COMMENT.exec(text.slice(line.start, line.end));
  return comment === null ? line.end : line.start + comment.index;
}
