import type { ReactNode } from 'react';
import { plainHeading } from '../../text/plain-heading.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Label, Mark, Risk } from '../../ui/show/marks.tsx';
import { type AnswerRow, hrefOf } from './answer-list.ts';
import styles from './answers.module.css';

const STRENGTHS = { strong: 'strong match', partial: 'partial match', weak: 'weak match' } as const;

/** A line each: the skill, and the heading of the section that answers. */
export function AnswerRows({
  rows,
  asked,
  label,
  chosen,
  onChoose,
  firstStrength = false,
  below,
}: {
  readonly rows: readonly AnswerRow[];
  readonly asked: string;
  readonly label: string;
  /** Shown beside the list. */
  readonly chosen?: string | undefined;
  readonly onChoose?: (key: string) => void;
  /** Whether the first says how well it matches. */
  readonly firstStrength?: boolean;
  /** Under the first, when narrow. */
  readonly below?: ReactNode;
}) {
  return (
    <ol aria-label={label} className={styles.rows}>
      {rows.map((row, at) => {
        const { key, name, version, risk, result } = row;
        return (
          <li key={key} className={styles.answer} data-here={key === chosen || undefined}>
            <a
              href={hrefOf(row, asked)}
              title={key}
              aria-current={key === chosen ? 'true' : undefined}
              onFocus={() => onChoose?.(key)}
            >
              <span className={styles.name}>
                <b>
                  <Revealed text={name} />
                </b>
                {version !== undefined && (
                  <span className={styles.version}>
                    <Revealed text={version} />
                  </span>
                )}
                {at === 0 && firstStrength && result?.strength !== undefined && (
                  <Label>{STRENGTHS[result.strength]}</Label>
                )}
              </span>
              <Risk of={risk} />
              <span className={styles.section}>
                <SectionWords row={row} />
              </span>
              {result?.warning !== undefined && (
                <span className={styles.warning}>
                  <Mark name="warning" tone="care" /> <Revealed text={result.warning} />
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
  const heading = result?.section?.heading;
  if (heading != null) return <Revealed text={plainHeading(heading)} />;
  if (result?.section !== undefined) return <Revealed text={result.section.file} />;
  return summary === undefined ? null : <Revealed text={summary} />;
}
