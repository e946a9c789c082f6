import { ArrowRight, X } from 'lucide-react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useSettings, useWorld } from '../../world/use-world.tsx';
import styles from './projects.module.css';
import { takeFromApp } from './shown-project.ts';

export function RecentProjects({
  bridge,
  except,
}: {
  readonly bridge: DesktopBridge;
  readonly except?: string;
}) {
  const { settings } = useWorld();
  const attempt = useAttempt();
  const recent = (useSettings().value?.recentProjects ?? []).filter(({ path }) => path !== except);
  if (recent.length === 0) return null;
  const forget = (path: string) => attempt(() => bridge.forgetProject({ path }).then(settings.take));
  return (
    <section className={styles.else} aria-labelledby="recent-projects">
      <h2 id="recent-projects" className="cap">
        Opened before
      </h2>
      <ul className={styles.recent}>
        {recent.map(({ path, reachable }) => (
          <li key={path}>
            {reachable ? (
              <button
                type="button"
                className={styles.recentRow}
                onClick={() => void takeFromApp(() => bridge.openRecentProject({ path }), path)}
              >
                <span className="mono path">
                  <Revealed text={path} />
                </span>
                <Icon of={ArrowRight} />
              </button>
            ) : (
              <span className={styles.recentRow} data-unreachable="">
                <span className="mono path">
                  <Revealed text={path} />
                </span>
                <span className="muted">not reachable now</span>
              </span>
            )}
            <Button
              look="bare"
              iconOnly
              aria-label={`Take ${writtenOut(path)} off this list`}
              onClick={() => forget(path)}
            >
              <Icon of={X} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
