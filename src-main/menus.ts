/**
 * The application menu, in the menu bar of macOS and hidden until Alt elsewhere, and the menu of the right mouse
 * button.
 */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './contract/app-states.ts';
import { externalUrl } from './window/openable.ts';

export function applicationMenu(
  platform: NodeJS.Platform,
  onSettings: () => void,
  tellPage: (command: MenuCommand) => void,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: onSettings,
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const file: MenuItemConstructorOptions = {
    label: 'File',
    submenu: isMac ? [{ role: 'close' }] : [settings, separator, { role: 'quit' }],
  };
  // These are the items of the role, and `settings`: a submenu replaces the role's own (lib/browser/api/menu-item.ts of Electron).
  const own: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      separator,
      settings,
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { role: 'quit' },
    ],
  };
  const view: MenuItemConstructorOptions = {
    label: 'View',
    submenu: [
      { label: 'Find in Text…', accelerator: 'CmdOrCtrl+F', click: () => tellPage('find') },
      separator,
      { role: 'reload' },
      separator,
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      separator,
      { role: 'togglefullscreen' },
    ],
  };
  const go: MenuItemConstructorOptions = {
    label: 'Go',
    submenu: [
      { label: 'Back', accelerator: isMac ? 'Cmd+[' : 'Alt+Left', click: () => tellPage('back') },
      { label: 'Forward', accelerator: isMac ? 'Cmd+]' : 'Alt+Right', click: () => tellPage('forward') },
    ],
  };
  return [...(isMac ? [own] : []), file, { role: 'editMenu' }, view, go, { role: 'windowMenu' }];
}

type Place = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'linkURL'>;

/** Returns the items for a place in the page; none where nothing can be done. */
export function contextMenu(
  { isEditable, selectionText, linkURL }: Place,
  openExternal: (url: string) => void,
): MenuItemConstructorOptions[] {
  const link = externalUrl(linkURL);
  const isSelected = selectionText.trim() !== '';
  return [
    ...(link === undefined ? [] : [{ label: 'Open link in the browser', click: () => openExternal(link) }]),
    ...(isEditable ? [{ role: 'undo' as const }, { role: 'cut' as const, enabled: isSelected }] : []),
    ...(isEditable || isSelected ? [{ role: 'copy' as const, enabled: isSelected }] : []),
    ...(isEditable ? [{ role: 'paste' as const }] : []),
    ...(isEditable || isSelected ? [{ role: 'selectAll' as const }] : []),
  ];
}
