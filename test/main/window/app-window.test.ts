/** Against a fake window that behaves as Electron documents it: `maximize` shows, `destroy` emits `closed`. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src-main/contract/settings.ts';
import type { KeptWindow } from '../../../src-main/window/app-window.ts';
import { silentLogger } from '../../../src-server/contract/service.ts';

const electron = vi.hoisted(() => ({
  windows: [] as FakeWindow[],
  boxes: [] as Array<{ window: FakeWindow; box: Box; choose: (button: number) => void }>,
}));

interface Box {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
  readonly signal?: AbortSignal;
}

class FakeWindow extends EventEmitter {
  address = '';
  readonly webContents = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    send() {},
    getURL: () => this.address,
  });
  readonly seen: string[] = [];
  isOpen = true;
  #isVisible = false;
  #isMaximized = false;

  constructor() {
    super();
    electron.windows.push(this);
  }

  show() {
    this.#isVisible = true;
    this.seen.push('shown');
  }
  maximize() {
    this.#isMaximized = true;
    this.show();
  }
  focus() {}
  isVisible = () => this.#isVisible;
  isMaximized = () => this.#isMaximized;
  isMinimized = () => false;
  isDestroyed = () => !this.isOpen;
  getNormalBounds = () => ({ x: 0, y: 0, width: 800, height: 600 });
  loadURL = async (address: string) => {
    this.address = address;
  };
  close() {
    this.emit('close', {});
    this.destroy();
  }
  destroy() {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.emit('closed');
  }
}

vi.mock('electron', () => ({
  app: {},
  BrowserWindow: FakeWindow,
  nativeTheme: {},
  screen: {
    getPrimaryDisplay: () => ({ id: 1, workArea: { x: 0, y: 0, width: 1366, height: 728 } }),
    getAllDisplays: () => [],
  },
  dialog: {
    showMessageBox: (window: FakeWindow, box: Box) =>
      new Promise((resolve) => {
        const choose = (response: number) => resolve({ response });
        box.signal?.addEventListener('abort', () => choose(1));
        electron.boxes.push({ window, box, choose });
      }),
  },
}));

const { createAppWindow, WINDOW_GROUND, windowBounds } = await import(
  '../../../src-main/window/app-window.ts'
);

function setUp(kept: KeptWindow | null = null) {
  let now = 0;
  const update = vi.fn();
  const appWindow = createAppWindow({
    title: 'Skills Registry',
    preload: '/preload.cjs',
    icon: undefined,
    store: { get: () => ({ ...DEFAULT_SETTINGS, windowSize: kept }), update },
    onSessionEnd() {},
    logger: silentLogger,
    now: () => now,
  });
  appWindow.show();
  const pass = (ms: number) => {
    now += ms;
  };
  return { appWindow, update, pass };
}
const last = () => {
  const window = electron.windows.at(-1);
  if (window === undefined) throw new Error('No window was opened.');
  return window;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));
const crash = (window: FakeWindow) =>
  window.webContents.emit('render-process-gone', {}, { reason: 'crashed' });

beforeEach(() => {
  electron.windows.length = 0;
  electron.boxes.length = 0;
});

describe('a window that was maximized', () => {
  const MAXIMIZED = { width: 800, height: 600, isMaximized: true };

  it('is maximized when its page has been drawn, and is not shown before', () => {
    setUp(MAXIMIZED);
    expect(last().seen).toEqual([]);
    last().emit('ready-to-show');
    last().webContents.emit('did-finish-load');
    expect(last().seen).toEqual(['shown']);
    expect(last().isMaximized()).toBe(true);
  });

  it('stays so for the next start, also where it is closed before it was shown', () => {
    const { update } = setUp(MAXIMIZED);
    last().close();
    expect(update).not.toHaveBeenCalled();
  });

  it('is remembered as one that isn’t once the user made it smaller', () => {
    const { update } = setUp({ width: 800, height: 600 });
    last().emit('ready-to-show');
    last().maximize();
    last().close();
    expect(update).toHaveBeenCalledWith({ windowSize: { width: 800, height: 600, isMaximized: true } });
  });
});

describe('a page that crashes', () => {
  it('is replaced at once', () => {
    setUp();
    crash(last());
    expect(electron.windows.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    expect(electron.boxes).toEqual([]);
  });

  it('is opened again where it was, not where the window began', () => {
    setUp();
    last().address = 'skills://skills/#/skills/js/websockets/ws';
    crash(last());
    expect(last().address).toMatch(/#\/skills\/js\/websockets\/ws$/);
  });

  it('twice in a row says so, and waits for the user', async () => {
    const { pass } = setUp();
    crash(last());
    pass(1_000);
    const second = last();
    crash(second);
    expect(second.isOpen).toBe(true);
    expect(second.isVisible()).toBe(true);
    expect(electron.boxes).toMatchObject([
      {
        window: second,
        box: {
          message: 'The page of this window ended twice in a row.',
          buttons: ['Reload', 'Close the window'],
        },
      },
    ]);
    electron.boxes[0]?.choose(0);
    await turn();
    expect(electron.windows.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
  });

  it('twice in a row closes where the user asks for it', async () => {
    const { appWindow } = setUp();
    crash(last());
    crash(last());
    electron.boxes[0]?.choose(1);
    await turn();
    expect(appWindow.isOpen).toBe(false);
    appWindow.show();
    expect(appWindow.isOpen).toBe(true);
  });

  it('again after a while is replaced again', () => {
    const { pass } = setUp();
    for (let time = 0; time < 5; time += 1) {
      crash(last());
      pass(10_000);
    }
    expect(electron.windows.filter(({ isOpen }) => isOpen)).toEqual([last()]);
    expect(electron.boxes).toEqual([]);
  });

  it('while its box is open shows no second box, and none after its window was closed', async () => {
    setUp();
    crash(last());
    crash(last());
    last().webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://skills/', true);
    last().emit('unresponsive');
    expect(electron.boxes).toHaveLength(1);
    last().close();
    electron.boxes[0]?.choose(0);
    await turn();
    expect(electron.windows.filter(({ isOpen }) => isOpen)).toEqual([]);
  });
});

describe('a page that can’t be loaded', () => {
  it('says why, and can be loaded again', async () => {
    setUp();
    last().webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://skills/', true);
    expect(electron.boxes[0]?.box).toMatchObject({
      message: 'The page of this window could not be loaded.',
      detail: expect.stringContaining('ERR_FILE_NOT_FOUND'),
    });
    electron.boxes[0]?.choose(0);
    await turn();
    expect(electron.windows.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  it.each([
    ['a load that another one replaced', -3, true],
    ['a frame inside of it', -6, false],
  ])('is not %s', (_, code, isMainFrame) => {
    setUp();
    last().webContents.emit('did-fail-load', {}, code, 'x', 'app://skills/', isMainFrame);
    expect(electron.boxes).toEqual([]);
  });
});

describe('a window that does not respond', () => {
  it('asks, and stays if the user waits', async () => {
    setUp();
    last().emit('unresponsive');
    expect(electron.boxes[0]?.box.buttons).toEqual(['Reload', 'Wait']);
    electron.boxes[0]?.choose(1);
    await turn();
    expect(last().isOpen).toBe(true);
    last().emit('unresponsive');
    expect(electron.boxes).toHaveLength(2);
  });

  it('takes the question back when it responds', async () => {
    setUp();
    last().emit('unresponsive');
    last().emit('responsive');
    await turn();
    expect(electron.boxes[0]?.box.signal?.aborted).toBe(true);
    expect(electron.windows.map(({ isOpen }) => isOpen)).toEqual([true]);
  });

  it('is replaced if the user asks for it', async () => {
    setUp();
    last().emit('unresponsive');
    electron.boxes[0]?.choose(0);
    await turn();
    expect(electron.windows.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });
});

const LARGE = { x: 0, y: 0, width: 2560, height: 1400 };
const RIGHT = { x: 2560, y: 0, width: 1366, height: 728 };

describe('a new window', () => {
  it('has a size of its own at first', () => {
    expect(windowBounds(null, [LARGE])).toEqual({ width: 1280, height: 800, minWidth: 420, minHeight: 480 });
  });

  it('has the size and place that the last one had, on its monitor', () => {
    const kept = { x: 2600, y: 100, width: 900, height: 600 };
    expect(windowBounds(kept, [LARGE, RIGHT])).toMatchObject(kept);
  });

  it('is placed by the system where the monitor is gone, or no place was kept', () => {
    const kept = { x: 2600, y: 100, width: 900, height: 1300 };
    for (const bounds of [windowBounds(kept, [LARGE]), windowBounds({ width: 900, height: 1300 }, [LARGE])]) {
      expect(bounds).toMatchObject({ width: 900, height: 1300 });
      expect(bounds).not.toHaveProperty('x');
    }
  });

  it('lies within the work area, also where that became smaller', () => {
    const bounds = windowBounds({ x: 3500, y: -20, width: 800, height: 900 }, [LARGE, RIGHT]);
    expect(bounds).toMatchObject({ x: 3126, y: 0, width: 800, height: 728 });
    expect(windowBounds(null, [RIGHT])).toMatchObject({ width: 1280, height: 728 });
    expect(windowBounds({ width: 2000, height: 1300 }, [RIGHT])).toMatchObject({ width: 1366, height: 728 });
  });

  it('fits a work area smaller than its least size', () => {
    expect(windowBounds(null, [{ x: 0, y: 0, width: 400, height: 300 }])).toEqual({
      width: 400,
      height: 300,
      minWidth: 400,
      minHeight: 300,
    });
  });
});

it('the window has the page’s background before the page is drawn', () => {
  const tokens = readFileSync('src-renderer/styles/tokens.css', 'utf8');
  const [, light, dark] = /--desk: light-dark\((#\w+), (#\w+)\);/.exec(tokens) ?? [];
  expect({ light, dark }).toEqual(WINDOW_GROUND);
});
