import { expect, it } from 'vitest';
import { displayCommand } from '../../scripts/linux-desktop.mjs';

it('gives a script a display and a bus where Linux has none, and leaves it alone elsewhere', () => {
  expect(displayCommand('linux', {}, ['node', 'a.mjs'])).toEqual([
    'xvfb-run',
    '--auto-servernum',
    'dbus-run-session',
    '--',
    'node',
    'a.mjs',
  ]);
  for (const [platform, env] of [
    ['linux', { DISPLAY: ':0' }],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }],
    ['darwin', {}],
    ['win32', {}],
  ] as const)
    expect(displayCommand(platform, env, ['node', 'a.mjs'])).toEqual(['node', 'a.mjs']);
});
