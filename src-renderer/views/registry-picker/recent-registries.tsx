import { ArrowRight, X } from 'lucide-react';
import type { DesktopBridge } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useSettings, useWorld } from '../../world/use-world.tsx';
import styles from './registry-picker.module.css';

/** Folders that were served before: open one again, or take it off the list. */
export function RecentRegistries({
  bridge,
  onOpen,
}: {
  readonly bridge: DesktopBridge;
  readonly onOpen: (path: string) => void;
}) {
  const { settings } = useWorld();
  const recent = useSettings().value?.recentRegistries ?? [];
  const forget = (path: string) => void bridge.forgetRegistry({ path }).then(settings.take, () => {});
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title" className="cap">
        Opened before
      </h2>
      {recent.length === 0 ? (
        <p className="soft">Nothing yet. Folders you open are listed here.</p>
      ) : (
        <ul className={styles.picks}>
          {recent.map(({ path, reachable, current }) => (
            <li key={path}>
              {reachable ? (
                <button type="button" className={styles.pickRow} onClick={() => onOpen(path)}>
                  <span className="mono" title={path}>
                    {path}
                  </span>
                  <span className="muted">{current ? 'open now' : ''}</span>
                  <Icon of={ArrowRight} />
                </button>
              ) : (
                <span className={`${styles.pickRow} ${styles.unreachable}`}>
                  <span className="mono" title={path}>
                    {path}
                  </span>
                  <span className="muted">not reachable now</span>
                </span>
              )}
              {!current && (
                <Button
                  look="bare"
                  iconOnly
                  aria-label={`Take ${path} off this list`}
                  onClick={() => forget(path)}
                >
                  <Icon of={X} />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
