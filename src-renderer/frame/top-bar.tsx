import { Keyboard, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '../components/button.tsx';
import { State } from '../components/facts.tsx';
import { Icon } from '../components/icon.tsx';
import { Mark } from '../components/mark.tsx';
import { desktop } from '../desktop.ts';
import type { Route } from '../route/route.ts';
import { isSameData } from '../stores/same-data.ts';
import { useService } from '../stores/use-stores.tsx';
import { AskBox } from './ask-box.tsx';
import { serviceWords } from './service-words.ts';
import styles from './top-bar.module.css';

export function TopBar({
  route,
  onShortcuts,
  children,
}: {
  readonly route: Route;
  readonly onShortcuts: () => void;
  /** Links; absent in a narrow window. */
  readonly children?: ReactNode;
}) {
  return (
    <header className={styles.bar}>
      <a className={styles.logo} href="#/" aria-label="Skills Registry, home">
        <Mark name="logo" />
      </a>
      {children}
      <AskBox route={route} />
      <div className={styles.end}>
        <LowState />
        <Button
          look="bare"
          iconOnly
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={onShortcuts}
        >
          <Icon of={Keyboard} />
        </Button>
        {desktop !== undefined && (
          <LinkButton
            look="bare"
            iconOnly
            href="#/settings"
            aria-label="Settings"
            title="Settings"
            {...(route.view === 'settings' ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon of={Settings} />
          </LinkButton>
        )}
      </div>
    </header>
  );
}

/** In windows too low for the status line. */
function LowState() {
  const { tone, mark, word } = useService(serviceWords, isSameData);
  return (
    <a className={styles.state} href="#/" title={word}>
      <State tone={tone} mark={mark} role="status">
        <strong>{word}</strong>
      </State>
    </a>
  );
}
