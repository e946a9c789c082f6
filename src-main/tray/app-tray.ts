/** The tray icon: made once, redrawn from the pure view after every change. */
import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron';
import { trayIconFile } from './tray-icon.ts';
import type { TrayAction, TrayItem, TrayView } from './tray-menu.ts';

/** The icon in the tray, and its menu. */
export interface AppTray {
  /** Soon, and once for all that changed in one turn: each new menu closes the one that is open. */
  redraw(): void;
  close(): void;
}

export interface AppTrayOptions {
  readonly iconFolder: string;
  readonly platform: NodeJS.Platform;
  /** What is so now. */
  readonly view: () => TrayView;
  /** Does what was chosen; never rejects. */
  readonly perform: (action: TrayAction) => Promise<void>;
}

/** Shows the icon at once. */
export function createAppTray({ iconFolder, platform, view: viewNow, perform }: AppTrayOptions): AppTray {
  let view = viewNow();
  let isDue = false;
  let isClosed = false;
  let shown: { icon: string; content: string } | undefined;
  const icon = () => trayIconFile(iconFolder, view.glyph, platform, isPanelDark(platform));
  const tray = new Tray(nativeImage.createFromPath(icon()));
  tray.on('click', () => {
    // On macOS a click opens the menu; elsewhere that is the other button's, and this one opens the window.
    if (platform !== 'darwin') choose({ kind: 'open-window' });
  });

  /** The system has flipped a check mark already, whether or not the deed succeeds: the next drawing is a whole one. */
  function choose(action: TrayAction): void {
    shown = undefined;
    void perform(action).finally(redraw);
  }

  function draw(): void {
    const content = JSON.stringify(view);
    if (shown?.icon !== icon()) tray.setImage(nativeImage.createFromPath(icon()));
    // Linux only shows a changed menu when it is set anew; an unchanged one stays, so that it doesn't close.
    if (shown?.content !== content) {
      tray.setToolTip(view.toolTip);
      tray.setContextMenu(Menu.buildFromTemplate(view.items.map((item) => toTemplate(item, choose))));
    }
    shown = { icon: icon(), content };
  }

  function redraw(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      // What was due when the tray went has nothing left to be drawn on.
      if (isClosed) return;
      view = viewNow();
      draw();
    });
  }

  nativeTheme.on('updated', draw);
  draw();
  return {
    redraw,
    close() {
      isClosed = true;
      nativeTheme.removeListener('updated', draw);
      tray.destroy();
    },
  };
}

/** GNOME's, Unity's and Cinnamon's panels are dark whatever the theme; others follow it. */
function isPanelDark(platform: NodeJS.Platform): boolean {
  if (platform === 'linux' && /gnome|unity|cinnamon/i.test(process.env['XDG_CURRENT_DESKTOP'] ?? ''))
    return true;
  return platform === 'linux'
    ? nativeTheme.shouldUseDarkColors
    : nativeTheme.shouldUseDarkColorsForSystemIntegratedUI;
}

function toTemplate(item: TrayItem, onAction: (action: TrayAction) => void): MenuItemConstructorOptions {
  if (item.type === 'separator') return { type: 'separator' };
  // An ampersand marks an access key on Windows and Linux; two are one that is shown.
  const label = item.label.replaceAll('&', '&&');
  if (item.type === 'submenu')
    return { label, submenu: item.items.map((inner) => toTemplate(inner, onAction)) };
  const { action } = item;
  return {
    label,
    type: item.type,
    enabled: action !== undefined,
    ...(item.checked !== undefined && { checked: item.checked }),
    ...(action !== undefined && { click: () => onAction(action) }),
  };
}
