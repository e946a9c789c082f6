/** `BrowserWindow`: which windows there are, and what may be asked of a new one. */
import { EventEmitter } from 'node:events';
import type { StandInApp } from './app.ts';
import { createEvent, type StandInContext } from './context.ts';
import { createIpcMain } from './ipc-main.ts';
import { type OpenWindow, openWindow, type PageReport, type WindowOptions } from './open-window.ts';

export function createWindows(context: StandInContext, app: StandInApp) {
  const { violation, host } = context;
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
    const page = options.webPreferences ?? {};
    if (page['nodeIntegration'] === true) throw violation('nodeIntegration is not allowed');
    for (const safe of ['contextIsolation', 'sandbox', 'webSecurity'])
      if (page[safe] === false) throw violation(`${safe}: false is not allowed`);
  }

  class BrowserWindow extends EventEmitter {
    constructor(options: WindowOptions = {}) {
      super();
      if (!context.isReady()) throw violation('Cannot create BrowserWindow before app is ready');
      checkOptions(options);
      lastId += 1;
      const id = lastId;
      const opened = openWindow({ context, id, emitter: this, options, onClosed: () => closed(id) });
      windows.set(id, opened);
      app.emitter.emit('web-contents-created', createEvent({}), opened.page);
      // biome-ignore lint/correctness/noConstructorReturn: a plain object serves.
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
  return { BrowserWindow, ipcMain };
}
