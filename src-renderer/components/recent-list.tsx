import { ArrowRight, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { writtenOut } from '../text/reveal-hidden.ts';
import { Revealed } from '../text/revealed.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './recent-list.module.css';

export interface RecentPath {
  readonly path: string;
  readonly reachable: boolean;
  readonly words?: ReactNode;
  /** Not removable. */
  readonly isKept?: boolean;
}

export function RecentList({
  recent,
  onOpen,
  onForget,
}: {
  readonly recent: readonly RecentPath[];
  readonly onOpen: (path: string) => void;
  readonly onForget: (path: string) => void;
}) {
  const id = useId();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="cap">
        Opened before
      </h2>
      <ul className={styles.list}>
        {recent.map((entry) => (
          <li key={entry.path}>
            <Entry entry={entry} onOpen={onOpen} />
            {!entry.isKept && (
              <Button
                look="bare"
                iconOnly
                aria-label={`Take ${writtenOut(entry.path)} off this list`}
                onClick={() => onForget(entry.path)}
              >
                <Icon of={X} />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entry({
  entry: { path, reachable, words },
  onOpen,
}: {
  readonly entry: RecentPath;
  readonly onOpen: (path: string) => void;
}) {
  const content = (
    <>
      <span className="mono clip" title={writtenOut(path)}>
        <Revealed text={path} />
      </span>
      <span className="muted number">{words}</span>
    </>
  );
  if (!reachable) return <span className={`muted ${styles.row}`}>{content}</span>;
  return (
    <button type="button" className={styles.row} onClick={() => onOpen(path)}>
      {content}
      <Icon of={ArrowRight} />
    </button>
  );
}
