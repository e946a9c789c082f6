/** macOS: in the menu bar. Elsewhere hidden until Alt. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './contract/desktop-bridge.ts';

export function applicationMenu(
  platform: NodeJS.Platform,
  onSettings: () => void,
  tellPage: (command: MenuCommand) => void,
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
      { label: 'Find in Text…', accelerator: 'CmdOrCtrl+F', click: () => tellPage('find') },
      { type: 'separator' },
      { role: 'reload' },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
    ],
  };
  const isMac = platform === 'darwin';
  const go: MenuItemConstructorOptions = {
    label: 'Go',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => tellPage('back') },
      { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => tellPage('forward') },
    ],
  };
  const own: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  return [...own, file, { role: 'editMenu' }, view, go, { role: 'windowMenu' }];
}
