/**
 * The frame around the views: the bar, the notices, what stands for a view that fails, and where the focus is kept.
 */
import { Settings, X } from 'lucide-react';
import {
  Component,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { serviceWords } from '../../src-main/contract/service-state.ts';
import { useCommand, useNotices } from '../data/bridge.ts';
import { desktop } from '../data/host.ts';
import { useService } from '../data/registry.ts';
import { href, type View } from '../router.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon, Mark, STATE_OF_TONE, StateDot } from '../ui/marks.tsx';
import { Revealed } from '../ui/revealed.tsx';
import { Shortcuts } from '../ui/shortcuts.tsx';
import { TextLink } from '../ui/text-link.tsx';
import styles from './frame.module.css';
import { Page } from './layout.tsx';

// Loaded with the first read, not with the page.
const LiveChip = lazy(() => import('./live.tsx'));

const VIEW_WORDS: ReadonlyArray<readonly [view: 'skills' | 'project' | 'agents' | 'source', word: string]> = [
  ['skills', 'Skills'],
  ['project', 'Project'],
  ['agents', 'Agents'],
  ['source', 'Source'],
];

/** The bar at the top: the name, the views, and what is served. A question that is typed doesn't draw it again. */
export const Bar = memo(function Bar({
  current,
  views,
}: {
  readonly current: View;
  readonly views: ReadonlySet<View>;
}) {
  const { state } = useService();
  const { tone, line: words } = serviceWords(state, new Date());
  return (
    <header className={styles.bar}>
      <a className={styles.brand} href="#/" aria-label="Skills Registry">
        <Mark name="logo" />
        <span>Skills Registry</span>
      </a>
      <nav className={styles.nav} aria-label="Views">
        {VIEW_WORDS.filter(([view]) => views.has(view)).map(([view, word]) => (
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
        {current !== 'agents' && (state.status?.activity ?? 0) > 0 && (
          <Suspense>
            <LiveChip />
          </Suspense>
        )}
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
});

/** The notices of the app, each shown once below the view; none hides another. */
export const Notices = memo(function Notices() {
  const { data = [] } = useNotices();
  const dismiss = useCommand('dismissNotice');
  const box = useRef<HTMLElement>(null);
  useHeightAs('--notices', box);
  return (
    <aside ref={box} className={styles.notices} aria-live="polite" aria-label="Notices">
      {data.map((notice) => (
        <div key={notice.id} className={styles.one}>
          <Mark name="info" tone="still" />
          <p>
            <b>
              <Revealed text={notice.title} />
            </b>{' '}
            <Revealed text={notice.text} />{' '}
            {notice.link !== undefined && <TextLink to={notice.link.url}>{notice.link.label}</TextLink>}
          </p>
          <IconButton name="Close the notice" icon={X} onClick={() => dismiss.mutate({ id: notice.id })} />
        </div>
      ))}
    </aside>
  );
});

/** Tells the styles the height of a box: passing messages stand above the notices, however many these are. */
function useHeightAs(property: string, box: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty(property, `${Math.ceil(entry?.contentRect.height ?? 0)}px`),
    );
    if (box.current !== null) observer.observe(box.current);
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [property, box]);
}

/** What Chromium, Firefox, Safari and Vite say of a script or a stylesheet that did not arrive. */
const MISSING_PART = /dynamically imported module|Importing a module script failed|Unable to preload/;

interface State {
  readonly message?: string;
}

/** Draws a view that fails as a sentence, and leaves the others as they are. */
export class ViewBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    const { message } = this.state;
    if (message === undefined) return this.props.children;
    const isMissing = MISSING_PART.test(message);
    return (
      <Page
        title={isMissing ? 'A part of this page did not arrive.' : 'This view could not be shown.'}
        sub={
          <span role="alert">
            {isMissing
              ? 'The service has ended, or the files have changed since you opened the page. Once it answers again, load the page. '
              : 'The service itself is not affected. '}
            What went wrong: <code>{message}</code>
          </span>
        }
        actions={
          <Button kind="primary" onClick={() => location.reload()}>
            Load the page again
          </Button>
        }
      />
    );
  }
}

const FOCUSABLE = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

/**
 * Keeps the focus. Where what has it goes away, such as a row of a skill that was removed or a button that was
 * replaced by what it opened, the focus goes to what stands in its place, instead of to the page: keys go on from
 * there. A new view chooses its own focus.
 */
export function useKeptFocus(within: RefObject<HTMLElement | null>, isDrawn: boolean): void {
  useEffect(() => {
    const root = within.current;
    if (root === null || !isDrawn) return;
    let last: Place | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof HTMLElement && target !== root ? placeOf(target, root) : undefined;
    };
    const observer = new MutationObserver(() => {
      if (last === undefined || last[0]?.element.isConnected) return;
      if (document.activeElement === document.body) standIn(last, root)?.focus({ preventScroll: true });
      last = undefined;
    });
    root.addEventListener('focusin', onFocus);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [within, isDrawn]);
}

/** An element and what it stands in, each with its number among its siblings, up to the root and without it. */
type Place = readonly { readonly element: HTMLElement; readonly index: number }[];

function placeOf(focused: HTMLElement, root: HTMLElement): Place {
  const place: { element: HTMLElement; index: number }[] = [];
  for (
    let element: HTMLElement | null = focused;
    element && element !== root;
    element = element.parentElement
  )
    place.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) });
  return place;
}

/** Returns what can have the focus in what is left of the place; undefined if all of the view is another. */
function standIn(place: Place, root: HTMLElement): HTMLElement | undefined {
  const left = place.findIndex(({ element }) => element.isConnected);
  if (left === -1) return undefined;
  const { children } = place[left]?.element ?? root;
  const at = Math.min(place[left - 1]?.index ?? 0, children.length - 1);
  const next = [...children].slice(at).concat([...children].slice(0, Math.max(at, 0)).reverse());
  const found = next.flatMap((child) => firstIn(child) ?? [])[0] ?? root;
  // A touch screen would cover the page with its keys.
  const opensKeys = found instanceof HTMLInputElement && matchMedia('(pointer: coarse)').matches;
  return opensKeys ? root : found;
}

function firstIn(element: Element): HTMLElement | undefined {
  if (element.matches(FOCUSABLE)) return element as HTMLElement;
  return element.querySelector<HTMLElement>(FOCUSABLE) ?? undefined;
}
