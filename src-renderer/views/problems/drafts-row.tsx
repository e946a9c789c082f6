import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Draft } from '../../../src-server/contract/causes.ts';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { formatRoute } from '../../route/route.ts';
import { nameInKey } from '../../skill/key-parts.ts';
import { plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './problems.module.css';

/** Skills that nobody has written yet: named, and never counted as problems. */
export function DraftsRow({
  drafts,
  startsOpen,
}: {
  readonly drafts: readonly Draft[];
  readonly startsOpen: boolean;
}) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <section className={styles.rank} aria-labelledby="rank-drafts">
      <header>
        <h2 id="rank-drafts">Drafts</h2>
        <span className="muted">unwritten, not wrong</span>
      </header>
      <ul>
        <li className={styles.cause}>
          <h3>
            <button
              type="button"
              className={styles.head}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Mark name="fits-not" tone="still" />
              <span className={styles.title}>A template’s text is still there</span>
              <span className={styles.extent}>{plural(drafts.length, 'skill')}</span>
              <span className={styles.mending}>to write</span>
              <Icon of={ChevronDown} />
            </button>
          </h3>
          {isOpen && (
            <div className={styles.body}>
              <p className={styles.why}>
                What a template wrote, or marked as still to be written, is still there.{' '}
                <b>Nothing is wrong with them; they are unwritten.</b> They are served, and not counted as
                problems.
              </p>
              <ul className={styles.drafts}>
                {drafts.map(({ key, isSummaryLeft, places }) => (
                  <li key={key}>
                    <a href={formatRoute({ view: 'skill', key })} title={writtenOut(key)}>
                      <b>
                        <Revealed text={nameInKey(key)} />
                      </b>
                      <span className="muted">
                        {[isSummaryLeft && 'summary', places.length > 0 && plural(places.length, 'text')]
                          .filter(Boolean)
                          .join(' and ')}
                      </span>
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </li>
      </ul>
    </section>
  );
}
