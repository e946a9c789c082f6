import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { portOf, readHandedOver, registryOf, startsHidden } from '../../src-main/start-mode.ts';

describe('startsHidden', () => {
  const start = (argv: string[], startHidden = true, openedAtLogin = false) =>
    startsHidden({ argv, startHidden, openedAtLogin });

  it('shows the window where somebody started the app', () => expect(start([])).toBe(false));
  it('stays in the tray where it was asked to', () => expect(start(['--hidden'], false)).toBe(true));
  it('stays in the tray at login, unless the setting says otherwise', () => {
    expect(start(['--at-login'])).toBe(true);
    expect(start(['--at-login'], false)).toBe(false);
    expect(start([], true, true)).toBe(true);
    expect(start([], false, true)).toBe(false);
  });
});

describe('portOf', () => {
  it.each([
    [['--port', '8710'], 8710],
    [['--port=8710'], 8710],
    [['-p', '8710'], 8710],
    [['app', '--hidden', '--port', '1'], 1],
    [[], undefined],
    [['--port'], undefined],
    [['--port', 'x'], undefined],
    [['--port', '0'], undefined],
    [['--port', '65536'], undefined],
    [['--portable', '1'], undefined],
  ])('reads %j as %s', (argv, port) => expect(portOf(argv)).toBe(port));
});

describe('registryOf', () => {
  const cwd = join('/', 'home', 'someone');
  it.each([
    [['-r', '/skills'], join('/', 'skills')],
    [['app', '--port', '1', '--registry', 'mine'], join(cwd, 'mine')],
    [['--registry=../x=y'], join(cwd, '..', 'x=y')],
    [['-r', '~/skills'], '~/skills'],
    [[], undefined],
    [['-r'], undefined],
    [['--registry='], undefined],
    [['-r', '--hidden'], undefined],
    [['--registry-of', '/x'], undefined],
  ])('reads %j as %s', (argv, path) => expect(registryOf(argv, cwd)).toBe(path));
});

describe('readHandedOver', () => {
  it('takes a registry that is a text, and nothing else', () => {
    expect(readHandedOver({ registry: '/x', more: 1 })).toBe('/x');
    for (const odd of [undefined, null, 'x', [], { registry: 1 }, { registry: null }])
      expect(readHandedOver(odd)).toBeUndefined();
  });
});
