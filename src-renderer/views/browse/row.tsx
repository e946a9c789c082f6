import { memo } from 'react';
import type { FirstTokens } from '../../../src-server/contract/api/api.ts';
import { Risk, SeverityLabel } from '../../components/facts.tsx';
import { TrustScore } from '../../components/trust-score.tsx';
import { formatRoute } from '../../route/route.ts';
import type { ProblemCount } from '../../skill/problems-by-skill.ts';
import type { SkillRow } from '../../skill/skill-row.ts';
import { formatCount, formatDay } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './browse.module.css';

/** Repeats column meanings for screen readers. */
export const Row = memo(function Row({
  row,
  index,
  tokens,
  problems,
  current,
  isTabStop,
  onFocus,
}: {
  readonly row: SkillRow;
  readonly index: number;
  /** `undefined` until loaded. */
  readonly tokens: FirstTokens | undefined;
  readonly problems: ProblemCount | undefined;
  readonly current: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: (key: string) => void;
}) {
  return (
    <a
      className={styles.row}
      data-here={current || undefined}
      href={formatRoute({ view: 'skill', key: row.key })}
      data-index={index}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(row.key)}
    >
      <span className={styles.cName}>
        <b data-cut>
          <Revealed text={row.name} />
        </b>{' '}
        <span className="key" data-cut>
          <Revealed text={row.key} />
        </span>
      </span>{' '}
      <span className={styles.cSum} data-cut>
        {row.summary === undefined ? (
          <span className="muted">No summary</span>
        ) : (
          <Revealed text={row.summary} />
        )}
      </span>{' '}
      <span className={styles.cType} data-cut>
        {row.type === undefined ? '–' : <Revealed text={row.type} />}
      </span>{' '}
      <span className={styles.cRisk} data-cut>
        <span className="hidden-text">risk </span>
        {row.risk === undefined ? <span className="muted">–</span> : <Risk level={row.risk} />}
      </span>{' '}
      <span className={styles.cTrust}>
        <TrustScore trust={row.trust} />
      </span>{' '}
      <span className={`${styles.cCost} number`}>
        {tokens === undefined ? (
          <span className="muted">–</span>
        ) : (
          <>
            {tokens.estimated && 'about '}
            {formatCount(tokens.first)}
            <span className="hidden-text"> tokens to read first</span>
          </>
        )}
      </span>{' '}
      <span className={`${styles.cUpd} number`}>
        {row.updatedAt === undefined ? '–' : formatDay(row.updatedAt, new Date())}
      </span>{' '}
      <span className={styles.cProb}>
        {problems !== undefined && (
          <SeverityLabel severity={problems.worst}>
            <span className="number">{formatCount(problems.count)}</span>
            <span className="hidden-text"> {problems.count === 1 ? 'problem' : 'problems'}</span>
          </SeverityLabel>
        )}
      </span>
    </a>
  );
});
