/** What the desktop app around the page decides: its theme, and the views that its tray menu opens. */
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

export function useDesktopNavigation(): void {
  useEffect(() => desktop?.on('navigate', ({ hash }) => navigate(parseRoute(hash))), []);
}
