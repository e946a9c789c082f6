import { useEffect } from 'react';
import { desktop } from '../desktop.ts';
import { parseRoute } from '../route/route.ts';
import { navigate } from '../route/use-route.ts';
import { browserClock } from '../stores/surroundings.ts';
import { useSettings } from '../stores/use-stores.tsx';

/** Browsers follow the system. */
export function useTheme(): void {
  const theme = useSettings().value?.settings.theme;
  useEffect(() => {
    if (theme === undefined || theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** Milliseconds before the first render. A later response still navigates. */
const FIRST_WAIT_MS = 1_000;

/** At the first start. Await before the first render. */
export async function goToFirstQuestion(): Promise<void> {
  if (desktop === undefined) return;
  const asked = Promise.all([desktop.getAppInfo(), desktop.getSettings()]).then(
    ([{ firstStart }, { settings }]) => {
      const isHome = parseRoute(location.hash).view === 'home';
      if (isHome && firstStart && settings.registry === null)
        navigate({ view: 'registry', first: true }, 'replace');
    },
    // Home shows the failure of the app.
    () => {},
  );
  await Promise.race([asked, new Promise<void>((resolve) => browserClock.after(FIRST_WAIT_MS, resolve))]);
}

export function useDesktopNavigation(): void {
  useEffect(() => desktop?.on('navigate', ({ hash }) => navigate(parseRoute(hash))), []);
  useEffect(
    () =>
      desktop?.on('menu', (command) => {
        if (command === 'back') history.back();
        if (command === 'forward') history.forward();
      }),
    [],
  );
  useMouseNavigation();
}

/** Electron leaves the mouse's side buttons to the page. */
function useMouseNavigation(): void {
  useEffect(() => {
    if (desktop === undefined) return;
    const onMouseUp = ({ button }: MouseEvent) => {
      if (button === MOUSE_BACK) history.back();
      if (button === MOUSE_FORWARD) history.forward();
    };
    addEventListener('mouseup', onMouseUp);
    return () => removeEventListener('mouseup', onMouseUp);
  }, []);
}

const MOUSE_BACK = 3;
const MOUSE_FORWARD = 4;
