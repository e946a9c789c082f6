/** `BrowserWindow`: which windows there are, and what may be asked of a new one. */
import { EventEmitter } from 'node:events';
import type { StandInApp } from './app.ts';
import { createEvent, type StandInContext } from './context.ts';
import { createIpcMain } from './ipc-main.ts';
import { type OpenWindow, openWindow, type PageReport, type WindowOptions } from './open-window.ts';

const WINDOW_OPTIONS = [
  ...['width', 'height', 'minWidth', 'minHeight', 'title', 'show', 'icon', 'autoHideMenuBar'],
  ...['backgroundColor', 'webPreferences'],
] as const;
const PAGE_OPTIONS = [
  ...['preload', 'sandbox', 'contextIsolation', 'nodeIntegration', 'webSecurity', 'spellcheck'],
] as const;

export function createWindows(context: StandInContext, app: StandInApp) {
  const { strict, host } = context;
  const windows = new Map<number, OpenWindow>();
  let lastId = 0;

  app.windows.closeAll = () => {
    for (const window of [...windows.values()]) window.close();
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
      const id = lastId;
      const opened = openWindow({ context, id, emitter: this, options, onClosed: () => closed(id) });
      windows.set(id, opened);
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

  const ipcMain = createIpcMain(context, (window) => windows.get(window)?.page);
  return { BrowserWindow: strict.class('BrowserWindow', BrowserWindow), ipcMain };
}

function withoutPage(options: WindowOptions): object {
  const { webPreferences: _, ...rest } = options;
  return rest;
}
