import type { EntryForm } from '../../platform/entry-labels.ts';
import type { Match } from '../sections/section-reading.ts';
import { densestMatch, massOf } from './densest-match.ts';
import type { CutExcerpt } from './excerpt-lines.ts';
import { type EntryLine, LIST_ITEM_OR_ROW } from './section-entries.ts';
import { cutAround, PieceOfText } from './text-cut.ts';

const MOST_LINES = 6;
const MOST_GOOD_LINES = 10;
const LINES_BEFORE = 1;
const LINES_WITHOUT_MATCH = 3;
const LONGEST_LINE = 240;
const LONGEST_PARAGRAPH = 320;
const DENSE_LENGTH = 240;

const WORD = /[\p{L}\p{N}]/u;

export interface Block {
  readonly kind: CutExcerpt['kind'];
  readonly form?: EntryForm;
  readonly entry: number;
  readonly lines: readonly EntryLine[];
  readonly matches: readonly Match[];
}

export interface Window {
  readonly block: Block;
  readonly lines: readonly EntryLine[];
  readonly mass: number;
  /** First match of the densest stretch in prose. */
  readonly center?: number | undefined;
}

/** Skips lines that only announce a form. */
export function blocksOf(text: string, lines: readonly EntryLine[], matches: readonly Match[]): Block[] {
  const blocks: Block[] = [];
  let next = 0;
  for (const group of groupsOf(text, lines)) {
    const [first, end] = [group[0] as EntryLine, (group.at(-1) as EntryLine).end];
    while (next < matches.length && (matches[next] as Match).start < first.start) next += 1;
    const from = next;
    while (next < matches.length && (matches[next] as Match).start < end) next += 1;
    if (!WORD.test(text.slice(first.start, end))) continue;
    const { form, entry } = first;
    const kind = first.kind === 'code' ? 'code' : 'prose';
    blocks.push({ kind, entry, lines: group, matches: matches.slice(from, next), ...(form && { form }) });
  }
  return blocks;
}

function groupsOf(text: string, lines: readonly EntryLine[]): readonly (readonly EntryLine[])[] {
  const groups: EntryLine[][] = [];
  let last: EntryLine | undefined;
  for (const line of lines) {
    if ((line.kind === 'code' || line.kind === 'prose') && !line.isBare) {
      const starts = line.kind === 'prose' && LIST_ITEM_OR_ROW.test(text.slice(line.start, line.end));
      const goesOn = last?.kind === line.kind && last.form === line.form && last.entry === line.entry;
      if (goesOn && last?.isBare === false && !starts) groups.at(-1)?.push(line);
      else groups.push([line]);
    }
    last = line;
  }
  return groups;
}

export function densestWindow(block: Block, weights: ReadonlyMap<string, number>): Window {
  if (block.kind === 'code') return codeWindow(block, weights);
  const densest = densestMatch(block.matches, weights, DENSE_LENGTH);
  return { block, lines: block.lines, mass: densest?.mass ?? 0, center: densest?.first.start };
}

export function firstWindow(block: Block, most = mostLines(block)): Window {
  return { block, lines: block.kind === 'code' ? block.lines.slice(0, most) : block.lines, mass: 0 };
}

function mostLines({ form }: Block): number {
  return form === 'good' ? MOST_GOOD_LINES : MOST_LINES;
}

export function excerptOfWindow(text: string, window: Window): CutExcerpt {
  const { form: label } = window.block;
  const excerpt = window.block.kind === 'code' ? codeExcerpt(text, window) : proseExcerpt(text, window);
  return { ...excerpt, ...(label && { label }) };
}

/** Short forms are whole: the last line may be the point. Otherwise the heaviest lines. */
function codeWindow(block: Block, weights: ReadonlyMap<string, number>): Window {
  const { lines, matches, form } = block;
  if (form !== undefined && lines.length <= mostLines(block))
    return { block, lines, mass: massOf(matches, weights) };
  let best: Window = { block, lines: lines.slice(0, LINES_WITHOUT_MATCH), mass: 0 };
  const byLine = matchesByLine(lines, matches);
  for (const line of byLine.keys()) {
    const first = Math.max(0, line - LINES_BEFORE);
    const end = Math.min(first + mostLines(block), lines.length);
    const shown = Array.from({ length: end - first }, (_, i) => byLine.get(first + i) ?? []);
    const mass = massOf(shown.flat(), weights);
    if (mass <= best.mass) continue;
    const last = first + shown.findLastIndex((found) => found.length > 0);
    best = { block, lines: lines.slice(first, Math.min(last + 2, end)), mass };
  }
  return best;
}

function matchesByLine(
  lines: readonly EntryLine[],
  matches: readonly Match[],
): ReadonlyMap<number, readonly Match[]> {
  const byLine = new Map<number, Match[]>();
  const counts = new Map<string, number>();
  let line = 0;
  for (const match of matches) {
    if (match.start >= (lines[line] as EntryLine).end) counts.clear();
    while (match.start >= (lines[line] as EntryLine).end) line += 1;
    const count = (counts.get(match.term) ?? 0) + 1;
    counts.set(match.term, count);
    if (count > 2) continue;
    const shown = byLine.get(line);
    if (shown === undefined) byLine.set(line, [match]);
    else shown.push(match);
  }
  return byLine;
}

function codeExcerpt(text: string, { block, lines }: Window): CutExcerpt {
  const isBlank = ({ start, end }: EntryLine): boolean => text.slice(start, end).trim() === '';
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  const piece = new PieceOfText(text);
  const shown = first < 0 ? lines.slice(0, 1) : lines.slice(first, last + 1);
  const [isBegun, isEnded] = [
    block.lines.find((line) => !isBlank(line)) === shown[0],
    block.lines.findLast((line) => !isBlank(line)) === shown.at(-1),
  ];
  let next = 0;
  for (const [i, line] of shown.entries()) {
    if (i > 0) piece.add('\n');
    while (next < block.matches.length && (block.matches[next] as Match).start < line.start) next += 1;
    const match = block.matches[next];
    const center = match !== undefined && match.start < line.end ? match.start : line.start;
    let range = cutAround(text, line, center, LONGEST_LINE);
    if (i === 0 && !isBegun) {
      const indent = range.start + text.slice(range.start, range.end).search(/\S/);
      piece.addRange({ start: range.start, end: indent, cutBefore: false, cutAfter: false });
      range = { ...range, start: indent, cutBefore: true };
    }
    piece.addRange({ ...range, cutAfter: range.cutAfter || (i === shown.length - 1 && !isEnded) });
  }
  const { number, language } = shown[0] as EntryLine;
  return { kind: 'code', ...(language && { language }), line: number, ...piece.marked(block.matches) };
}

function proseExcerpt(text: string, { block, center }: Window): CutExcerpt {
  const [first, last] = [block.lines[0] as EntryLine, block.lines.at(-1) as EntryLine];
  const range = cutAround(
    text,
    { start: first.start, end: last.end },
    center ?? first.start,
    LONGEST_PARAGRAPH,
  );
  const piece = new PieceOfText(text);
  const shown = block.lines.filter(({ start, end }) => start < range.end && end > range.start);
  for (const [i, { start, end }] of shown.entries()) {
    if (i > 0) piece.add('\n');
    piece.addRange({
      start: Math.max(start, range.start),
      end: Math.min(end, range.end),
      cutBefore: range.cutBefore && i === 0,
      cutAfter: range.cutAfter && i === shown.length - 1,
    });
  }
  return { kind: 'prose', line: (shown[0] ?? first).number, ...piece.marked(block.matches) };
}
