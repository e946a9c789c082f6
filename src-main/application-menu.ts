/** The menu of the window: on macOS the bar at the top, elsewhere hidden until Alt; it carries the usual keys. */
import type { MenuItemConstructorOptions } from 'electron';

/** The items of that menu. Pure. */
export function applicationMenu(
  platform: NodeJS.Platform,
  onSettings: () => void,
): MenuItemConstructorOptions[] {
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: [
      { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: onSettings },
      { type: 'separator' },
      { role: platform === 'darwin' ? 'close' : 'quit' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { role: 'reload' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  const own: MenuItemConstructorOptions[] = platform === 'darwin' ? [{ role: 'appMenu' }] : [];
  return [...own, file, { role: 'editMenu' }, view, { role: 'windowMenu' }];
}
