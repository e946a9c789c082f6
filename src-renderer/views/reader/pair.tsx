/** Before and after: the question of a task, a program with the mistake and what its run prints, the entry, and the program without. */
import { type ReactNode, useMemo, useState } from 'react';
import type { Check, TaskPair } from '../../../src-server/contract/task-pair.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { plainLine } from '../../../src-server/search/dangers.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Mark } from '../../ui/marks.tsx';
import type { ShownPair } from './bundled-pairs.ts';
import { PAIR_NAME } from './file-rail.tsx';
import markdown from './markdown.module.css';
import { useParsedPage } from './page-parser.ts';
import { type HastNode, textOf, walk } from './page-tree.ts';
import styles from './pair.module.css';
import { comparePrograms, excerptOf, type PairLine } from './pair-lines.ts';
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
        {pair.ran === '' ? '' : ` with ${pair.ran}`}.
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

const LOOKS = {
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
  const { mark, tone, rail } = LOOKS[kind];
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

/** Cuts a line where a kind or a mark begins or ends. */
function piecesOf({ text, marks }: PairLine, kinds: Kinds): readonly ReactNode[] {
  const cuts = new Set([0, text.length, ...kinds.map(({ end }) => end), ...marks.flat()]);
  const ends = [...cuts].filter((at) => at <= text.length).sort((a, b) => a - b);
  return ends.slice(1).map((end, at) => {
    const start = ends[at] ?? 0;
    const kind = kinds.find((one) => one.end >= end)?.kind;
    const isMarked = marks.some(([from, to]) => from <= start && end <= to);
    const piece = text.slice(start, end);
    const coloured = (
      <span key={start} data-kind={kind}>
        {piece}
      </span>
    );
    return isMarked ? <mark key={start}>{coloured}</mark> : coloured;
  });
}
