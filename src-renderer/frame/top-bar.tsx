import {
  Activity,
  House,
  Keyboard,
  Layers,
  type LucideIcon,
  Plug,
  Settings,
  TriangleAlert,
} from 'lucide-react';
import { Button, LinkButton } from '../components/button.tsx';
import { State } from '../components/facts.tsx';
import { Icon } from '../components/icon.tsx';
import { Mark } from '../components/mark.tsx';
import { desktop } from '../desktop.ts';
import { formatRoute, type Route, type View } from '../route/route.ts';
import { isSameData } from '../world/same-data.ts';
import { useService } from '../world/use-world.tsx';
import { AskBox } from './ask-box.tsx';
import { serviceWords } from './service-words.ts';
import styles from './top-bar.module.css';

const NO_FILTERS = new URLSearchParams();

const VIEWS: ReadonlyArray<{
  readonly route: Route;
  readonly word: string;
  readonly icon: LucideIcon;
  /** Views that belong to this one. */
  readonly also?: readonly View[];
  readonly onlyDesktop?: boolean;
}> = [
  { route: { view: 'home' }, word: 'Home', icon: House, also: ['registry'] },
  { route: { view: 'browse', filters: NO_FILTERS }, word: 'Browse', icon: Layers, also: ['skill', 'import'] },
  { route: { view: 'activity' }, word: 'Activity', icon: Activity, onlyDesktop: true },
  { route: { view: 'problems', filters: NO_FILTERS }, word: 'Problems', icon: TriangleAlert },
  { route: { view: 'connect' }, word: 'Connect', icon: Plug, also: ['api'] },
];

export function TopBar({
  route,
  problems,
  onShortcuts,
}: {
  readonly route: Route;
  /** Causes that agents notice. */
  readonly problems: number;
  readonly onShortcuts: () => void;
}) {
  return (
    <header className={styles.bar}>
      <a className={styles.logo} href="#/" aria-label="Skills Registry, home">
        <Mark name="logo" />
      </a>
      <nav className={styles.nav} aria-label="Views">
        <ul>
          {VIEWS.filter(({ onlyDesktop }) => !onlyDesktop || desktop !== undefined).map((item) => (
            <li key={item.word}>
              <NavLink item={item} current={route.view} problems={problems} />
            </li>
          ))}
        </ul>
      </nav>
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

/** How the service stands, where the window is too low for the status line. */
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

function NavLink({
  item,
  current,
  problems,
}: {
  readonly item: (typeof VIEWS)[number];
  readonly current: View;
  readonly problems: number;
}) {
  const here = item.route.view === current || (item.also?.includes(current) ?? false);
  return (
    <a href={formatRoute(item.route)} {...(here ? { 'aria-current': 'page' as const } : {})}>
      <Icon of={item.icon} />
      <span>{item.word}</span>
      {item.route.view === 'problems' && problems > 0 && (
        <span className={styles.count}>
          {problems > 999 ? '999+' : problems}
          <span className="hidden-text"> {problems === 1 ? 'cause' : 'causes'} that agents notice</span>
        </span>
      )}
    </a>
  );
}
