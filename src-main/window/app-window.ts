/** The one window: made when it is needed, gone when it is closed, so that the tray alone costs no page. */
import { BrowserWindow, nativeTheme } from 'electron';
import type { Logger } from '../../src-server/contract/service/logger.ts';
import { APP_URL } from '../contract/app-origin.ts';
import { CHANNEL_PREFIX } from '../contract/channels.ts';
import type { EventName, Events } from '../contract/desktop-bridge.ts';
import { WINDOW_GROUND } from './window-ground.ts';

/** The window, which may be there or not. */
export interface AppWindow {
  /** Makes it, or brings the one that is there to the front; at a view such as `#/settings` where one is given. */
  show(hash?: string): void;
  readonly isOpen: boolean;
  /** The Electron window, for dialogs that belong to it. */
  readonly current: BrowserWindow | undefined;
  /** Tells the page; nobody is told where there is no window. */
  send<Name extends EventName>(event: Name, detail: Events[Name]): void;
  close(): void;
}

export interface AppWindowOptions {
  readonly title: string;
  readonly preload: string;
  readonly icon: string | undefined;
  /** The colour behind the page until it has drawn. */
  readonly isDark: () => boolean;
  readonly onOpen: () => void;
  readonly onClosed: () => void;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Windows ends the session: the last moment to leave nothing behind. */
  readonly onSessionEnd: () => void;
}

const SIZE = { width: 1280, height: 800, minWidth: 420, minHeight: 480 } as const;
/** So often within so long a window is made anew after a crash; then it waits until it is asked for. */
const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;
/** Chromium's word for a load that was given up for another one. */
const ERR_ABORTED = -3;
/** Some Wayland compositors never say that a window could be shown: then it is shown all the same. */
const SHOW_AFTER_MS = 2_000;

/** A window that isn't shown yet, whose page is in a sandbox. */
function makeWindow({ title, isDark, icon, preload }: AppWindowOptions): BrowserWindow {
  return new BrowserWindow({
    ...SIZE,
    title,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: isDark() ? WINDOW_GROUND.dark : WINDOW_GROUND.light,
    ...(icon !== undefined && { icon }),
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
}

function logFaults(window: BrowserWindow, logger: Logger): void {
  window.webContents.on('preload-error', (_event, _file, error) => {
    logger.error('The page’s bridge failed.', { cause: String(error) });
  });
  window.webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== ERR_ABORTED)
      logger.error('The page could not be loaded.', { code, description });
  });
  window.on('unresponsive', () => logger.warn('The window does not respond.'));
}

/** The window that isn't there yet; `show` makes it. */
export function createAppWindow(options: AppWindowOptions): AppWindow {
  let window: BrowserWindow | undefined;
  let crashes: number[] = [];

  function open(hash: string): void {
    const opened = makeWindow(options);
    showOnce(opened);
    opened.on('closed', () => {
      if (window !== opened) return;
      window = undefined;
      options.onClosed();
    });
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      // One that ended as it should belongs to a window that is being closed.
      if (window === opened && reason !== 'clean-exit') replaceCrashed(opened, hash, reason);
    });
    logFaults(opened, options.logger);
    opened.on('session-end', options.onSessionEnd);
    // A rejection means that the window was closed while it loaded; the log has every other reason.
    opened.loadURL(`${APP_URL}${hash}`).catch(() => undefined);
    window = opened;
    options.onOpen();
  }

  /** A crashed page stays blank for ever: a new window takes its place, unless that one crashes at once as well. */
  function replaceCrashed(crashed: BrowserWindow, hash: string, reason: string): void {
    options.logger.error('The page’s process ended.', { reason });
    crashes = [...crashes.filter((at) => options.now() - at < CRASH_WINDOW_MS), options.now()];
    if (crashes.length <= MAX_CRASHES) open(hash);
    else {
      window = undefined;
      options.onClosed();
    }
    crashed.destroy();
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
    close: () => window?.close(),
  };
}

/** Once it can be seen without flicker, or once it is clear that nobody will say so (electron/electron#48859). */
function showOnce(window: BrowserWindow): void {
  let shown = false;
  const show = () => {
    clearTimeout(timer);
    if (shown || window.isDestroyed()) return;
    shown = true;
    window.show();
    window.focus();
  };
  const timer = setTimeout(show, SHOW_AFTER_MS);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => clearTimeout(timer));
}

/** Whether the window is to be dark, from the setting and the system. */
export function isDarkTheme(theme: 'system' | 'light' | 'dark'): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark';
}
