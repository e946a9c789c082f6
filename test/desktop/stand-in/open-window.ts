/** One window and its page: a real Chromium page that the test holds. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { createCodec } from './codec.ts';
import { createEvent, type StandInContext } from './context.ts';
import { WORK_AREA } from './system.ts';

export interface WindowOptions {
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

/** What the rest of the stand-in may do with a window. */
export interface OpenWindow {
  readonly api: object;
  readonly page: object;
  report(report: PageReport): unknown;
  close(): void;
  isOpen(): boolean;
}

interface NewWindow {
  readonly context: StandInContext;
  readonly id: number;
  readonly emitter: EventEmitter;
  readonly options: WindowOptions;
  /** The window is gone; called before `window-all-closed` is decided. */
  readonly onClosed: () => void;
}

const codec = createCodec();

/** Opens a page for a new window and gives what the app sees of both. */
export function openWindow({ context, id, emitter, options, onClosed }: NewWindow): OpenWindow {
  const { violation, electronVersion, host } = context;
  let open = true;
  let visible = options.show !== false;
  let shown = false;
  let isPageAlive = true;
  let onOpen: OpenHandler | undefined;
  // No system grants a window more than its screen has.
  const size = {
    width: Math.min(options.width ?? 800, WORK_AREA.width),
    height: Math.min(options.height ?? 600, WORK_AREA.height),
  };
  const preload = readPreload(context, options.webPreferences?.['preload']);
  const created = host.call('window:create', {
    window: id,
    ...size,
    preload,
    platform: process.platform,
    electronVersion,
  });
  created.catch((error: unknown) => host.tell('failure', String(error)));

  let isMaximized = false;
  const pageEmitter = new EventEmitter();
  const page = Object.assign(pageEmitter, {
    id,
    isDestroyed: () => !open,
    send(channel: string, ...args: unknown[]) {
      if (!open) throw new TypeError('Object has been destroyed');
      if (isPageAlive) host.tell('window:send', { window: id, channel, args: codec.encode(args) });
    },
    setWindowOpenHandler(handler: OpenHandler) {
      onOpen = handler;
    },
    /** The page's process ends as after a crash: nothing in it runs any more. */
    forcefullyCrashRenderer() {
      isPageAlive = false;
      host.tell('window:crash', { window: id });
      setImmediate(() =>
        pageEmitter.emit('render-process-gone', createEvent({}), { reason: 'crashed', exitCode: 5 }),
      );
    },
  });

  function setVisible(next: boolean): void {
    if (!open) throw new TypeError('Object has been destroyed');
    if (visible !== next) setImmediate(() => emitter.emit(next ? 'show' : 'hide'));
    visible = next;
  }

  function destroy(): void {
    open = false;
    host.tell('window:close', { window: id });
    pageEmitter.emit('destroyed');
    emitter.emit('closed');
    onClosed();
  }

  function close(): void {
    if (!open) return;
    const event = createEvent({});
    emitter.emit('close', event);
    if (!event.defaultPrevented) destroy();
  }

  const api = Object.assign(emitter, {
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
    getNormalBounds: () => ({ x: 0, y: 0, ...size }),
    isMaximized: () => isMaximized,
    maximize() {
      isMaximized = true;
    },
    getSize: () => [size.width, size.height],
    setSize(width: number, height: number) {
      size.width = Math.min(width, WORK_AREA.width);
      size.height = Math.min(height, WORK_AREA.height);
    },
    isMinimized: () => false,
    restore() {},
    isDestroyed: () => !open,
    destroy: () => {
      if (open) destroy();
    },
    close,
  });

  function report(told: PageReport): unknown {
    switch (told.what) {
      case 'loaded':
        pageEmitter.emit('did-finish-load', createEvent({}));
        if (!shown) emitter.emit('ready-to-show');
        shown = true;
        return undefined;
      case 'window-open': {
        const action = onOpen?.({ url: told.url }).action ?? 'allow';
        if (action !== 'deny') throw violation(`window.open(${told.url}) was not refused`);
        return undefined;
      }
      case 'will-navigate': {
        const event = createEvent({ url: told.url, isMainFrame: true });
        pageEmitter.emit('will-navigate', event, told.url);
        return { prevented: event.defaultPrevented };
      }
      case 'preload-error':
        pageEmitter.emit(
          'preload-error',
          createEvent({}),
          String(options.webPreferences?.['preload']),
          new Error(told.message),
        );
        violation(`the preload failed: ${told.message}`);
        return undefined;
    }
  }
  return { api, page, report, close, isOpen: () => open };
}

function readPreload(context: StandInContext, path: unknown): string | undefined {
  if (path === undefined) return undefined;
  if (typeof path !== 'string' || !isAbsolute(path)) throw new Error('preload must be an absolute path');
  if (/\.m[jt]s$/.test(path)) throw context.violation('a sandboxed preload must be CommonJS');
  return readFileSync(path, 'utf8');
}
