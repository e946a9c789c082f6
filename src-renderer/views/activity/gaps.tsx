import { Copy } from 'lucide-react';
import type { CSSProperties } from 'react';
import { clientName } from '../../activity/client-name.ts';
import type { KnowledgeGap } from '../../activity/knowledge-gaps.ts';
import { Button } from '../../components/button.tsx';
import { useCopy } from '../../components/copy.tsx';
import { Icon } from '../../components/icon.tsx';
import { AsideSection } from '../../components/view-aside.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './activity.module.css';

export function Gaps({ gaps }: { readonly gaps: readonly KnowledgeGap[] }) {
  const copy = useCopy();
  const most = gaps[0]?.count ?? 1;
  return (
    <AsideSection title="Searches with no result">
      <p>Each is a skill that someone missed.</p>
      {gaps.length === 0 ? (
        <p className="muted">None so far.</p>
      ) : (
        <>
          <ul className={styles.gapList}>
            {gaps.slice(0, 12).map(({ query, count, clients }) => (
              <li key={query}>
                <span
                  className={styles.bar}
                  style={{ '--width': `${(100 * count) / most}%` } as CSSProperties}
                  aria-hidden="true"
                />
                <span>
                  <b>
                    <Revealed text={query} />
                  </b>
                  <span className="muted">
                    <Revealed text={[...new Set(clients.map(clientName))].join(', ')} />
                  </span>
                </span>
                <span className="number">{count}×</span>
              </li>
            ))}
          </ul>
          <Button
            className={styles.copy}
            onClick={() =>
              void copy(
                gaps.map(({ query, count }) => `${count}\t${query}`).join('\n'),
                `Copied ${plural(gaps.length, 'search', 'searches')}`,
              )
            }
          >
            <Icon of={Copy} />
            Copy the list
          </Button>
        </>
      )}
    </AsideSection>
  );
}
