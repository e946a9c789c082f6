import type { ReactNode } from 'react';
import { languageName } from '../../text/format.ts';
import { plainHeading } from '../../text/plain-heading.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Label, Mark, Risk } from '../../ui/show/marks.tsx';
import { type AnswerRow, hrefOf, type NameRow } from './answer-list.ts';
import styles from './answers.module.css';

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly asked: string;
  /** Id of what is shown beside the list. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
}

/** Skills that were found by name, tags or summary, a short line each, with the score of the search. */
export function NameRows({ rows, asked, chosen, onChoose }: RowsProps<NameRow>) {
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
                {row.warning !== undefined && (
                  <span className={styles.withheld} title={row.warning}>
                    <Mark name="warning" tone="care" /> agents don’t get it
                  </span>
                )}
              </span>
              <span className={styles.score}>{row.score}</span>
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

const STRENGTHS = { strong: 'strong match', partial: 'partial match', weak: 'weak match' } as const;

/** The skill, and the heading of the section that answers: the best on lines of their own, the others on one. */
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
  /** Under the first, when narrow. */
  readonly below?: ReactNode;
}) {
  return (
    <ol aria-label={label} className={styles.rows}>
      {rows.map((row, at) => {
        const { id, key, risk, result, warning } = row;
        const isBest = hasBest && at === 0;
        return (
          <li
            key={id}
            className={styles.answer}
            data-best={isBest || undefined}
            data-here={id === chosen || undefined}
          >
            <a
              href={hrefOf(row, asked)}
              title={key}
              aria-current={id === chosen ? 'true' : undefined}
              onFocus={() => onChoose?.(id)}
            >
              <span className={styles.name}>
                <Name of={row} />
                {isBest && result.strength !== undefined && <Label>{STRENGTHS[result.strength]}</Label>}
              </span>
              {isBest && <Risk of={risk} />}
              <span className={styles.section}>
                <SectionWords row={row} />
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

function SectionWords({ row: { result, summary } }: { readonly row: AnswerRow }) {
  const heading = result.section?.heading;
  if (heading != null) return <Revealed text={plainHeading(heading)} />;
  if (result.section !== undefined) return <Revealed text={result.section.file} />;
  return summary === undefined ? null : <Revealed text={summary} />;
}
