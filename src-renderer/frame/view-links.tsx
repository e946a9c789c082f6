import { Activity, Folder, House, Layers, type LucideIcon, Plug, TriangleAlert } from 'lucide-react';
import { Icon } from '../components/icon.tsx';
import { offersView } from '../host.ts';
import { formatRoute, type Route, type View } from '../route/route.ts';
import { countedWords, type ProblemFacts } from '../skill/problem-words.ts';
import styles from './view-links.module.css';

const NO_FILTERS = new URLSearchParams();

const VIEWS: ReadonlyArray<{
  readonly route: Route;
  readonly word: string;
  readonly icon: LucideIcon;
  /** Further views of the link. */
  readonly also?: readonly View[];
  /** Home links there if only five tabs fit. */
  readonly onlyWide?: boolean;
}> = [
  { route: { view: 'home' }, word: 'Home', icon: House, also: ['registry'] },
  { route: { view: 'projects' }, word: 'Projects', icon: Folder },
  {
    route: { view: 'browse', filters: NO_FILTERS },
    word: 'Browse',
    icon: Layers,
    also: ['skill', 'registries'],
  },
  { route: { view: 'activity' }, word: 'Activity', icon: Activity, onlyWide: true },
  { route: { view: 'problems', filters: NO_FILTERS }, word: 'Problems', icon: TriangleAlert },
  { route: { view: 'connect' }, word: 'Connect', icon: Plug },
];

/** In narrow windows bottom tabs, last in tab order. */
export function ViewLinks({
  current,
  problems,
}: {
  readonly current: View;
  readonly problems: ProblemFacts;
}) {
  return (
    <nav className={styles.nav} aria-label="Views">
      <ul>
        {VIEWS.filter(({ route }) => offersView(route.view)).map((item) => (
          <li key={item.word} data-only-wide={item.onlyWide}>
            <NavLink item={item} current={current} problems={problems} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NavLink({
  item,
  current,
  problems,
}: {
  readonly item: (typeof VIEWS)[number];
  readonly current: View;
  readonly problems: ProblemFacts;
}) {
  const here = item.route.view === current || (item.also?.includes(current) ?? false);
  return (
    <a
      href={formatRoute(item.route)}
      title={item.word}
      {...(here ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon of={item.icon} />
      <span className={styles.word}>{item.word}</span>
      {item.route.view === 'problems' && problems.noticed > 0 && (
        <span className={styles.count} data-worst={problems.worst} title={countedWords(problems)}>
          <span aria-hidden="true">
            {problems.noticed > 999 ? '999+' : problems.noticed}
            {problems.checking !== undefined && '…'}
          </span>
          <span className="hidden-text">{countedWords(problems)}</span>
        </span>
      )}
    </a>
  );
}
