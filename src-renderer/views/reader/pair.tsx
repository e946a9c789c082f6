/** Before and after: the question of a task, a program with the mistake and what its run prints, the entry, and the program without. */
import { diffArrays } from 'diff';
import { type ReactNode, useMemo, useState } from 'react';
import type { Check, TaskPair } from '../../../src-server/contract/task-pair.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { plainLine } from '../../../src-server/search/dangers.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Mark } from '../../ui/marks.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import type { ShownPair } from './bundled-pairs.ts';
import { PAIR_NAME } from './file-rail.tsx';
import markdown from './markdown.module.css';
import { useParsedPage } from './page-parser.ts';
import { type HastNode, textOf, walk } from './page-tree.ts';
import styles from './pair.module.css';
import type { Address } from './skill-link.tsx';

export default function Pair({ pair, danger, address }: ShownPair & { readonly address: Address }) {
  const programs = useMemo(() => comparePrograms(pair.wrong.text, pair.solution.text), [pair]);
  const [isWhole, setWhole] = useState(false);
  const isCut = [programs.wrong, programs.right].some((lines) =>
    excerptOf(lines).some((part) => typeof part === 'number'),
  );
  const side = (kind: 'wrong' | 'solution', title: string) => (
    <Program
      kind={kind}
      title={title}
      pair={pair}
      lines={kind === 'wrong' ? programs.wrong : programs.right}
      isWhole={isWhole}
    />
  );
  const { entry, line } = danger;
  const heading = plainLine(entry.title ?? '');
  return (
    <article className={styles.pair} aria-label={PAIR_NAME}>
      <p className="muted">The question</p>
      <h2 className={styles.question}>
        <Spans text={pair.question} />
      </h2>
      <p className={styles.how}>
        Both programs do that in the usual case. Both were run by the tests of the skill’s task
        {ranWords(pair)}
      </p>
      <div className={styles.programs}>
        {side('wrong', 'Without the skill')}
        <section className={styles.entry} aria-label="The entry">
          <p>
            <b>
              <Revealed text={heading} />
            </b>
            {line !== heading && <Revealed text={line} />}
          </p>
          <LinkButton href={address({ file: entry.path, line: entry.line })}>Read the entry</LinkButton>
        </section>
        {side('solution', 'With the skill')}
      </div>
      {isCut && (
        <p className={styles.whole}>
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show what differs' : 'Show the whole programs'}
          </Button>
        </p>
      )}
    </article>
  );
}

/** Says what the programs were run with, and why with another release than the skill is about. */
export function ranWords({ ran, version }: Pick<TaskPair, 'ran' | 'version'>): string {
  if (ran === '') return '.';
  const minorOf = (text: string) => /(?<!\d)\d+\.\d+/.exec(text)?.[0];
  const isOther = minorOf(ran) !== minorOf(version);
  return ` with ${ran}.${isOther ? ` That release was at hand; the skill is written for ${version}.` : ''}`;
}

/** A text with code between back-ticks. */
function Spans({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text
      <code key={at}>{part}</code>
    ) : (
      part
    ),
  );
}

const PROGRAM_LOOKS = {
  wrong: { mark: 'error', tone: 'bad', rail: 'bad' },
  solution: { mark: 'done', tone: 'good', rail: 'good' },
} as const;

function Program({
  kind,
  title,
  pair,
  lines,
  isWhole,
}: {
  readonly kind: 'wrong' | 'solution';
  readonly title: string;
  readonly pair: TaskPair;
  readonly lines: readonly PairLine[];
  readonly isWhole: boolean;
}) {
  const { mark, tone, rail } = PROGRAM_LOOKS[kind];
  const { text, checks } = pair[kind];
  const kinds = useKinds(`${pair.skill} ${kind}`, pair.file, text);
  const parts = isWhole ? [lines] : excerptOf(lines);
  const others = pair[kind === 'wrong' ? 'solution' : 'wrong'].checks;
  return (
    <section className={styles.program} data-side={kind} aria-label={title}>
      <h3>
        <Mark name={mark} tone={tone} />
        {title}
        <span className="muted mono">{pair.file}</span>
      </h3>
      <div className={markdown.code}>
        <pre>
          <code>
            {parts.map((part, at) =>
              typeof part === 'number' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed program
                <span key={at} className={styles.gap}>
                  {countWords(part, 'line')} left out{'\n'}
                </span>
              ) : (
                part.map((line) => (
                  <span key={`line ${line.number}`} data-rail={rail} data-differs={line.differs || undefined}>
                    {piecesOf(line, kinds?.[line.number - 1] ?? [])}
                    {'\n'}
                  </span>
                ))
              ),
            )}
          </code>
        </pre>
      </div>
      <Printed checks={checks} others={others} />
    </section>
  );
}

/** What the tests printed of a run: a line a check. Bold is what the other run printed otherwise. */
function Printed({
  checks,
  others,
}: {
  readonly checks: readonly Check[];
  readonly others: readonly Check[];
}) {
  return (
    <div className={styles.printed}>
      <p>its tests print</p>
      <ul>
        {checks.map(({ name, passed, evidence }, at) => {
          const said = `${name}: ${evidence}`;
          return (
            <li key={name}>
              <Mark name={passed ? 'done' : 'error'} tone={passed ? 'good' : 'bad'} />
              <span className="hidden-text">{passed ? 'passed: ' : 'failed: '}</span>
              {others[at]?.evidence === evidence ? said : <b>{said}</b>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A range of a line with its kind, for the highlighter's colours. */
type Kinds = ReadonlyArray<{ readonly end: number; readonly kind: string | undefined }>;

/** Returns the kinds of the words of each line; undefined until the program is parsed. */
function useKinds(name: string, file: string, text: string): readonly Kinds[] | undefined {
  const extension = file.slice(file.lastIndexOf('.') + 1);
  const page = useParsedPage(name, `\`\`\`\`${extension}\n${text.trimEnd()}\n\`\`\`\``, false);
  return useMemo(() => (page === undefined || page === 'undrawable' ? undefined : kindsOf(page)), [page]);
}

function kindsOf(page: HastNode): readonly Kinds[] {
  const lines: Kinds[] = [];
  walk(page, ({ properties, children = [] }) => {
    if (properties?.['dataRail'] === undefined) return;
    let end = 0;
    lines.push(
      children.map((child) => {
        end += textOf(child).length;
        const kind = child.properties?.['dataKind'];
        return { end, kind: typeof kind === 'string' ? kind : undefined };
      }),
    );
  });
  return lines;
}

/** Draws a line in the colours of its kinds. Each range that differs is one mark, whatever kinds are in it. */
function piecesOf({ text, marks }: PairLine, kinds: Kinds): readonly ReactNode[] {
  const coloured = (from: number, to: number) => {
    const ends = [from, ...kinds.map(({ end }) => end).filter((end) => end > from && end < to), to];
    return ends.slice(1).map((end, at) => {
      const start = ends[at] ?? 0;
      return (
        <span key={start} data-kind={kinds.find((one) => one.end >= end)?.kind}>
          {text.slice(start, end)}
        </span>
      );
    });
  };
  const behind = marks.map(([, end]) => end);
  return [
    ...marks.flatMap(([start, end], at) => [
      ...coloured(behind[at - 1] ?? 0, start),
      <mark key={`mark ${start}`}>{coloured(start, end)}</mark>,
    ]),
    ...coloured(behind.at(-1) ?? 0, text.length),
  ];
}

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
/** The number of lines that are shown around one that differs. */
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
