/** What the desktop app around the page decides: its theme, the first view, and those that its tray menu opens. */
import { useEffect } from 'react';
import { desktop } from '../desktop.ts';
import { parseRoute } from '../route/route.ts';
import { navigate } from '../route/use-route.ts';
import { useSettings } from '../world/use-world.tsx';

/** In a browser the system decides alone. */
export function useTheme(): void {
  const theme = useSettings().value?.settings.theme;
  useEffect(() => {
    if (theme === undefined || theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** The very first window asks which folder to serve, and nothing else; until then the sample is there. */
export function useFirstRun(): void {
  useEffect(() => {
    if (desktop === undefined) return;
    void Promise.all([desktop.getAppInfo(), desktop.getSettings()]).then(
      ([{ firstStart }, { settings }]) => {
        const isHome = parseRoute(location.hash).view === 'home';
        if (isHome && firstStart && settings.registry === null)
          navigate({ view: 'registry', first: true }, 'replace');
      },
      () => {},
    );
  }, []);
}

export function useDesktopNavigation(): void {
  useEffect(() => desktop?.on('navigate', ({ hash }) => navigate(parseRoute(hash))), []);
}
