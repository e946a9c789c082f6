/** `BrowserWindow` and `ipcMain`: each window is a page of a real Chromium that the test holds. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { StandInApp } from './app.ts';
import { createEvent, type StandInContext } from './context.ts';
import { WORK_AREA } from './system.ts';

interface WindowOptions {
  readonly show?: boolean;
  readonly width?: number;
  readonly height?: number;
  readonly webPreferences?: Readonly<Record<string, unknown>>;
}
type OpenHandler = (details: { url: string }) => { action: string };

/** What the test reports about a page. */
export type PageReport =
  | { readonly what: 'loaded' }
  | { readonly what: 'window-open' | 'will-navigate'; readonly url: string };

/** A message of a page to `ipcMain`. */
export interface PageInvoke {
  readonly window: number;
  readonly channel: string;
  readonly args: readonly unknown[];
  readonly origin: string;
}

interface OpenWindow {
  readonly api: EventEmitter & { close(): void };
  readonly page: object;
  report(report: PageReport): unknown;
}

export function createWindows(context: StandInContext, app: StandInApp) {
  const { violation, host } = context;
  const windows = new Map<number, OpenWindow>();
  let lastId = 0;

  app.windows.closeAll = () => {
    for (const { api } of [...windows.values()]) api.close();
    return windows.size === 0;
  };
  host.handle('page', ({ window, report }: { window: number; report: PageReport }) =>
    windows.get(window)?.report(report),
  );

  function closed(id: number): void {
    windows.delete(id);
    if (windows.size > 0 || app.isQuitting()) return;
    if (!app.emitter.emit('window-all-closed')) (app.api as unknown as { quit(): void }).quit();
  }

  class BrowserWindow extends EventEmitter {
    constructor(options: WindowOptions = {}) {
      super();
      if (!context.isReady()) throw violation('Cannot create BrowserWindow before app is ready');
      const page = options.webPreferences ?? {};
      for (const [name, unsafe] of Object.entries({ nodeIntegration: true, ...SAFE }))
        if (page[name] === unsafe) throw violation(`${name}: ${unsafe} is not allowed`);
      lastId += 1;
      const id = lastId;
      const opened = openWindow(context, id, this, options, () => closed(id));
      windows.set(id, opened);
      app.emitter.emit('web-contents-created', createEvent({}), opened.page);
    }

    static getAllWindows() {
      return [...windows.values()].map(({ api }) => api);
    }
  }
  return { BrowserWindow, ipcMain: createIpcMain(context, (window) => windows.get(window)?.page) };
}

const SAFE = { contextIsolation: false, sandbox: false, webSecurity: false };

/** Gives the window what the app sees of it and of its page. */
function openWindow(
  { violation, electronVersion, host }: StandInContext,
  id: number,
  emitter: EventEmitter,
  options: WindowOptions,
  onClosed: () => void,
): OpenWindow {
  let isOpen = true;
  let isPageAlive = true;
  let isMaximized = false;
  let loadedUrl = '';
  let isVisible = options.show !== false;
  let onOpen: OpenHandler | undefined;
  const size = { width: 0, height: 0 };
  /** No system grants a window more than its screen has. */
  function setSize(width: number, height: number): void {
    size.width = Math.min(width, WORK_AREA.width);
    size.height = Math.min(height, WORK_AREA.height);
  }
  setSize(options.width ?? 800, options.height ?? 600);
  const file = options.webPreferences?.['preload'];
  const preload = file === undefined ? undefined : readFileSync(String(file), 'utf8');
  const asked = { window: id, ...size, preload, platform: process.platform, electronVersion };
  const created = host.call('window:create', asked);
  created.catch((error: unknown) => host.tell('failure', String(error)));

  const page = Object.assign(new EventEmitter(), {
    id,
    isDestroyed: () => !isOpen,
    /** The address that was loaded: the stand-in doesn't hear where the page went from there. */
    getURL: () => loadedUrl,
    send(channel: string, ...args: unknown[]) {
      if (!isOpen) throw new TypeError('Object has been destroyed');
      if (isPageAlive) host.tell('window:send', { window: id, channel, args });
    },
    setWindowOpenHandler(handler: OpenHandler) {
      onOpen = handler;
    },
    /** The page's process ends as after a crash: nothing in it runs any more. */
    forcefullyCrashRenderer() {
      isPageAlive = false;
      host.tell('window:crash', { window: id });
      setImmediate(() => page.emit('render-process-gone', createEvent({}), { reason: 'crashed' }));
    },
  });

  function destroy(): void {
    if (!isOpen) return;
    isOpen = false;
    host.tell('window:close', { window: id });
    page.emit('destroyed');
    emitter.emit('closed');
    onClosed();
  }

  const api = Object.assign(emitter, {
    id,
    webContents: page,
    async loadURL(url: string) {
      loadedUrl = url;
      await created;
      await host.call('window:load', { window: id, url });
    },
    show() {
      isVisible = true;
    },
    isVisible: () => isVisible,
    focus() {},
    isMinimized: () => false,
    restore() {},
    getNormalBounds: () => ({ x: 0, y: 0, ...size }),
    getSize: () => [size.width, size.height],
    setSize,
    isMaximized: () => isMaximized,
    maximize() {
      isMaximized = true;
      // As documented: a window that is not shown yet is.
      isVisible = true;
    },
    isDestroyed: () => !isOpen,
    destroy,
    close() {
      const event = createEvent({});
      if (isOpen) emitter.emit('close', event);
      if (!event.defaultPrevented) destroy();
    },
  });

  function report(told: PageReport): unknown {
    if (told.what === 'loaded') {
      page.emit('did-finish-load', createEvent({}));
      return emitter.emit('ready-to-show');
    }
    if (told.what === 'window-open') {
      if (onOpen?.({ url: told.url }).action === 'deny') return undefined;
      throw violation(`window.open(${told.url}) was not refused`);
    }
    const event = createEvent({ url: told.url, isMainFrame: true });
    page.emit('will-navigate', event, told.url);
    return { prevented: event.defaultPrevented };
  }
  return { api, page, report };
}

/** @param pageOf the page of a window's number, undefined where it was closed */
function createIpcMain({ host }: StandInContext, pageOf: (window: number) => object | undefined) {
  const handlers = new Map<string, (event: object, ...args: unknown[]) => unknown>();
  host.handle('invoke', ({ window, channel, args, origin }: PageInvoke) => {
    const handler = handlers.get(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const senderFrame = { origin, url: `${origin}/`, parent: null };
    return handler(createEvent({ type: 'frame', sender: pageOf(window), senderFrame }), ...args);
  });
  return Object.assign(new EventEmitter(), {
    handle: (channel: string, handler: (event: object, ...args: unknown[]) => unknown) =>
      void handlers.set(channel, handler),
  });
}
