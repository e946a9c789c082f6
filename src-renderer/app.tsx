import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './app.module.css';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { ShortcutsDialog, useKeys } from './components/shortcuts.tsx';
import { SkeletonRows } from './components/states.tsx';
import { useMedia } from './components/use-media.ts';
import { NARROW } from './components/widths.ts';
import { desktop } from './desktop.ts';
import { FolderDrop } from './folders/folder-drop.tsx';
import { FindBar } from './frame/find-bar.tsx';
import { StatusLine } from './frame/status-line.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { useDesktopNavigation, useTheme } from './frame/use-desktop.ts';
import { ViewLinks } from './frame/view-links.tsx';
import { hasService, offersView } from './host.ts';
import { formatRoute, parseRoute, type Route } from './route/route.ts';
import { titleOf } from './route/title-of.ts';
import { navigate, useRoute } from './route/use-route.ts';
import { site } from './site/site.ts';
import { useProblemFacts } from './skill/use-problem-facts.ts';
import { HomeView } from './views/home/home-view.tsx';
import { NowhereView } from './views/nowhere/nowhere-view.tsx';

const LATER = {
  projects: () => import('./views/projects/projects-view.tsx'),
  browse: () => import('./views/browse/browse-view.tsx'),
  search: () => import('./views/search/search-view.tsx'),
  skill: () => import('./views/skill/skill-view.tsx'),
  problems: () => import('./views/problems/problems-view.tsx'),
  connect: () => import('./views/connect/connect-view.tsx'),
  activity: () => import('./views/activity/activity-view.tsx'),
  settings: () => import('./views/settings/settings-view.tsx'),
  registry: () => import('./registry-picker/registry-picker.tsx'),
  registries: () => import('./views/registries/registries-view.tsx'),
  first: () => import('./views/first-start/first-start.tsx'),
} as const;

const SiteHome = lazy(() => import('./views/home/site-home.tsx'));
const ProjectsView = lazy(LATER.projects);
const BrowseView = lazy(LATER.browse);
const SearchView = lazy(LATER.search);
const SkillView = lazy(LATER.skill);
const ProblemsView = lazy(LATER.problems);
const ConnectView = lazy(LATER.connect);
const ActivityView = lazy(LATER.activity);
const SettingsView = lazy(LATER.settings);
const RegistryPicker = lazy(LATER.registry);
const RegistriesView = lazy(LATER.registries);
const FirstStart = lazy(LATER.first);

/** All of the app and the service; a site's readers come for a skill. */
const PREFETCHED = hasService ? Object.values(LATER) : [LATER.browse, LATER.search, LATER.skill];
/** Milliseconds; prefetching waits for the first view. */
const FETCH_AFTER_MS = 1_000;

function useAllViews(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failed import is retried when the view is opened.
      for (const load of PREFETCHED) void load().catch(() => {});
    }, FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

export function App() {
  const route = availableRoute(useRoute());
  const main = useRef<HTMLElement>(null);
  const problems = useProblemFacts();
  useTheme();
  useDesktopNavigation();
  useAllViews();
  const shortcuts = useShortcuts();
  usePlace(route, main);
  // In a narrow window tabs stand at the bottom, so they come last in the tab order.
  const hasTabs = useMedia(NARROW);
  // While the first registry is chosen, there is nothing to navigate to.
  const isAlone = desktop !== undefined && route.view === 'registry' && route.first === true;
  useGoTo(!isAlone);
  const links = <ViewLinks current={route.view} problems={problems} />;
  return (
    <div className={styles.app} data-alone={isAlone || undefined}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {!isAlone && (
        <TopBar route={route} onShortcuts={shortcuts.show}>
          {!hasTabs && links}
        </TopBar>
      )}
      <main ref={main} tabIndex={-1}>
        <ErrorBoundary place={formatRoute(route)}>
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <CurrentView route={route} />
            <Arrival at={route.view} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {!isAlone && <StatusLine />}
      {!isAlone && hasTabs && links}
      <FindBar within={main} place={placeOf(route)} />
      <FolderDrop enabled={hasService && (desktop === undefined || route.view !== 'registry')} />
      {shortcuts.dialog}
    </div>
  );
}

function useShortcuts(): { readonly show: () => void; readonly dialog: ReactNode } {
  // Counter used as React key, 0 if closed. A late `close` event of dialog N must not close dialog N+1.
  const [shown, setShown] = useState(0);
  const show = () => setShown((time) => time + 1);
  useKeys({ '?': show });
  const close = () => setShown((time) => (time === shown ? 0 : time));
  return { show, dialog: shown > 0 && <ShortcutsDialog key={shown} onClose={close} /> };
}

/** Sets `data-view` while a loaded view listens for keys. */
function Arrival({ at }: { readonly at: string }) {
  // Runs after the view's layout effects, because the view precedes this component.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['view'] = at;
    return () => void delete dataset['view'];
  }, [at]);
  return null;
}

function CurrentView({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'home':
      return site === undefined ? <HomeView /> : <SiteHome site={site} />;
    case 'registry':
      return route.first === true && desktop !== undefined ? (
        <FirstStart bridge={desktop} />
      ) : (
        <RegistryPicker />
      );
    case 'registries':
      return <RegistriesView name={route.name} />;
    case 'projects':
      return <ProjectsView />;
    case 'browse':
      return <BrowseView filters={route.filters} />;
    case 'search':
      return <SearchView query={route.query} />;
    case 'skill':
      return <SkillView key={route.key} route={route} />;
    case 'problems':
      return <ProblemsView filters={route.filters} />;
    case 'connect':
      return <ConnectView client={route.client} />;
    case 'activity':
      return desktop === undefined ? null : <ActivityView bridge={desktop} />;
    case 'settings':
      return desktop === undefined ? null : <SettingsView bridge={desktop} />;
    case 'nowhere':
      return <NowhereView address={route.address} />;
  }
}

/** Replaces views of another host by `nowhere`, which says why. */
function availableRoute(route: Route): Route {
  return offersView(route.view) ? route : { view: 'nowhere', address: route.view };
}

/** Skill or view, without filters and sections. */
function placeOf(route: Route): string {
  if (route.view === 'skill') return route.key;
  if (route.view === 'registries') return formatRoute(route);
  return route.view === 'nowhere' ? route.address : route.view;
}

/** Updates the title. New views scroll up and focus the content, unless an element has focus. */
function usePlace(route: Route, main: React.RefObject<HTMLElement | null>): void {
  const place = placeOf(route);
  const first = useRef(true);
  const title = titleOf(route);
  useEffect(() => {
    document.title = title;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the place counts, not where in it one is
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    main.current?.scrollTo(0, 0);
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [place]);
}

const CHORD_MS = 1_500;

/** G and a letter. Compares event times: a busy page handles keys late. */
function useGoTo(enabled: boolean): void {
  const pressed = useRef(Number.NEGATIVE_INFINITY);
  const goTo = (hash: string) => (event: KeyboardEvent) => {
    if (event.timeStamp - pressed.current > CHORD_MS) return false;
    pressed.current = Number.NEGATIVE_INFINITY;
    return navigate(parseRoute(hash));
  };
  // Precedes the views' handlers: P after G is Problems, P alone pauses Activity.
  const keys = {
    g: (event: KeyboardEvent) => {
      pressed.current = event.timeStamp;
    },
    h: goTo('#/'),
    j: goTo('#/projects'),
    b: goTo('#/browse'),
    a: goTo('#/activity'),
    p: goTo('#/problems'),
    c: goTo('#/connect'),
  };
  useKeys(enabled ? keys : {}, true);
}
