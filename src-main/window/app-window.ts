/** The window of the app: where it opens, what it shows in trouble, and what no page may do in it (docs/security.md says why). */
import {
  type App,
  app,
  BrowserWindow,
  dialog,
  Menu,
  nativeTheme,
  type Session,
  screen,
  type WebContents,
} from 'electron';
import type { Logger } from '../../src-server/contract/service.ts';
import { CHANNEL_PREFIX, type EventName, type Events } from '../contract/requests.ts';
import type { Settings } from '../contract/settings.ts';
import { contextMenu } from '../menus.ts';
import type { SettingsStore } from '../settings-store.ts';
import { APP_URL } from './app-protocol.ts';
import { externalUrl } from './openable.ts';

/** The window of the app. It is made when it is shown and destroyed when it is closed: the tray needs no page. */
export interface AppWindow {
  /** Shows the window, at an address such as `#/settings`. */
  show(hash?: string): void;
  readonly isOpen: boolean;
  /** The window that dialogs belong to; undefined while none is open. */
  readonly current: BrowserWindow | undefined;
  send<Name extends EventName>(event: Name, detail: Events[Name]): void;
}

export interface AppWindowOptions {
  readonly title: string;
  readonly preload: string;
  readonly icon: string | undefined;
  /** Has the theme, and keeps where the window was when it closed: its bounds while it was not maximized. */
  readonly store: Pick<SettingsStore, 'get' | 'update'>;
  readonly logger: Logger;
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  /** Called on Windows when the user logs off. */
  readonly onSessionEnd: () => void;
}

/** A page that crashes again within this time is opened again only if the user asks for it. */
const CRASH_WINDOW_MS = 10_000;
/** Electron's code for a load that another one replaced. */
const ERR_ABORTED = -3;
/** The longest wait for `ready-to-show`, which some Wayland compositors never send. */
const SHOW_AFTER_MS = 2_000;

const SAFE_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  spellcheck: false,
} as const;

interface Trouble {
  readonly message: string;
  readonly detail: string;
  /** The label of the button beside *Reload*. */
  readonly other: 'Wait' | 'Close the window';
}

/** The sentence that stands beside each trouble of the page: the service is a process of its own. */
const STILL_SERVED = 'Agents are served as before.';

const CRASHED: Trouble = {
  message: 'The page of this window ended twice in a row.',
  detail: `${STILL_SERVED} The log says how it ended. Reload opens the page again.`,
  other: 'Close the window',
};
const UNRESPONSIVE: Trouble = {
  message: 'This window does not respond.',
  detail: `${STILL_SERVED} Reload opens the page again; what was typed in it is lost.`,
  other: 'Wait',
};
const notLoaded = (reason: string): Trouble => ({
  message: 'The page of this window could not be loaded.',
  detail: `${reason === '' ? 'The reason is unknown' : reason}. ${STILL_SERVED} If it happens again, install the app again.`,
  other: 'Close the window',
});

