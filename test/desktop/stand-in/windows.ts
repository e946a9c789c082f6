/** `BrowserWindow`, its page, and `ipcMain`. The pages are real Chromium pages that the test holds. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { StandInApp } from './app.ts';
import { createCodec } from './codec.ts';
import { createEvent, type StandInContext } from './context.ts';

const WINDOW_EVENTS = [
  ...['ready-to-show', 'show', 'hide', 'close', 'closed', 'focus', 'blur', 'session-end'],
] as const;
const PAGE_EVENTS = [
  ...['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'],
  ...['did-finish-load', 'dom-ready', 'preload-error', 'destroyed'],
] as const;
const WINDOW_OPTIONS = [
  ...['width', 'height', 'minWidth', 'minHeight', 'title', 'show', 'icon', 'autoHideMenuBar'],
  ...['backgroundColor', 'webPreferences'],
] as const;
const PAGE_OPTIONS = [
  ...['preload', 'sandbox', 'contextIsolation', 'nodeIntegration', 'webSecurity', 'spellcheck'],
] as const;

interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly show?: boolean;
  readonly title?: string;
  readonly webPreferences?: Record<string, unknown>;
}
type OpenHandler = (details: { url: string }) => { action: string };

/** What the test reports about a page. */
export type PageReport =
  | { readonly what: 'loaded'; readonly url: string }
  | { readonly what: 'window-open'; readonly url: string }
  | { readonly what: 'will-navigate'; readonly url: string }
  | { readonly what: 'preload-error'; readonly message: string };

/** A message of a page to `ipcMain`. */
export interface PageInvoke {
  readonly window: number;
  readonly channel: string;
  readonly args: string;
  readonly origin: string;
}

interface OpenWindow {
  readonly api: object;
  readonly page: object;
  report(report: PageReport): unknown;
  close(): void;
  isOpen(): boolean;
}

const codec = createCodec();

