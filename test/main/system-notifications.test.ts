import { EventEmitter } from 'node:events';
import type { Notification } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import { createSystemNotifications } from '../../src-main/notices.ts';

const shown: FakeNotification[] = [];
/** What Windows calls for each activation, whether or not its object is still there. */
let activate: (() => void) | undefined;

class FakeNotification extends EventEmitter {
  static isSupported = () => true;
  static handleActivation(callback: () => void) {
    activate = callback;
  }
  show() {
    shown.push(this);
  }
}

const NOTICE = { title: 'Not serving', text: 'The port is taken.', link: { label: '', url: '#/source' } };

function setUp(platform: NodeJS.Platform) {
  const onClick = vi.fn();
  const system = createSystemNotifications(
    platform,
    onClick,
    FakeNotification as unknown as typeof Notification,
  );
  return { system, onClick };
}

beforeEach(() => {
  shown.length = 0;
  activate = undefined;
});

it('a click in Windows’ Action Center opens what the notification was about', () => {
  const { system, onClick } = setUp('win32');
  system.show(NOTICE);
  // It leaves the screen, and lies in the Action Center from then on.
  shown[0]?.emit('close', { reason: 'timedOut' });
  activate?.();
  shown[0]?.emit('click');
  expect(onClick.mock.calls).toEqual([[undefined], [NOTICE]]);
});

it('a click on a notification of an earlier run opens the window', () => {
  const { onClick } = setUp('win32');
  activate?.();
  expect(onClick.mock.calls).toEqual([[undefined]]);
});

it.each(['linux', 'darwin'] as const)('%s has no such function, and is not asked for it', (platform) => {
  setUp(platform);
  expect(activate).toBeUndefined();
});

it('each of many notifications has its own click', () => {
  const { system, onClick } = setUp('win32');
  const notices = Array.from({ length: 30 }, (_, at) => ({ ...NOTICE, title: String(at) }));
  for (const notice of notices) system.show(notice);
  shown[29]?.emit('click');
  shown[10]?.emit('click');
  expect(onClick.mock.calls).toEqual([[notices[29]], [notices[10]]]);
});
