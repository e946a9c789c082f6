import { Settings } from 'lucide-react';
import { serviceWords } from '../../src-main/contract/service-words.ts';
import { useService } from '../data/use-service.ts';
import { desktop } from '../desktop.ts';
import { href, type View } from '../router/route.ts';
import { Shortcuts } from '../ui/over/shortcuts.tsx';
import { Icon, Mark, STATE_OF_TONE, StateDot } from '../ui/show/marks.tsx';
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
  const { tone, line: words } = serviceWords(state, new Date());
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
          <StateDot state={STATE_OF_TONE[tone]} />
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
