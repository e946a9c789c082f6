import { type KeyboardEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import type { Excerpt, ExcerptPiece } from '../../../src-server/contract/api.ts';
import { languageName } from '../../../src-server/contract/skill-format.ts';
import { site } from '../../data/host.ts';
import { Split, useWide } from '../../layout/layout.tsx';
import { LinkButton, TextButton } from '../../ui/button.tsx';
import { Label, Mark, Risk } from '../../ui/marks.tsx';
import { Empty, Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/query-view.tsx';
import { Highlighted, Revealed } from '../../ui/revealed.tsx';
import { isComposing } from '../../ui/shortcuts.tsx';
import {
  type AnswerList,
  type AnswerRow,
  bestOf,
  type EntryRow,
  hrefOf,
  type LeadingRow,
  type NameRow,
  placeIn,
  plainHeading,
  type WithheldBest,
} from './answer-list.ts';
import styles from './answers.module.css';

const Reader = lazy(() =>
  import('../reader/reader.tsx').then(({ Reader: component }) => ({ default: component })),
);

/**
 * The answers, and beside them the entry that answers; it stands below the first when the window is narrow. The next
 * entries of the first answer's skill stand below it in both.
 */
export function AnswerPanes({
  list: { named, shown, further, weaker, caption, withheld, verdict },
  asked,
  isCurrent,
  error,
}: {
  readonly list: AnswerList;
  readonly asked: string;
  /** Whether no newer question is being asked. */
  readonly isCurrent: boolean;
  readonly error: Error | null;
}) {
  const isWide = useWide();
  const [choice, setChoice] = useState({ asked, id: '' });
  const [unfolded, setUnfolded] = useState('');
  const isUnfolded = unfolded === asked;
  const answers = isUnfolded ? [...shown, ...weaker] : shown;
  const all: readonly LeadingRow[] = [...named, ...answers, ...further];
  const chosen =
    all.find(({ id }) => choice.asked === asked && id === choice.id) ?? bestOf({ named, shown: answers });
  const first = shown[0]?.warning === undefined ? shown[0] : undefined;
  const rowsProps = {
    asked,
    onChoose: (id: string) => setChoice({ asked, id }),
    chosen: isWide ? chosen?.id : undefined,
  };
  const held = withheld !== undefined && chosen?.key !== withheld.key && (
    <Held by={withheld} hasNext={shown.some(({ warning }) => warning === undefined)} />
  );
  const left = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move among the links in it
    <div data-answers className={styles.left} aria-busy={!isCurrent} onKeyDown={moveAmongLinks}>
      {named.length > 0 && <NameRows {...rowsProps} rows={named} />}
      {(named.length === 0 || shown.length > 0) && (
        <h1 className={styles.caption}>
          <span role="status">{verdict ?? caption}</span>
        </h1>
      )}
      {error !== null && (
        <Notice kind="warning" title="The texts could not be searched.">
          {error.message}
        </Notice>
      )}
      {!isWide && held}
      {shown.length > 0 && (
        <AnswerRows
          {...rowsProps}
          rows={shown}
          label="Answers"
          hasBest={withheld === undefined}
          below={
            first !== undefined && (
              <>
                {!isWide && <FirstEntry row={first} asked={asked} />}
                {further.length > 0 && <FurtherEntries {...rowsProps} rows={further} />}
              </>
            )
          }
        />
      )}
      {weaker.length > 0 &&
        (isUnfolded ? (
          <AnswerRows {...rowsProps} rows={weaker} label="Share only a few words" />
        ) : (
          <p className={styles.weaker}>
            <TextButton onClick={() => setUnfolded(asked)}>
              {weaker.length} more that share{weaker.length === 1 ? 's' : ''} only a few words
            </TextButton>
          </p>
        ))}
    </div>
  );
  return (
    <Split
      left={left}
      right={
        isWide && (
          <div className={styles.pane}>
            {held}
            {chosen === undefined ? (
              all.length > 0 && (
                <div className={styles.none}>
                  <Empty title="Agents don’t get this answer. Choose it to read it." />
                </div>
              )
            ) : (
              <Pane row={chosen} question={asked} />
            )}
          </div>
        )
      }
    />
  );
}

/** Says over the next answer that a withheld skill answers better: a neighbour never looks like the answer. */
function Held({ by: { name, why }, hasNext }: { readonly by: WithheldBest; readonly hasNext: boolean }) {
  return (
    <p className={styles.held} role="note">
      <Mark name="warning" tone="care" />
      <span>
        <b>
          A skill for <Revealed text={name} /> exists, and is withheld:
        </b>{' '}
        <Revealed text={why} />. {hasNext && 'This is the next one, for another library. '}
        {site === undefined && (
          <a className="link" href="#/source">
            See it under Source
          </a>
        )}
      </span>
    </p>
  );
}

function Pane({ row, question }: { readonly row: LeadingRow; readonly question: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <Reader key={row.key} skillKey={row.key} {...placeIn(row)} question={question} compact />
    </Suspense>
  );
}

function FirstEntry({ row, asked }: { readonly row: AnswerRow; readonly asked: string }) {
  const excerpts = row.result.section?.excerpts ?? [];
  return (
    <div className={styles.first}>
      <Excerpts of={excerpts} />
      <LinkButton kind="primary" href={hrefOf(row, asked)}>
        Read all of it
      </LinkButton>
    </div>
  );
}

/**
 * Moves the focus: arrows move among the answers, and above the first back into the box; Escape goes there at once.
 */
function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event.nativeEvent)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('li > a')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1, Escape: -1 }[event.key];
  if (to === undefined || (at === -1 && event.key !== 'Escape')) return;
  event.preventDefault();
  if (to < 0) document.getElementById('question')?.focus();
  else links[Math.min(to, links.length - 1)]?.focus();
}

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly asked: string;
  /** The id of what is shown beside the list. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
}

/** Skills that were found by name, tags or summary, a short line each, with the score of the search. */
function NameRows({ rows, asked, chosen, onChoose }: RowsProps<NameRow>) {
  return (
    <section className={styles.named} aria-labelledby="by-name">
      <h2 id="by-name">
        By name <span>score of 100</span>
      </h2>
      <ol aria-label="By name">
        {rows.map((row) => (
          <li key={row.id} className={styles.nameRow} data-here={row.id === chosen || undefined}>
            <a
              href={hrefOf(row, asked)}
              title={row.key}
              aria-current={row.id === chosen ? 'true' : undefined}
              onFocus={() => onChoose?.(row.id)}
            >
              <span className={styles.name}>
                <Name of={row} />
                {row.language !== undefined && (
                  <span className={styles.fact}>{languageName(row.language)}</span>
                )}
              </span>
              <span className={styles.score}>{row.score}</span>
              {row.withheld !== undefined && (
                <span className={styles.withheld}>
                  Withheld: <Revealed text={row.withheld} />. Agents don’t get it.
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Name({ of: { name, version } }: { readonly of: NameRow | AnswerRow }) {
  return (
    <>
      <b>
        <Revealed text={name} />
      </b>
      {version !== undefined && (
        <span className={styles.fact}>
          <Revealed text={version} />
        </span>
      )}
    </>
  );
}

const STRENGTH_WORDS = { strong: 'strong match', partial: 'partial match', weak: 'weak match' } as const;

/**
 * Answers: the skill, and the heading of the section that answers. The best stands on lines of its own, the others on
 * one.
 */
export function AnswerRows({
  rows,
  asked,
  label,
  chosen,
  onChoose,
  hasBest = false,
  below,
}: RowsProps<AnswerRow> & {
  readonly label: string;
  /** Whether the first is the best of all, and says how well it matches. */
  readonly hasBest?: boolean;
  /** What stands under the first. */
  readonly below?: ReactNode;
}) {
  return (
    <ol aria-label={label} className={styles.rows}>
      {rows.map((row, at) => {
        const { id, key, risk, result, warning } = row;
        const isBest = hasBest && at === 0;
        return (
          <li key={id} className={styles.answer} data-best={isBest || undefined}>
            <a
              href={hrefOf(row, asked)}
              title={key}
              aria-current={id === chosen ? 'true' : undefined}
              onFocus={() => onChoose?.(id)}
            >
              <span className={styles.name}>
                <Name of={row} />
                {isBest && result.strength !== undefined && <Label>{STRENGTH_WORDS[result.strength]}</Label>}
              </span>
              {isBest && <Risk of={risk} />}
              <span className={styles.section}>
                <EntryWords row={row} />
              </span>
              {warning !== undefined && (
                <span className={styles.warning}>
                  <Mark name="warning" tone="care" /> <Revealed text={warning} />
                </span>
              )}
            </a>
            {at === 0 && below}
          </li>
        );
      })}
    </ol>
  );
}

/** The titles of the next entries of the skill that answers best, in the order of the service. */
function FurtherEntries({ rows, asked, chosen, onChoose }: RowsProps<EntryRow>) {
  return (
    <ol aria-label="Next in this skill" className={styles.further}>
      {rows.map((row) => {
        const isPitfall = row.file === 'pitfalls.md';
        return (
          <li key={row.id}>
            <a
              href={hrefOf(row, asked)}
              aria-current={row.id === chosen ? 'true' : undefined}
              onFocus={() => onChoose?.(row.id)}
            >
              <Mark name={isPitfall ? 'warning' : 'info'} tone={isPitfall ? 'care' : 'still'} />
              <span>
                <Revealed text={row.danger ?? plainHeading(row.heading)} />{' '}
                <span className={styles.fact}>
                  <Revealed text={row.file} />
                </span>
              </span>
            </a>
          </li>
        );
      })}
    </ol>
  );
}

function EntryWords({ row: { result, line } }: { readonly row: AnswerRow }) {
  const { danger, heading } = result.section ?? {};
  if (danger !== undefined) return <Revealed text={danger} />;
  if (heading != null) return <Revealed text={plainHeading(heading)} />;
  if (result.section !== undefined) return <Revealed text={result.section.file} />;
  return line === undefined ? null : <Revealed text={line} />;
}

const FORM_LABELS = { bad: 'Bad:', good: 'Good:' } as const;

/** What an agent gets of the section: a bad form never stands without its label. */
function Excerpts({ of }: { readonly of: readonly Excerpt[] }) {
  return of.map(({ kind, label, line, lines }) => (
    <div key={line}>
      {label !== undefined && <p className={styles.label}>{FORM_LABELS[label]}</p>}
      {kind === 'code' ? (
        <pre className={styles.code} data-label={label}>
          {lines.map(({ pieces }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one excerpt never move
            <span key={at}>
              <Pieces of={pieces} />
              {'\n'}
            </span>
          ))}
        </pre>
      ) : (
        <p className={styles.prose}>
          <Pieces of={lines[0]?.pieces ?? []} />
        </p>
      )}
    </div>
  ));
}

function Pieces({ of }: { readonly of: readonly ExcerptPiece[] }) {
  return of.map(({ code, text, highlights }, at) => {
    const Tag = code ? 'code' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never move
      <Tag key={at}>
        <Highlighted text={text} ranges={highlights} />
      </Tag>
    );
  });
}
