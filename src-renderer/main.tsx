import './styles/tokens.css';
import './styles/ground.css';

import { QueryClientProvider } from '@tanstack/react-query';
import { render } from 'preact';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './app.module.css';
import { useSettings } from './data/bridge.ts';
import { createCache } from './data/cache.ts';
import { followService } from './data/follow-service.ts';
import { desktop, site } from './data/host.ts';
import { createServiceQueries, createSiteQueries, QueriesProvider } from './data/page-queries.ts';
import { Bar, Notices, useKeptFocus, ViewBoundary } from './layout/frame.tsx';
import { goBackTo, navigate, type Route, titleOf, useRoute, type View } from './router.ts';
import { ToastProvider } from './ui/notice.tsx';
import { Loading } from './ui/query-view.tsx';
import { useKeys } from './ui/shortcuts.tsx';
import { FirstStart, useFirstStart } from './views/first-start/first-start.tsx';
import { SkillsView } from './views/skills/skills-view.tsx';

const LOAD_VIEW = {
  reader: () => import('./views/reader/reader.tsx'),
  project: () => import('./views/project/project-view.tsx'),
  agents: () => import('./views/agents/agents-view.tsx'),
  source: () => import('./views/source/source-view.tsx'),
  settings: () => import('./views/settings/settings-dialog.tsx'),
  find: () => import('./layout/find-bar.tsx'),
};
const ReaderView = lazy(LOAD_VIEW.reader);
const ProjectView = lazy(LOAD_VIEW.project);
const AgentsView = lazy(LOAD_VIEW.agents);
const SourceView = lazy(LOAD_VIEW.source);
const SettingsDialog = lazy(LOAD_VIEW.settings);
const FindBar = lazy(LOAD_VIEW.find);

/** The views of this page. An exported site has skills to read, and nothing else. */
const VIEWS: ReadonlySet<View> = new Set(
  site === undefined ? ['skills', 'skill', 'project', 'agents', 'source', 'settings'] : ['skills', 'skill'],
);
/** Milliseconds until the other views are fetched: the first one comes first. */
const FETCH_AFTER_MS = 1_000;

/** `1` to `4` lead to the views in the order of the bar. */
const KEYS_OF_VIEWS = Object.fromEntries(
  (['skills', 'project', 'agents', 'source'] as const).flatMap((view, at) =>
    VIEWS.has(view) ? [[String(at + 1), () => navigate({ view })] as const] : [],
  ),
);

type Page = Exclude<Route, { readonly view: 'settings' }>;

function App() {
  const { page, isSettingsOpen, closeSettings } = usePage();
  const firstStart = useFirstStart(page.view === 'skills' && page.q === undefined && !isSettingsOpen);
  const main = useRef<HTMLElement>(null);
  useTheme();
  const find = useMenuCommands();
  useOtherViews();
  useViewArrival(page, main);
  useKeptFocus(main, firstStart.is === 'past');
  useKeys({ '/': focusQuestion, 'Mod+k': focusQuestion, ...KEYS_OF_VIEWS });
  useKeys({ Escape: () => goBackOneStep(page) }, { isLast: true });
  if (firstStart.is === 'unknown') return null;
  if (firstStart.is === 'shown') return <FirstStart leave={firstStart.leave} />;
  return (
    <div className={styles.app}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Bar current={page.view} views={VIEWS} />
      <main ref={main} tabIndex={-1} data-view={page.view}>
        <ViewBoundary key={page.view}>
          <Suspense fallback={<Loading />}>{viewOf(page)}</Suspense>
        </ViewBoundary>
      </main>
      <Notices />
      {find.times > 0 && (
        <Suspense>
          <FindBar within={main} times={find.times} onClose={find.close} />
        </Suspense>
      )}
      {isSettingsOpen && (
        <Suspense>
          <SettingsDialog onClose={closeSettings} />
        </Suspense>
      )}
    </div>
  );
}

function viewOf(page: Page): ReactNode {
  switch (page.view) {
    case 'skills':
      return <SkillsView route={page} />;
    case 'skill':
      return <ReaderView key={page.key} route={page} />;
    case 'project':
      return <ProjectView />;
    case 'agents':
      return <AgentsView route={page} />;
    case 'source':
      return <SourceView route={page} />;
  }
}

/** Returns the page to draw. Settings open over the view that was shown before. */
function usePage() {
  const route = useRoute();
  const behind = useRef<Page>({ view: 'skills' });
  const isSettingsOpen = route.view === 'settings' && VIEWS.has('settings');
  if (route.view !== 'settings' && VIEWS.has(route.view)) behind.current = route;
  else if (!isSettingsOpen) behind.current = { view: 'skills', unknown: route.view };
  const page = behind.current;
  return { page, isSettingsOpen, closeSettings: () => navigate(page, { replace: true }) };
}

/** Does what Escape means where no part of the view has taken it: closes an opened row, leaves what is inside of a view. */
function goBackOneStep(page: Page): void {
  const opened = document.activeElement?.closest<HTMLDetailsElement>('details[open]');
  if (opened != null) {
    opened.open = false;
    opened.querySelector('summary')?.focus();
  } else if (page.view === 'source' && page.update !== undefined) goBackTo({ view: 'source' });
  else if (page.view === 'agents' && page.client !== undefined) navigate({ view: 'agents' });
  else if (page.view === 'skills' && (page.q ?? page.unknown) !== undefined) navigate({ view: 'skills' });
}

function focusQuestion(): void {
  if (document.getElementById('question') === null) navigate({ view: 'skills' });
  // The view may have to come first.
  requestAnimationFrame(() => {
    const box = document.getElementById('question');
    if (box instanceof HTMLInputElement) {
      box.focus();
      box.select();
    }
  });
}

function useTheme(): void {
  const { data } = useSettings();
  const theme = data?.settings.theme;
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === undefined || theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
  }, [theme]);
}

/**
 * Does what the app's menus and its tray ask of the window. The mouse's side buttons are Chromium's own: it goes back
 * and forward.
 */
function useMenuCommands(): { readonly times: number; readonly close: () => void } {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (desktop === undefined) return;
    const leaves = [
      desktop.on('navigate', ({ hash }) => navigate(hash)),
      desktop.on('menu', (command) => {
        if (command === 'find') setTimes((before) => before + 1);
        else history[command]();
      }),
    ];
    return () => {
      for (const leave of leaves) leave();
    };
  }, []);
  return { times, close: () => setTimes(0) };
}

function useOtherViews(): void {
  useEffect(() => {
    const wanted = site === undefined ? Object.values(LOAD_VIEW) : [LOAD_VIEW.reader];
    const timer = setTimeout(() => {
      // What fails is tried again when the view is opened.
      for (const load of wanted) void load().catch(() => {});
    }, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** A new view has its title, begins at its top, and has the focus unless something else has it. */
function useViewArrival(page: Page, main: React.RefObject<HTMLElement | null>): void {
  const title = titleOf(page);
  const place = page.view === 'skill' ? page.key : page.view;
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = title;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place counts, not where in it one is
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    main.current?.scrollTo(0, 0);
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [place]);
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const ask: typeof fetch = (...args) => fetch(...args);
const queries = site === undefined ? createServiceQueries(ask) : createSiteQueries(ask, site.address);
const cache = createCache();
followService(cache);
render(
  <QueryClientProvider client={cache}>
    <QueriesProvider value={queries}>
      <ToastProvider>
        <App />
      </ToastProvider>
    </QueriesProvider>
  </QueryClientProvider>,
  root,
);
