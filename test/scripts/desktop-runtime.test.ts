import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findElectron, whyBrowser, whyEnded } from '../../scripts/start.mjs';

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

describe('whyEnded', () => {
  const end = { signal: 'SIGTRAP', code: null, platform: 'linux', restrictsNamespaces: true };

  it('explains a refused sandbox, and says what helps', () => {
    expect(whyEnded(end)).toMatch(/^it ended with SIGTRAP: .*AppArmor profile/);
    expect(whyEnded(end)).toContain('sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0');
  });

  it('explains nothing else by it', () => {
    expect(whyEnded({ ...end, restrictsNamespaces: false })).toBe('it ended with SIGTRAP');
    expect(whyEnded({ ...end, platform: 'darwin' })).toBe('it ended with SIGTRAP');
    expect(whyEnded({ ...end, signal: null, code: 1 })).toBe('it ended with code 1');
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
