/** The one window: made when it is needed, gone when it is closed, so that the tray alone costs no page. */
import { BrowserWindow, nativeTheme } from 'electron';
import { CHANNEL_PREFIX } from '../ipc/channels.ts';
import type { EventName, Events } from '../ipc/contract.ts';
import { APP_URL } from './app-origin.ts';

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
  /** Windows ends the session: the last moment to leave nothing behind. */
  readonly onSessionEnd: () => void;
}

const SIZE = { width: 1280, height: 800, minWidth: 420, minHeight: 480 } as const;
const GROUND = { dark: '#12191d', light: '#eef1f2' } as const;

export function createAppWindow(options: AppWindowOptions): AppWindow {
  let window: BrowserWindow | undefined;

  function open(hash: string): void {
    const opened = new BrowserWindow({
      ...SIZE,
      title: options.title,
      show: false,
      autoHideMenuBar: true,
      backgroundColor: options.isDark() ? GROUND.dark : GROUND.light,
      ...(options.icon !== undefined && { icon: options.icon }),
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: false,
      },
    });
    opened.once('ready-to-show', () => {
      opened.show();
      opened.focus();
    });
    opened.on('closed', () => {
      window = undefined;
      options.onClosed();
    });
    opened.on('session-end', options.onSessionEnd);
    // A rejection means that the window was closed while it loaded; the log has every other reason.
    opened.loadURL(`${APP_URL}${hash}`).catch(() => undefined);
    window = opened;
    options.onOpen();
  }

  function send<Name extends EventName>(event: Name, detail: Events[Name]): void {
    if (window !== undefined && !window.isDestroyed())
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

/** Whether the window is to be dark, from the setting and the system. */
export function isDarkTheme(theme: 'system' | 'light' | 'dark'): boolean {
  return theme === 'system' ? nativeTheme.shouldUseDarkColors : theme === 'dark';
}
