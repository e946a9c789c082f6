import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findElectron, whyBrowser } from '../../scripts/desktop-runtime.mjs';

describe('whyBrowser', () => {
  const ask = (args: string[], rest: object = {}) =>
    whyBrowser({ args, platform: 'linux', env: { DISPLAY: ':0' }, isRoot: false, ...rest });

  it('has no reason on a desktop', () => {
    for (const args of [
      [],
      ['--port', '8710'],
      ['--port=8710'],
      ['-p', '1'],
      ['--hidden'],
      ['-r', '/x', '--port', '1'],
    ])
      expect(ask(args)).toBeUndefined();
    expect(ask([], { env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeUndefined();
  });

  it('says what is missing', () => {
    expect(ask([], { env: {} })).toBe('there is no display');
    expect(ask([], { isRoot: true })).toBe('Electron does not run as root');
    expect(ask(['--browser'])).toBe('you asked for it');
    expect(ask(['-r', '/x', '--host', '::1'])).toBe('it takes no --host');
    expect(ask(['--port', 'x'])).toBe('it takes no --port');
  });

  it('asks for no display where every desktop has one', () => {
    expect(ask([], { platform: 'darwin', env: {} })).toBeUndefined();
  });
});

describe('findElectron', () => {
  it('finds the binary by its path, and nothing where it was not fetched', () => {
    const root = mkdtempSync(join(tmpdir(), 'electron-'));
    const dist = join(root, 'node_modules/electron/dist');
    mkdirSync(dist, { recursive: true });
    expect(findElectron(root, 'linux', {})).toBeUndefined();
    writeFileSync(join(dist, 'electron'), '');
    expect(findElectron(root, 'linux', {})).toBe(join(dist, 'electron'));
    rmSync(root, { recursive: true });
  });
});
