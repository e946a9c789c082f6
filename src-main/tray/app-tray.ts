import { Menu, type MenuItemConstructorOptions, nativeImage, nativeTheme, Tray } from 'electron';
import { type TrayItem, type TrayView, trayIconFile } from './tray-menu.ts';

export interface AppTray {
  /** Draws the tray again, once per turn of the event loop: a new menu closes the one that is open. */
  redraw(): void;
  close(): void;
}

export interface AppTrayOptions {
  readonly iconFolder: string;
  readonly platform: NodeJS.Platform;
  readonly view: () => TrayView;
  readonly open: () => void;
  /** Does what an item does. It never rejects. */
  readonly perform: (click: () => unknown) => Promise<void>;
}

export function createAppTray({
  iconFolder,
  platform,
  view: viewNow,
  open,
  perform,
}: AppTrayOptions): AppTray {
  let view = viewNow();
  let isDue = false;
  let isClosed = false;
  let shown: { icon: string; content: string } | undefined;
  const icon = () => trayIconFile(iconFolder, view.glyph, platform, isPanelDark());
  const tray = new Tray(nativeImage.createFromPath(icon()));
  tray.on('click', () => {
    // On macOS a click opens the menu; elsewhere the right button does, and a click opens the window.
    if (platform !== 'darwin') open();
  });

  /**
   * Does what an item does, and draws the menu whole: the system has toggled the check mark, even if the action
   * fails.
   */
  function choose(click: () => unknown): void {
    shown = undefined;
    void perform(click).finally(redraw);
  }

  function draw(): void {
    const content = JSON.stringify(view, (_key, value) => (typeof value === 'function' ? true : value));
    if (shown?.icon !== icon()) tray.setImage(nativeImage.createFromPath(icon()));
    // Linux shows a changed menu only if set again; an unchanged menu is not set, to keep it open.
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
      // The tray was closed before the pending redraw.
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

/** Whether Linux's panel is dark. GNOME, Unity and Cinnamon have dark panels in every theme. */
function isPanelDark(): boolean {
  if (/gnome|unity|cinnamon/i.test(process.env['XDG_CURRENT_DESKTOP'] ?? '')) return true;
  return nativeTheme.shouldUseDarkColors;
}

function toTemplate(item: TrayItem, choose: (click: () => unknown) => void): MenuItemConstructorOptions {
  if (item.type === 'separator') return item;
  // On Windows and Linux `&` marks an access key; `&&` shows one.
  const label = item.label.replaceAll('&', '&&');
  if (item.type === 'submenu')
    return { label, submenu: item.items.map((inner) => toTemplate(inner, choose)) };
  const { click, ...shown } = item;
  if (click === undefined) return { ...shown, label, enabled: false };
  return { ...shown, label, click: () => choose(click) };
}
