/** What the desktop app around the page decides: its theme, and the views that its tray menu opens. */
import { useEffect } from 'react';
import type { Settings } from '../../src-main/ipc/contract.ts';
import { desktop } from '../desktop.ts';
import { parseRoute } from '../route/route.ts';
import { navigate } from '../route/use-route.ts';

/** In a browser the system decides alone. */
export function useTheme(): void {
  useEffect(() => {
    if (desktop === undefined) return;
    const apply = (theme: Settings['theme']) => {
      if (theme === 'system') delete document.documentElement.dataset['theme'];
      else document.documentElement.dataset['theme'] = theme;
    };
    void desktop.getSettings().then(
      ({ settings }) => apply(settings.theme),
      () => {},
    );
    return desktop.on('settings', ({ settings }) => apply(settings.theme));
  }, []);
}

export function useDesktopNavigation(): void {
  useEffect(() => desktop?.on('navigate', ({ hash }) => navigate(parseRoute(hash))), []);
}
