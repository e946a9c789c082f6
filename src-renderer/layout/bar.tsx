import { Settings } from 'lucide-react';
import { useService } from '../data/use-service.ts';
import { desktop } from '../desktop.ts';
import { describeState } from '../domain/service-words.ts';
import { href, type View } from '../router/route.ts';
import { Shortcuts } from '../ui/over/shortcuts.tsx';
import { Icon, Mark, StateDot } from '../ui/show/marks.tsx';
import styles from './bar.module.css';

const WORDS: ReadonlyArray<readonly [view: 'skills' | 'project' | 'agents' | 'source', word: string]> = [
  ['skills', 'Skills'],
  ['project', 'Project'],
  ['agents', 'Agents'],
  ['source', 'Source'],
];

/** The name, the views, and what is served. */
export function Bar({ current, views }: { readonly current: View; readonly views: ReadonlySet<View> }) {
  const { state } = useService();
  const { dot, words } = describeState(state);
  return (
    <header className={styles.bar}>
      <a className={styles.brand} href="#/" aria-label="Skills Registry">
        <Mark name="logo" />
        <span>Skills Registry</span>
      </a>
      <nav className={styles.nav} aria-label="Views">
        {WORDS.filter(([view]) => views.has(view)).map(([view, word]) => (
          <a
            key={view}
            href={href({ view })}
            aria-current={current === view || (view === 'skills' && current === 'skill') ? 'page' : undefined}
          >
            {word}
          </a>
        ))}
      </nav>
      <div className={styles.end}>
        <a className={styles.served} href="#/source" title={words}>
          <StateDot state={dot} />
          <span className="clip">{words}</span>
        </a>
        <Shortcuts />
        {desktop !== undefined && (
          <a className={styles.gear} href="#/settings" aria-label="Settings" title="Settings">
            <Icon of={Settings} />
          </a>
        )}
      </div>
    </header>
  );
}