export function createAppWindow(options: AppWindowOptions): AppWindow {
  let window: BrowserWindow | undefined;
  let crashedAt = Number.NEGATIVE_INFINITY;
  /** The window that shows a box; it shows one at a time. */
  let asked: BrowserWindow | undefined;

  function open(hash: string): void {
    const { theme, windowSize: kept } = options.store.get();
    const primary = screen.getPrimaryDisplay();
    const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
    const first = windowBounds(
      kept,
      [primary, ...others].map(({ workArea }) => workArea),
    );
    const { title, icon, preload } = options;
    const opened = new BrowserWindow({
      ...first,
      title,
      show: false,
      autoHideMenuBar: true,
      backgroundColor: isDark(theme) ? WINDOW_GROUND.dark : WINDOW_GROUND.light,
      ...(icon !== undefined && { icon }),
      webPreferences: { preload, ...SAFE_PREFERENCES },
    });
    const isShown = showOnce(opened, kept?.isMaximized ?? false);
    const placed = opened.getNormalBounds();
    opened.on('close', () => {
      // Before it is shown, it is not maximized yet.
      if (!isShown()) return;
      const now = { ...opened.getNormalBounds(), isMaximized: opened.isMaximized() };
      const isMoved = (['x', 'y', 'width', 'height'] as const).some((side) => now[side] !== placed[side]);
      // Bounds that the user didn't choose are not written: a smaller screen would shrink the window for good.
      if (isMoved) options.store.update({ windowSize: now });
      else if (now.isMaximized !== (kept?.isMaximized ?? false))
        options.store.update({ windowSize: { ...(kept ?? placed), isMaximized: now.isMaximized } });
    });
    opened.on('closed', () => {
      if (window !== opened) return;
      window = undefined;
      app.dock?.hide();
    });
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      // A clean exit belongs to a window that is being closed.
      if (window === opened && reason !== 'clean-exit') replaceCrashed(opened, reason);
    });
    watchPage(opened);
    opened.on('session-end', options.onSessionEnd);
    // Rejects if the window closes while loading; other errors are logged.
    opened.loadURL(`${APP_URL}${hash}`).catch(() => undefined);
    window = opened;
    // macOS shows the app in its Dock only while the window is open.
    void app.dock?.show();
  }

  function watchPage(opened: BrowserWindow): void {
    const { logger } = options;
    const { webContents } = opened;
    webContents.on('preload-error', (_event, _file, error) => {
      logger.error('The page’s bridge failed.', { cause: String(error) });
    });
    webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      if (!isMainFrame || code === ERR_ABORTED) return;
      logger.error('The page could not be loaded.', { code, description });
      void offerReload(opened, notLoaded(description));
    });
    opened.on('unresponsive', () => {
      logger.warn('The window does not respond.');
      const untilResponsive = new AbortController();
      opened.once('responsive', () => untilResponsive.abort());
      void offerReload(opened, UNRESPONSIVE, untilResponsive.signal);
    });
  }

  /** Opens a new window in the place of one whose page has crashed, and would stay blank. */
  function replaceCrashed(crashed: BrowserWindow, reason: string): void {
    options.logger.error('The page’s process ended.', { reason });
    const isLoop = options.now() - crashedAt < CRASH_WINDOW_MS;
    crashedAt = options.now();
    if (isLoop) void offerReload(crashed, CRASHED);
    else replace(crashed);
  }

  /** Opens a new window at the address that the former one has come to. */
  function replace(former: BrowserWindow): void {
    const { hash } = new URL(former.webContents.getURL() || APP_URL);
    open(hash);
    former.destroy();
  }

  /**
   * Asks whether to reload. A box belongs to its window, so it stops no other: on macOS a box without one stops the
   * whole main process (docs/api/dialog.md of Electron, `showMessageBox`).
   */
  async function offerReload(
    opened: BrowserWindow,
    { message, detail, other }: Trouble,
    signal?: AbortSignal,
  ): Promise<void> {
    if (asked === opened || opened.isDestroyed()) return;
    asked = opened;
    // The trouble may come before the window was shown.
    if (!opened.isVisible()) opened.show();
    const buttons = ['Reload', other];
    const { response } = await dialog
      .showMessageBox(opened, {
        type: 'warning',
        title: options.title,
        message,
        detail,
        buttons,
        noLink: true,
        defaultId: 0,
        cancelId: 1,
        ...(signal && { signal }),
      })
      .finally(() => {
        if (asked === opened) asked = undefined;
      });
    if (opened.isDestroyed() || window !== opened) return;
    if (response === 0) replace(opened);
    else if (other === 'Close the window') opened.destroy();
  }

  function send<Name extends EventName>(event: Name, detail: Events[Name]): void {
    if (window !== undefined && !window.isDestroyed() && !window.webContents.isDestroyed())
      window.webContents.send(`${CHANNEL_PREFIX}${event}`, detail);
  }

  return {
    get isOpen() {
      return window !== undefined;
    },
    get current() {
      return window;
    },
    show(hash) {
      if (window === undefined) {
        open(hash ?? '');
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      if (hash !== undefined) send('navigate', { hash });
    },
    send,
  };
}

/**
 * Shows a window when its page has been drawn, to avoid flicker (electron/electron#48859). `maximize()` shows a window,
 * too (docs/api/base-window.md of Electron), so it has to wait as well.
 * @returns whether it has been shown
 */
