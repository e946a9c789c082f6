/** Which lines and words of two programs differ, and which lines of a long one are shown at first. */
import { diffArrays } from 'diff';

/** A range of UTF-16 units within a line. */
type Range = readonly [start: number, end: number];

export interface PairLine {
  /** The line's number in its program; the first is 1. */
  readonly number: number;
  readonly text: string;
  /** Whether the other program has no such line. Empty lines never do. */
  readonly differs: boolean;
  /** The words that the matching line of the other program lacks; none in a line without a match. */
  readonly marks: readonly Range[];
}

/** Lines of a program, in order; a number stands for so many lines that are left out. */
export type Excerpt = ReadonlyArray<readonly PairLine[] | number>;

/** The most lines of a program that is shown as a whole at once. */
const WHOLE_LINES = 40;
/** Lines around one that differs. */
const CONTEXT_LINES = 3;
/** Fewer lines are not worth a sentence that says that they are left out. */
const LEAST_OMITTED = 4;
/** Lines are held against each other if at least this share of their words is the same. */
const LEAST_LIKENESS = 0.5;

/** Compares two programs by lines, and the lines that replace each other by words. */
export function comparePrograms(
  wrong: string,
  right: string,
): { readonly wrong: readonly PairLine[]; readonly right: readonly PairLine[] } {
  const sides = { wrong: [] as PairLine[], right: [] as PairLine[] };
  const add = (side: PairLine[], texts: readonly string[], marks?: readonly (readonly Range[])[]) => {
    for (const [at, text] of texts.entries())
      side.push({
        number: side.length + 1,
        text,
        differs: marks !== undefined && text.trim() !== '',
        marks: marks?.[at] ?? [],
      });
  };
  let removed: readonly string[] = [];
  for (const { value, added, removed: isRemoved } of diffArrays(linesOf(wrong), linesOf(right))) {
    if (isRemoved) {
      removed = value;
      continue;
    }
    const marks = markWords(removed, added ? value : []);
    add(sides.wrong, removed, marks.before);
    add(sides.right, value, added ? marks.after : undefined);
    if (!added) add(sides.wrong, value);
    removed = [];
  }
  add(sides.wrong, removed, []);
  return sides;
}

function linesOf(program: string): string[] {
  return program.trimEnd().split('\n');
}

/** Finds the words that differ in lines that replace others: of all pairings in order the one with most words in common. */
function markWords(before: readonly string[], after: readonly string[]) {
  const marks = { before: before.map((): Range[] => []), after: after.map((): Range[] => []) };
  // Words in common from a line of each on, and the step that reaches them.
  const common = before.map(() => after.map(() => 0));
  const from = (at: number, other: number) => common[at]?.[other] ?? 0;
  const paired = (at: number, other: number) => {
    const alike = likeness(before[at] ?? '', after[other] ?? '');
    return alike < LEAST_LIKENESS ? 0 : alike + from(at + 1, other + 1);
  };
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (let other = after.length - 1; other >= 0; other -= 1) {
      const row = common[at];
      if (row) row[other] = Math.max(from(at + 1, other), from(at, other + 1), paired(at, other));
    }
  for (let [at, other] = [0, 0]; at < before.length && other < after.length; ) {
    if (from(at, other) === from(at + 1, other)) at += 1;
    else if (from(at, other) === from(at, other + 1)) other += 1;
    else {
      [marks.before[at], marks.after[other]] = differingWords(before[at] ?? '', after[other] ?? '');
      at += 1;
      other += 1;
    }
  }
  return marks;
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

/** Returns which share of the longer line's words both lines have, from 0 to 1. */
function likeness(one: string, other: string): number {
  const [own, others] = [one, other].map((line) => wordsOf(line.trim()).filter((word) => WORD.test(word)));
  const left = [...(others ?? [])];
  const same = (own ?? []).filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return same.length / Math.max(own?.length ?? 0, others?.length ?? 0, 1);
}

/** Words alone are marked, with what stands between two of them; indentation and a lone bracket are no difference to look at. */
function differingWords(one: string, other: string): [Range[], Range[]] {
  const ranges: [Range[], Range[]] = [[], []];
  const at: [number, number] = [0, 0];
  for (const { value, added, removed } of diffArrays(wordsOf(one), wordsOf(other))) {
    const text = value.join('');
    const side = added ? 1 : 0;
    if (added || removed) {
      const start = at[side] + text.length - text.trimStart().length;
      addRange(ranges[side], [start, start + text.trim().length], added ? other : one);
    }
    if (!added) at[0] += text.length;
    if (!removed) at[1] += text.length;
  }
  return ranges;
}

const WORD = /[\p{L}\p{N}]/u;

/** Adds a range of a line, as a part of the last one where no word stands between. */
function addRange(ranges: Range[], [start, end]: Range, line: string): void {
  const last = ranges.at(-1);
  const isNext = last !== undefined && !WORD.test(line.slice(last[1], start));
  if (isNext) ranges[ranges.length - 1] = [last[0], WORD.test(line.slice(start, end)) ? end : last[1]];
  else if (WORD.test(line.slice(start, end))) ranges.push([start, end]);
}

/** Leaves out lines of a long program that stand away from those that differ. A shorter one is whole. */
export function excerptOf(lines: readonly PairLine[]): Excerpt {
  if (lines.length <= WHOLE_LINES) return [lines];
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ differs }) => differs);
  const runs: PairLine[][] = [];
  for (const [at, line] of lines.entries())
    if (at > 0 && isNear(at) === isNear(at - 1)) runs.at(-1)?.push(line);
    else runs.push([line]);
  return runs.map((run) => {
    const isShown = run.length < LEAST_OMITTED || isNear((run[0]?.number ?? 0) - 1);
    return isShown ? run : run.length;
  });
}
