/** The menu of the window: on macOS the bar at the top, elsewhere hidden until Alt; it carries the usual keys. */
import type { MenuItemConstructorOptions } from 'electron';

export function applicationMenu(platform: NodeJS.Platform): MenuItemConstructorOptions[] {
  const zoom: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  const first: MenuItemConstructorOptions =
    platform === 'darwin' ? { role: 'appMenu' } : { label: 'File', submenu: [{ role: 'quit' }] };
  return [first, { role: 'editMenu' }, zoom, { role: 'windowMenu' }];
}
