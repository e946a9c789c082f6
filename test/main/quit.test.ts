import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DesktopApp } from '../../src-main/desktop-app.ts';
import { silentLogger } from '../../src-server/contract/service.ts';

const electron = vi.hoisted(() => ({ app: undefined as unknown as EventEmitter & { exit: () => void } }));
vi.mock('electron', () => ({
  get app() {
    return electron.app;
  },
  dialog: {},
  powerMonitor: { on() {} },
}));
const { quitCleanly } = await import('../../src-main/quit.ts');

beforeEach(() => {
  electron.app = Object.assign(new EventEmitter(), { exit: vi.fn() });
  vi.useFakeTimers();
  // Only the events of the app are meant.
  vi.spyOn(process, 'on').mockReturnValue(process);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function quitWith(close: () => Promise<void>) {
  const desktop = { close: vi.fn(close), supervisor: { forceKill() {} } } as unknown as DesktopApp;
  const onClosed = vi.fn();
  quitCleanly(desktop, { main: silentLogger, server: silentLogger, setLevel() {} }, onClosed);
  const event = { preventDefault: vi.fn() };
  electron.app.emit('before-quit', {});
  electron.app.emit('will-quit', event);
  return { desktop, onClosed, event };
}

it('quits when nothing is left, once, however often it is asked', async () => {
  const { desktop, onClosed, event } = quitWith(async () => {});
  electron.app.emit('will-quit', event);
  await vi.advanceTimersByTimeAsync(0);
  expect(desktop.close).toHaveBeenCalledTimes(1);
  expect(event.preventDefault).toHaveBeenCalledTimes(2);
  expect(onClosed).toHaveBeenCalledTimes(1);
  expect(electron.app.exit).toHaveBeenCalledTimes(1);
});

it.each<[string, () => Promise<void>]>([
  ['a disk that hangs', () => new Promise(() => {})],
  ['a shutdown that fails', () => Promise.reject(new Error('EIO'))],
])('quits in spite of %s', async (_, close) => {
  quitWith(close);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(electron.app.exit).toHaveBeenCalledTimes(1);
});