export function createWindows(context: StandInContext, app: StandInApp) {
  const { strict, host } = context;
  const windows = new Map<number, OpenWindow>();
  const handlers = new Map<string, (event: object, ...args: unknown[]) => unknown>();
  let lastId = 0;

  app.windows.closeAll = () => {
    for (const window of [...windows.values()]) window.close();
    return windows.size === 0;
  };

  host.handle('page', ({ window, report }: { window: number; report: PageReport }) =>
    windows.get(window)?.report(report),
  );
  host.handle('invoke', async ({ window, channel, args, origin }: PageInvoke) => {
    const page = windows.get(window)?.page;
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const senderFrame = { origin, url: `${origin}/`, parent: null };
    const event = createEvent({ type: 'frame', sender: page, senderFrame });
    return codec.encode(await handler(event, ...(codec.decode(args) as unknown[])));
  });

  function checkOptions(options: WindowOptions): void {
    strict.options('BaseWindowConstructorOptions', withoutPage(options), WINDOW_OPTIONS);
    const page = options.webPreferences ?? {};
    strict.options('WebPreferences', page, PAGE_OPTIONS);
    if (page['nodeIntegration'] === true) throw strict.violation('nodeIntegration is not allowed');
    for (const safe of ['contextIsolation', 'sandbox', 'webSecurity'])
      if (page[safe] === false) throw strict.violation(`${safe}: false is not allowed`);
  }

  class BrowserWindow extends EventEmitter {
    constructor(options: WindowOptions = {}) {
      super();
      if (!context.isReady()) throw strict.violation('Cannot create BrowserWindow before app is ready');
      checkOptions(options);
      lastId += 1;
      const opened = openWindow(lastId, this, options);
      windows.set(lastId, opened);
      app.emitter.emit('web-contents-created', createEvent({}), opened.page);
      // biome-ignore lint/correctness/noConstructorReturn: the app must only see the checked object.
      return opened.api as BrowserWindow;
    }

    static getAllWindows() {
      return [...windows.values()].map(({ api }) => api);
    }

    static getFocusedWindow() {
      return null;
    }
  }

  function openWindow(id: number, emitter: EventEmitter, options: WindowOptions): OpenWindow {
    let open = true;
    let visible = options.show !== false;
    let shown = false;
    let onOpen: OpenHandler | undefined;
    const preload = readPreload(context, options.webPreferences?.['preload']);
    const created = host.call('window:create', {
      window: id,
      width: options.width ?? 800,
      height: options.height ?? 600,
      preload,
      platform: process.platform,
      electronVersion: strict.version,
    });
    created.catch((error: unknown) => host.tell('failure', String(error)));

    const pageEmitter = new EventEmitter();
    const page = strict.object(
      'WebContents',
      Object.assign(pageEmitter, {
        id,
        isDestroyed: () => !open,
        send(channel: string, ...args: unknown[]) {
          if (open) host.tell('window:send', { window: id, channel, args: codec.encode(args) });
        },
        setWindowOpenHandler(handler: OpenHandler) {
          onOpen = handler;
        },
      }),
      PAGE_EVENTS,
    );

    function setVisible(next: boolean): void {
      if (!open) throw new TypeError('Object has been destroyed');
      if (visible !== next) setImmediate(() => emitter.emit(next ? 'show' : 'hide'));
      visible = next;
    }

    function destroy(): void {
      open = false;
      windows.delete(id);
      host.tell('window:close', { window: id });
      pageEmitter.emit('destroyed');
      emitter.emit('closed');
      if (windows.size > 0 || app.isQuitting()) return;
      if (!app.emitter.emit('window-all-closed')) (app.api as unknown as { quit(): void }).quit();
    }

    function close(): void {
      if (!open) return;
      const event = createEvent({});
      emitter.emit('close', event);
      if (!event.defaultPrevented) destroy();
    }

    const api = strict.object(
      'BrowserWindow',
      Object.assign(emitter, {
        id,
        webContents: page,
        async loadURL(url: string) {
          await created;
          await host.call('window:load', { window: id, url });
        },
        show: () => setVisible(true),
        hide: () => setVisible(false),
        isVisible: () => visible,
        focus() {},
        isMinimized: () => false,
        restore() {},
        isDestroyed: () => !open,
        close,
      }),
      WINDOW_EVENTS,
    );

    function report(told: PageReport): unknown {
      switch (told.what) {
        case 'loaded':
          pageEmitter.emit('did-finish-load', createEvent({}));
          if (!shown) emitter.emit('ready-to-show');
          shown = true;
          return undefined;
        case 'window-open': {
          const action = onOpen?.({ url: told.url }).action ?? 'allow';
          if (action !== 'deny') throw strict.violation(`window.open(${told.url}) was not refused`);
          return undefined;
        }
        case 'will-navigate': {
          const event = createEvent({ url: told.url, isMainFrame: true });
          pageEmitter.emit('will-navigate', event, told.url);
          return { prevented: event.defaultPrevented };
        }
        case 'preload-error':
          strict.violation(`the preload failed: ${told.message}`);
          return undefined;
      }
    }
    return { api, page, report, close, isOpen: () => open };
  }

  const ipcMain = strict.object(
    'IpcMain',
    Object.assign(new EventEmitter(), {
      handle(channel: string, handler: (event: object, ...args: unknown[]) => unknown) {
        if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
        handlers.set(channel, handler);
      },
    }),
  );
  return { BrowserWindow, ipcMain };
}

function readPreload(context: StandInContext, path: unknown): string | undefined {
  if (path === undefined) return undefined;
  if (typeof path !== 'string' || !isAbsolute(path)) throw new Error('preload must be an absolute path');
  if (/\.m[jt]s$/.test(path)) throw context.strict.violation('a sandboxed preload must be CommonJS');
  return readFileSync(path, 'utf8');
}

function withoutPage(options: WindowOptions): object {
  const { webPreferences: _, ...rest } = options;
  return rest;
}
