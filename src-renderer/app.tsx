import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import styles from './app.module.css';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ShortcutsDialog, useKeys } from './components/shortcuts.tsx';
import { SkeletonRows } from './components/states.tsx';
import { desktop } from './desktop.ts';
import { StatusLine } from './frame/status-line.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { useDesktopNavigation, useTheme } from './frame/use-desktop.ts';
import { parseRoute, type Route } from './route/route.ts';
import { navigate, useRoute } from './route/use-route.ts';
import { useService } from './service/service-context.tsx';
import { lastStatus } from './service/service-state.ts';
import { HomeView } from './views/home/home-view.tsx';
import { SkillDrop } from './views/import/skill-drop.tsx';

const BrowseView = lazy(() => import('./views/browse/browse-view.tsx'));
const SearchView = lazy(() => import('./views/search/search-view.tsx'));
const SkillView = lazy(() => import('./views/skill/skill-view.tsx'));
const ProblemsView = lazy(() => import('./views/problems/problems-view.tsx'));
const ConnectView = lazy(() => import('./views/connect/connect-view.tsx'));
const ApiView = lazy(() => import('./views/api/api-view.tsx'));
const ActivityView = lazy(() => import('./views/activity/activity-view.tsx'));
const ImportView = lazy(() => import('./views/import/import-view.tsx'));
const SettingsView = lazy(() => import('./views/settings/settings-view.tsx'));
const RegistryPicker = lazy(() => import('./views/registry-picker/registry-picker.tsx'));

export function App() {
  const route = useRoute();
  const [shortcuts, setShortcuts] = useState(false);
  const { state } = useService();
  const main = useRef<HTMLElement>(null);
  const diagnostics = lastStatus(state)?.diagnostics;
  useTheme();
  useDesktopNavigation();
  useGoTo();
  useKeys({ '?': () => setShortcuts(true) });
  usePlace(route, main);
  return (
    <div className={styles.app}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <TopBar
        route={route}
        problems={(diagnostics?.error ?? 0) + (diagnostics?.warning ?? 0)}
        onShortcuts={() => setShortcuts(true)}
      />
      <main ref={main} tabIndex={-1}>
        <ErrorBoundary key={route.view}>
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <CurrentView route={route} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <StatusLine />
      <SkillDrop enabled={desktop === undefined || route.view !== 'registry'} />
      {shortcuts && <ShortcutsDialog onClose={() => setShortcuts(false)} />}
    </div>
  );
}

function CurrentView({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return <HomeView />;
    case 'registry':
      return <RegistryPicker />;
    case 'browse':
      return <BrowseView filters={route.filters} />;
    case 'search':
      return <SearchView mode={route.mode} query={route.query} />;
    case 'skill':
      return <SkillView key={route.key} route={route} />;
    case 'problems':
      return <ProblemsView filters={route.filters} />;
    case 'connect':
      return <ConnectView />;
    case 'api':
      return <ApiView />;
    case 'import':
      return <ImportView />;
    case 'activity':
      return desktop === undefined ? <HomeView /> : <ActivityView bridge={desktop} />;
    case 'settings':
      return desktop === undefined ? <HomeView /> : <SettingsView bridge={desktop} />;
  }
}

const TITLES: Readonly<Record<Route['view'], string>> = {
  home: 'Home',
  registry: 'Choose a registry',
  browse: 'Browse',
  search: 'Search',
  skill: 'Skill',
  activity: 'Activity',
  problems: 'Problems',
  connect: 'Connect',
  api: 'HTTP interface',
  import: 'Import a skill',
  settings: 'Settings',
};

/** The title names the place, and the keyboard goes along to it, unless one is typing or using the bar. */
function usePlace(route: Route, main: React.RefObject<HTMLElement | null>): void {
  const place = route.view === 'skill' ? route.key : route.view;
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the place counts, not where in it one is
  useEffect(() => {
    const name = route.view === 'skill' ? route.key.split('/').at(-1) : TITLES[route.view];
    document.title = `${name} · Skills Registry`;
    if (first.current) {
      first.current = false;
      return;
    }
    main.current?.scrollTo(0, 0);
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [place]);
}

/** G, then the first letter of a view. */
function useGoTo(): void {
  const pressed = useRef(0);
  const goTo = (hash: string) => () => {
    if (Date.now() - pressed.current > 1200) return false;
    return navigate(parseRoute(hash));
  };
  useKeys({
    g: () => {
      pressed.current = Date.now();
    },
    h: goTo('#/'),
    b: goTo('#/browse'),
    p: goTo('#/problems'),
  });
}
