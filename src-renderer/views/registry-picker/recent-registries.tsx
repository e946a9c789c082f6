import { ArrowRight, X } from 'lucide-react';
import type { DesktopBridge, RecentRegistry } from '../../../src-main/contract/desktop-bridge.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { useSettings, useWorld } from '../../world/use-world.tsx';
import { recentWords } from './recent-words.ts';
import styles from './registry-picker.module.css';

export function RecentRegistries({
  bridge,
  onOpen,
}: {
  readonly bridge: DesktopBridge;
  readonly onOpen: (path: string) => void;
}) {
  const { settings } = useWorld();
  const attempt = useAttempt();
  const recent = useSettings().value?.recentRegistries ?? [];
  if (recent.length === 0) return null;
  const forget = (path: string) => attempt(() => bridge.forgetRegistry({ path }).then(settings.take));
  return (
    <section className={styles.recent} aria-labelledby="recent-title">
      <h2 id="recent-title" className="cap">
        Opened before
      </h2>
      <ul className={styles.picks}>
        {recent.map((registry) => (
          <li key={registry.path}>
            <Recent registry={registry} onOpen={onOpen} />
            {!registry.current && (
              <Button
                look="bare"
                iconOnly
                aria-label={`Take ${writtenOut(registry.path)} off this list`}
                onClick={() => forget(registry.path)}
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

function Recent({
  registry,
  onOpen,
}: {
  readonly registry: RecentRegistry;
  readonly onOpen: (path: string) => void;
}) {
  const { path, reachable } = registry;
  const words = (
    <>
      <span className="mono" title={writtenOut(path)}>
        <Revealed text={path} />
      </span>
      <span className="muted number">{recentWords(registry, new Date())}</span>
    </>
  );
  if (!reachable)
    return (
      <span className={styles.pickRow} data-unreachable="">
        {words}
      </span>
    );
  return (
    <button type="button" className={styles.pickRow} onClick={() => onOpen(path)}>
      {words}
      <Icon of={ArrowRight} />
    </button>
  );
}
