/** What the desktop app around the page decides: its theme, the first view, and those that its tray menu opens. */
import { useEffect } from 'react';
import { desktop } from '../desktop.ts';
import { parseRoute } from '../route/route.ts';
import { navigate } from '../route/use-route.ts';
import { browserClock } from '../world/surroundings.ts';
import { useSettings } from '../world/use-world.tsx';

/** In a browser the system decides alone. */
export function useTheme(): void {
  const theme = useSettings().value?.settings.theme;
  useEffect(() => {
    if (theme === undefined || theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** Milliseconds that the first drawing waits for the app; one that is later still leads to its question. */
const FIRST_WAIT_MS = 1_000;

/**
 * The very first window asks which folder to serve, and nothing else; until that is chosen the sample is served. To be
 * awaited before anything is drawn: whoever is asked saw no other view.
 */
export async function goToFirstQuestion(): Promise<void> {
  if (desktop === undefined) return;
  const asked = Promise.all([desktop.getAppInfo(), desktop.getSettings()]).then(
    ([{ firstStart }, { settings }]) => {
      const isHome = parseRoute(location.hash).view === 'home';
      if (isHome && firstStart && settings.registry === null)
        navigate({ view: 'registry', first: true }, 'replace');
    },
    // Home says what the app doesn't.
    () => {},
  );
  await Promise.race([asked, new Promise<void>((resolve) => browserClock.after(FIRST_WAIT_MS, resolve))]);
}

/** Goes where the tray or the menu of the app leads. */
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

/** Side buttons of a mouse, which Electron leaves to the page; browsers go back and forward by themselves. */
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
