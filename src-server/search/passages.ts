/** Splits a text into passages. Index and explanation use it alike, so both number passages equally. */
import { formOf, isBareLabel } from '../platform/markdown.ts';
import { isCode, type LineKind, MarkdownLines } from '../platform/markdown-lines.ts';
import { type RunVisitor, visitRuns } from './word-analysis.ts';

/**
 * From a heading, labelled entry ("Pitfall 3: …") or bold line to the next. Labels of parts (`### Bad`,
 * `**Good:**`) begin no passage.
 */
export interface Passage {
  /** Where it begins in the text; its end is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Its first line, counted from 1. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Without marks; null before the first. */
  readonly heading: string | null;
  /** False for a continuation. */
  readonly isTitled: boolean;
}

interface TextVisitor extends RunVisitor {
  /** Called for each passage; together they cover the text. */
  passageEnd?(passage: Passage): void;
}

/** Words until a passage ends at a blank line. */
const LONG_PASSAGE = 150;

const HEADING = /^ {0,3}#{1,6}\s+(\S.*)$/;
const BOLD_LINE = /^ {0,3}\*\*(.+?)\*\*:?\s*$/;
/** Also in code: `// PITFALL 3: …`, `**Red Line 2: …`, `# Condition 1 - …`. */
const LABELLED = /^\s*(?:(?:\/\/|#+|\*\*|--|[-*])\s*)?((?:[A-Z][A-Za-z-]*\s){1,3}#?\d{1,3}\s*[:.)–-].*)$/;
/**
 * Calls the visitor for each run and passage of a text. Where it isn't Markdown, all lines are code, in which only
 * labelled comments begin a passage.
 */
export function visitText(text: string, markdown: boolean, visitor: TextVisitor): void {
  let lineNumber = 1;
  const lines = markdown ? new MarkdownLines({ whole: text }) : undefined;
  let heading: string | null = null;
  let passage = { start: 0, lineStart: 1, words: 0, isTitled: true };
  /** Under a bad form, `GOOD: …` belongs to the same entry. */
  let isBad = false;

  const endPassage = (end: number, lineEnd: number, isTitled: boolean): void => {
    const { start, lineStart, isTitled: hasTitle } = passage;
    visitor.passageEnd?.({ start, end, lineStart, lineEnd, heading, isTitled: hasTitle });
    passage = { start: end, lineStart: lineEnd + 1, words: 0, isTitled };
  };

  for (let start = 0; start < text.length; lineNumber += 1) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const kind = lines?.read(text, start, end) ?? 'code';
    const found: string | undefined = mayTitle(kind) ? titleOf(text, start, end, kind !== 'code') : undefined;
    const title: string | undefined = found === undefined || isPartOfEntry(found, isBad) ? undefined : found;
    const tooLong = passage.words > LONG_PASSAGE && isBlank(text, start, end);
    if (passage.words > 0 && (title !== undefined || tooLong))
      endPassage(start, lineNumber - 1, title !== undefined);
    if (title !== undefined) {
      // A long passage may have ended at the blank line before.
      passage.isTitled = true;
      heading = title;
      isBad = formOf(title) === 'bad';
    }
    const words = visitRuns(
      text,
      start,
      end,
      { inHeading: title !== undefined, inCode: isCode(kind) },
      visitor,
    );
    if (title === undefined) passage.words += words;
    start = end + 1;
  }
  endPassage(text.length, lineNumber - 1, false);
}

/** Whether a title is a label in an entry: `Bad`; `Good: …` where a bad form stands above (`isBad`). */
export function isPartOfEntry(title: string, isBad: boolean): boolean {
  return isBareLabel(title) || (isBad && formOf(title) === 'good');
}

/** Whether a line may be a title; in fenced code, that is a comment with a label. */
export function mayTitle(kind: LineKind): boolean {
  return kind === 'text' || kind === 'heading' || kind === 'code';
}

const codeOf = (sign: string) => sign.charCodeAt(0);
/** Codes of the signs that a title may begin with, besides a capital letter. */
const TITLE_SIGNS: ReadonlySet<number> = new Set(['#', '*', '/', '-'].map(codeOf));
const UPPER_A = codeOf('A');
const UPPER_Z = codeOf('Z');

/** Returns the title that a line is: a heading, a bold line or a labelled entry. Undefined for other lines. */
export function titleOf(text: string, start: number, end: number, inProse: boolean): string | undefined {
  if (end - start > 200) return undefined;
  const first = firstInk(text, start, end);
  const beginsTitle = TITLE_SIGNS.has(first) || (first >= UPPER_A && first <= UPPER_Z);
  if (!beginsTitle) return undefined;
  const line = text.slice(start, end);
  const title = (inProse ? (HEADING.exec(line) ?? BOLD_LINE.exec(line)) : null) ?? LABELLED.exec(line);
  return title?.[1]?.replace(/(?<![\s#*])[\s#*]+$/, '').replace(/^\*+\s*/, '');
}

/** Returns the code of the first character that is no blank; 0 without one. */
function firstInk(text: string, start: number, end: number): number {
  for (let i = start; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return code;
  }
  return 0;
}

const isBlank = (text: string, start: number, end: number): boolean => firstInk(text, start, end) === 0;