function showOnce(window: BrowserWindow, isMaximized: boolean): () => boolean {
  let shown = false;
  const show = () => {
    clearTimeout(timer);
    if (shown || window.isDestroyed()) return;
    shown = true;
    if (isMaximized) window.maximize();
    else window.show();
    window.focus();
  };
  const timer = setTimeout(show, SHOW_AFTER_MS);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => clearTimeout(timer));
  return () => shown;
}

/** Whether the window's ground before the first paint is dark. */
function isDark(theme: Settings['theme']): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark';
}

/** The window's colour before the first paint. It equals `--desk` of the page's tokens. */
export const WINDOW_GROUND = { dark: '#0b1114', light: '#eef1f2' } as const;

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

export interface Rectangle extends WindowSize {
  readonly x: number;
  readonly y: number;
}

/** Where the last window was. Older versions kept its size alone. */
export interface KeptWindow extends WindowSize {
  readonly x?: number;
  readonly y?: number;
  readonly isMaximized?: boolean;
}

/** What a new window is made with. */
export interface WindowBounds extends WindowSize {
  readonly x?: number;
  readonly y?: number;
  readonly minWidth: number;
  readonly minHeight: number;
}

const FIRST_SIZE: WindowSize = { width: 1280, height: 800 };
const LEAST_SIZE: WindowSize = { width: 420, height: 480 };

/**
 * Places a window within the work area of its monitor: a larger one would hide its edges behind the taskbar. Without
 * `x` and `y` the system places the window, as it does if the monitor is gone.
 *
 * @param workAreas the work areas of all monitors, that of the first one first
 */
export function windowBounds(kept: KeptWindow | null, workAreas: readonly Rectangle[]): WindowBounds {
  const wanted = kept ?? FIRST_SIZE;
  const there = workAreas.find((area) => kept !== null && holdsMiddle(area, kept));
  const area = there ?? workAreas[0] ?? { ...FIRST_SIZE, x: 0, y: 0 };
  const least = smaller(LEAST_SIZE, area);
  const { width, height } = smaller(larger(wanted, least), area);
  const size = { width, height, minWidth: least.width, minHeight: least.height };
  if (there === undefined || kept?.x === undefined || kept.y === undefined) return size;
  const within = (at: number, from: number, length: number, side: number) =>
    Math.max(from, Math.min(at, from + length - side));
  return {
    ...size,
    x: within(kept.x, area.x, area.width, width),
    y: within(kept.y, area.y, area.height, height),
  };
}

function holdsMiddle(area: Rectangle, { x, y, width, height }: KeptWindow): boolean {
  if (x === undefined || y === undefined) return false;
  const middleX = x + width / 2;
  const middleY = y + height / 2;
  return (
    middleX >= area.x && middleX < area.x + area.width && middleY >= area.y && middleY < area.y + area.height
  );
}

function smaller(a: WindowSize, b: WindowSize): WindowSize {
  return { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
}

function larger(a: WindowSize, b: WindowSize): WindowSize {
  return { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
}

/** Denies every permission. The page needs none: the main process writes to the clipboard, and requests use the app's protocol. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
}

/**
 * Keeps each page at its address, and opens links outside.
 * @param openExternal opens links that are clicked with Ctrl or the middle button
 */
export function guardPages(app: App, logger: Logger, openExternal: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents) => {
    guardPage(contents, logger, openExternal);
    contents.on('context-menu', (_click, place) => {
      const items = contextMenu(place, openExternal);
      if (items.length > 0) Menu.buildFromTemplate(items).popup();
    });
  });
}

function guardPage(contents: WebContents, logger: Logger, openExternal: (url: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    const link = externalUrl(url);
    if (link === undefined) logger.warn('A new window was refused.', { url: withoutQuery(url) });
    else openExternal(link);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (withoutHash(event.url) === APP_URL) return;
    event.preventDefault();
    logger.warn('A navigation was refused.', { url: withoutQuery(event.url) });
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function withoutHash(url: string): string {
  return url.split('#')[0] ?? url;
}

/** Drops the query of an address, which may hold what was searched. */
function withoutQuery(url: string): string {
  return url.split(/[?#]/)[0] ?? url;
}
