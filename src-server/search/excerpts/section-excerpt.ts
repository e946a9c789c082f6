import type { SectionText } from '../sections/section-reading.ts';
import type { CutExcerpt } from './excerpt-lines.ts';
import {
  type Block,
  blocksOf,
  densestWindow,
  excerptOfWindow,
  firstWindow,
  type Window,
} from './section-blocks.ts';
import { type EntryLine, entryLines } from './section-entries.ts';

interface SectionExcerpts {
  readonly excerpts: readonly CutExcerpt[];
  readonly lineStart: number;
  readonly lineEnd: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The heaviest excerpt; of forms, claim and good form. Safe to act on: the bad form only if heaviest or
 * alone, always labelled.
 */
export function excerptsOf(
  text: string,
  read: SectionText,
  weights: ReadonlyMap<string, number>,
): SectionExcerpts {
  const { section, matches } = read;
  const lines = entryLines(text, read.lines);
  const blocks = blocksOf(text, lines, matches);
  let best: Window | undefined;
  for (const block of blocks) {
    if (block.lines.every(({ start }) => start < section.start || start >= section.end)) continue;
    const window = densestWindow(block, weights);
    if (best === undefined || window.mass > best.mass) best = window;
  }
  const own = blocks.filter(({ entry }) => entry === best?.block.entry);
  if (best === undefined || own.every(({ form }) => form === undefined))
    return { excerpts: best === undefined ? [] : [excerptOfWindow(text, best)], ...section };
  const ofEntry = lines.filter(({ entry }) => entry === best.block.entry);
  return {
    excerpts: piecesOf(own, best, weights)
      .sort((a, b) => startOf(a) - startOf(b))
      .map((window) => excerptOfWindow(text, window)),
    ...rangeOf(text, ofEntry),
  };
}

function piecesOf(blocks: readonly Block[], best: Window, weights: ReadonlyMap<string, number>): Window[] {
  const isBest = (form: Block['form']): boolean => best.block.form === form;
  const good = isBest('good') ? best : windowOfForm(blocks, 'good', weights);
  const bad = isBest('bad') ? best : good === undefined ? windowOfForm(blocks, 'bad', weights) : undefined;
  const claim = isBest(undefined) ? best : claimOf(blocks, [good, bad]);
  return [claim, bad, good].filter((window) => window !== undefined);
}

function windowOfForm(
  blocks: readonly Block[],
  form: Block['form'],
  weights: ReadonlyMap<string, number>,
): Window | undefined {
  const all = blocks.filter((block) => block.form === form);
  const code = all.filter(({ kind }) => kind === 'code');
  let most: Window | undefined;
  for (const block of code.length > 0 ? code : all) {
    const window = densestWindow(block, weights);
    if (most === undefined || window.mass > most.mass) most = window;
  }
  return most?.mass === 0 ? firstWindow(most.block) : most;
}

/** Prose, or the bad form's label or comment. */
function claimOf(blocks: readonly Block[], shown: readonly (Window | undefined)[]): Window | undefined {
  const first = blocks[0];
  if (first === undefined) return undefined;
  if (first.kind === 'prose')
    return shown.some((window) => window?.block === first) ? undefined : firstWindow(first);
  const [label] = first.lines;
  const isShown = shown.some((window) => label !== undefined && window?.lines.includes(label));
  return first.form === 'bad' && !isShown ? firstWindow(first, 1) : undefined;
}

function startOf({ lines }: Window): number {
  return lines[0]?.start ?? 0;
}

function rangeOf(text: string, lines: readonly EntryLine[]): Omit<SectionExcerpts, 'excerpts'> {
  const isBlank = ({ start, end }: EntryLine): boolean => text.slice(start, end).trim() === '';
  const [first, last] = [lines.find((line) => !isBlank(line)), lines.findLast((line) => !isBlank(line))];
  return {
    lineStart: first?.number ?? 1,
    lineEnd: last?.number ?? 1,
    start: first?.start ?? 0,
    end: last?.end ?? 0,
  };
}
