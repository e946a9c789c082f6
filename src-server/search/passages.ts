/** Splits texts into passages, and entries into blocks. Index and explanation do it alike, so both number them equally. */
import { isMarkdown } from '../contract/api.ts';
import {
  type EntryForm,
  formOf,
  formOfCodeLine,
  formOfInfo,
  isBareLabel,
  isLabel,
  opensEntry,
} from '../platform/markdown.ts';
import { isCode, type LineKind, MarkdownLines } from '../platform/markdown-lines.ts';
import { type RunVisitor, visitRuns } from './word-analysis.ts';

/**
 * The lines from a heading, labelled entry ("Pitfall 3: …") or bold line to the next, or to a blank line behind 150 words. Labels
 * of parts (`### Bad`, `**Good:**`) begin no passage.
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

export interface TextVisitor extends RunVisitor {
  /** Called for each passage; together they cover the text. */
  passageEnd?(passage: Passage): void;
}

/** Words until a passage ends at a blank line. */
const LONG_PASSAGE = 150;

const HEADING = /^ {0,3}#{1,6}\s+(\S.*)$/;
const BOLD_LINE = /^ {0,3}\*\*(.+?)\*\*:?\s*$/;
/** Also in code: `// PITFALL 3: …`, `**Red Line 2: …`, `# Condition 1 - …`. */
const LABELLED = /^\s*(?:(?:\/\/|#+|\*\*|--|[-*])\s*)?((?:[A-Z][A-Za-z-]*\s){1,3}#?\d{1,3}\s*[:.)–-].*)$/;

/** The kinds and titles of a text's lines: entries and passages are made of them, and each line is read once for both. */
export class TitledLines {
  readonly #lines: MarkdownLines;
  readonly #kinds: LineKind[] = [];
  readonly #titles = new Map<number, string>();

  /** @param lines reads the text, from its beginning. Default: that of a whole file */
  constructor(text: string, lines = new MarkdownLines({ whole: text })) {
    this.#lines = lines;
  }

  /** The language of the fence that is open behind the line that was read last. */
  get language(): string | undefined {
    return this.#lines.language;
  }

  /**
   * Tells the kind of a line.
   *
   * @param number of the line, from 1: it was read before, or the one before it was read last
   */
  read(number: number, text: string, start: number, end: number): LineKind {
    if (number <= this.#kinds.length) return this.#kinds[number - 1] as LineKind;
    const kind = this.#lines.read(text, start, end);
    this.#kinds.push(kind);
    const title = mayTitle(kind) ? titleOf(text, start, end, kind !== 'code') : undefined;
    if (title !== undefined) this.#titles.set(number, title);
    return kind;
  }

  /** The title that a line is, which was read. */
  titleOf(number: number): string | undefined {
    return this.#titles.get(number);
  }
}

/**
 * Calls the visitor for each run and passage of a text. Where it isn't Markdown, all lines are code, in which only
 * labelled comments begin a passage.
 *
 * @param lines of the text, where somebody has read them already
 */
export function visitText(text: string, markdown: boolean, visitor: TextVisitor, lines?: TitledLines): void {
  let lineNumber = 1;
  const titled = markdown ? (lines ?? new TitledLines(text)) : undefined;
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
    const kind = titled === undefined ? 'code' : titled.read(lineNumber, text, start, end);
    const found: string | undefined =
      titled === undefined ? titleOf(text, start, end, false) : titled.titleOf(lineNumber);
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

const characterCode = (sign: string) => sign.charCodeAt(0);
/** Codes of the signs that a title may begin with, besides a capital letter. */
const TITLE_SIGNS: ReadonlySet<number> = new Set(['#', '*', '/', '-'].map(characterCode));
const UPPER_A = characterCode('A');
const UPPER_Z = characterCode('Z');

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

/** An entry of a file, as `FileEntry` has it. */
interface EntryText {
  readonly path: string;
  readonly title?: string;
  /** With the line of the title. */
  readonly text: string;
  /** Number of the first line, from 1. */
  readonly line: number;
  /** Language of a fence of code that is open at the start. */
  readonly fence?: string;
}

/** Returns the text of an entry without its title. */
export function withoutTitle({ title, text }: Pick<EntryText, 'title' | 'text'>): string {
  return title === undefined ? text : text.slice(text.indexOf('\n') + 1 || text.length + 1);
}

interface OpenText {
  readonly text: string;
  /** Language of a fence of code that is open at the start. */
  readonly fence?: string | undefined;
}

/** Returns the language of the fence that is open behind an entry; undefined if none is. */
export function fenceBehind({ text, fence }: OpenText): string | undefined {
  const lines = new MarkdownLines({ info: fence });
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    lines.read(text, start, end);
    start = end + 1;
  }
  return lines.language;
}

/** A paragraph, an item of a list, a row of a table, or lines of code of one form. */
export interface Block {
  readonly kind: 'prose' | 'code';
  readonly form?: EntryForm;
  readonly language?: string;
  /** Number of the first line in the file. */
  readonly line: number;
  readonly lines: readonly string[];
  /** Number of its pair of bad and good form, from 0: an entry may hold several pairs. */
  readonly pair: number;
}

type Begun = Omit<Block, 'pair'> & {
  readonly lines: string[];
  readonly opensEntry: boolean;
  /** Whether the block is a reason, `Why: …`, which is no claim of the next pair. */
  readonly isReason: boolean;
};

/** Characters of an entry that excerpts are chosen from. */
const MOST_CHARACTERS = 32 * 1024;
const ITEM_OR_ROW = /^\s*(?:[-*+]\s|\d+[.)]\s|\||>)/;
const MARKS = /^\s*(?:>\s*)*(?:(?:[-*+]|\d+[.)])\s+)?(?:#{1,6}\s+)?/;
const WORD = /[\p{L}\p{N}]/u;

/** Returns the blocks of an entry, without its title and lines that only announce a form. */
export function blocksOf(entry: EntryText): readonly Block[] {
  const body = withoutTitle(entry);
  const ending = /\.(\w+)$/.exec(entry.path)?.[1]?.toLowerCase();
  const blocks: Begun[] = [];
  let block: Begun | undefined;
  const lines = isMarkdown(entry.path) ? new MarkdownLines({ info: entry.fence }) : undefined;
  // The title may be an item of a list that goes on below.
  if (entry.title !== undefined) lines?.read(entry.text, 0, entry.text.length - body.length - 1);
  /** The form of the lines that follow. */
  let label = entry.title === undefined ? undefined : formOf(entry.title);
  let isBare = false;
  let codeForm: EntryForm | undefined;
  const add = (text: string, line: number, part: Partial<Begun> & Pick<Begun, 'kind'>, goesOn: boolean) => {
    if (!goesOn || block?.kind !== part.kind || block.form !== part.form) {
      block = { line, lines: [], opensEntry: false, isReason: false, ...part };
      blocks.push(block);
    }
    block.lines.push(text);
  };
  const first = entry.line + (entry.title === undefined ? 0 : 1);
  for (const [at, written] of body.slice(0, MOST_CHARACTERS).split('\n').entries()) {
    const text = written.replace(/\r$/, '');
    const line = first + at;
    const kind = lines?.read(text, 0, text.length) ?? 'code';
    if (kind === 'fence') {
      codeForm = lines?.isInFence === true ? formOfInfo(lines.info) : undefined;
      block = undefined;
    } else if (isCode(kind)) {
      const opens = opensEntry(text);
      if (opens) codeForm = label = undefined;
      codeForm = formOfCodeLine(text) ?? codeForm;
      const form = codeForm ?? label;
      const language = (lines === undefined ? ending : lines.language) || undefined;
      add(
        text,
        line,
        { kind: 'code', opensEntry: opens, ...(form && { form }), ...(language && { language }) },
        !opens,
      );
    } else if (text.trim() === '') block = undefined;
    else {
      const plain = text.replace(MARKS, '');
      const announced = formOf(plain);
      const isHeading = /^ {0,3}#{1,6}\s/.test(text);
      const isReason = isLabel(plain);
      const isItem = ITEM_OR_ROW.test(text);
      if (announced !== undefined || isHeading) {
        [label, isBare] = [announced, isBareLabel(plain)];
        block = undefined;
      } else if (isReason || blocks.at(-1)?.kind === 'code' || (isItem && !isBare)) label = undefined;
      const form = announced ?? (isBare || block !== undefined ? label : undefined);
      const goesOn = block !== undefined && !isItem && announced === undefined;
      if (!(announced !== undefined && isBare))
        add(text, line, { kind: 'prose', isReason, ...(form && { form }) }, goesOn);
    }
  }
  return inPairs(blocks.filter(({ lines }) => lines.some((text) => WORD.test(text))));
}

/** The next pair begins with the form that came first, once the other form was there; or with the claim before it. */
function inPairs(blocks: readonly Begun[]): readonly Block[] {
  const first = blocks.find(({ form }) => form !== undefined)?.form;
  const starts = new Set<Begun>();
  let seenOther = false;
  let claim: Begun | undefined;
  for (const block of blocks) {
    if (block.opensEntry) starts.add(block);
    if (block.form === undefined) claim = block.isReason ? undefined : (claim ?? block);
    else {
      if (block.form === first && seenOther) starts.add(claim ?? block);
      seenOther = block.form !== first;
      claim = undefined;
    }
    if (block.opensEntry) [seenOther, claim] = [false, undefined];
  }
  let pair = 0;
  return blocks.map((block) => {
    if (starts.has(block)) pair += 1;
    const { opensEntry: _, isReason: __, ...shown } = block;
    return { ...shown, pair };
  });
}
