import { ChevronDown } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import type { Cause } from '../../../src-server/contract/diagnostics/causes.ts';
import { SeverityMark } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { SEVERITY_OF_RANK } from '../../skill/problem-words.ts';
import { CauseBody } from './cause-body.tsx';
import { extentWords, repairWords } from './cause-words.ts';
import styles from './problems.module.css';
import { Title } from './title.tsx';
import type { CheckAgain } from './use-check-again.ts';

export function CauseRow({
  cause,
  most,
  again,
  startsOpen,
}: {
  readonly cause: Cause;
  /** Places of the largest problem group. */
  readonly most: number;
  readonly again: CheckAgain;
  readonly startsOpen: boolean;
}) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const body = useId();
  const share = { '--share': `${(100 * cause.places.length) / most}%` } as CSSProperties;
  return (
    <li className={styles.cause} data-cause={cause.id}>
      <h3>
        <button
          type="button"
          className={styles.head}
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SeverityMark severity={SEVERITY_OF_RANK[cause.rank]} />
          <span className={styles.title}>
            <Title of={cause.title} />
          </span>
          <span className={styles.extent}>
            <span className={styles.share} style={share} aria-hidden="true">
              <i />
            </span>
            {extentWords(cause)}
          </span>
          <span className={styles.mending}>{repairWords(cause)}</span>
          <Icon of={ChevronDown} />
        </button>
      </h3>
      {isOpen && <CauseBody id={body} cause={cause} again={again} />}
    </li>
  );
}
