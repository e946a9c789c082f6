import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../../src-main/contract/requests.ts';
import {
  autostartEntry,
  createLinuxLoginItem,
  createSystemLoginItem,
  executableOf,
  isDisabled,
  type LoginFacts,
  loginExecutable,
  whyNoLoginItem,
} from '../../src-main/start-mode.ts';

const APP: LoginFacts = {
  platform: 'linux',
  isPackaged: true,
  execPath: '/opt/Skills Registry/skills-registry',
  env: {},
};

describe('starting at login', () => {
  it('is the installed app’s alone, on every system', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const) {
      expect(whyNoLoginItem({ ...APP, platform })).toBeUndefined();
      expect(whyNoLoginItem({ ...APP, platform, isPackaged: false })).toContain('development run');
    }
  });

  it('is left to the system inside Flatpak and Snap', () => {
    expect(whyNoLoginItem({ ...APP, env: { FLATPAK_ID: 'x' } })).toContain('Flatpak');
    expect(whyNoLoginItem({ ...APP, env: { SNAP: '/snap/x' } })).toContain('Snap');
  });
});

describe('what is started', () => {
  const MOUNTED = { APPIMAGE: '/home/me/Skills.AppImage', APPDIR: '/tmp/.mount_SkillsX' };

  it('is the AppImage that this process runs out of, never its mount point', () => {
    expect(loginExecutable({ ...APP, execPath: `${MOUNTED.APPDIR}/skills-registry`, env: MOUNTED })).toBe(
      MOUNTED.APPIMAGE,
    );
  });

  it('is the executable where the AppImage is that of a terminal', () => {
    expect(loginExecutable({ ...APP, env: MOUNTED })).toBe(APP.execPath);
    expect(loginExecutable({ ...APP, env: { APPIMAGE: '/home/me/Terminal.AppImage' } })).toBe(APP.execPath);
    expect(
      loginExecutable({ ...APP, execPath: '/tmp/.mount_SkillsXY/app', env: MOUNTED }),
      'a neighbour whose name begins alike',
    ).toBe('/tmp/.mount_SkillsXY/app');
  });
});

let configHome: string;
const FILE = 'org.skills-registry.app.desktop';
const file = () => join(configHome, 'autostart', FILE);
const item = (overrides: { executable?: string; unsupported?: string } = {}) =>
  createLinuxLoginItem({
    configHome,
    desktopFileName: FILE,
    appName: 'Skills Registry',
    executable: '/home/me/Skills.AppImage',
    ...overrides,
  });

beforeEach(() => {
  configHome = mkdtempSync(join(tmpdir(), 'login-'));
});
afterEach(() => rmSync(configHome, { recursive: true }));

it('is off until it is turned on, and off again after that', async () => {
  expect(await item().read()).toEqual({ state: 'off' });
  await item().set(true);
  expect(await item().read()).toEqual({ state: 'on' });
  expect(readFileSync(file(), 'utf8')).toContain('"/home/me/Skills.AppImage" --at-login');
  await item().set(false);
  expect(existsSync(file())).toBe(false);
});

it('follows an AppImage that was moved', async () => {
  await item().set(true);
  await item({ executable: '/opt/Skills.AppImage' }).repair();
  expect(readFileSync(file(), 'utf8')).toContain('"/opt/Skills.AppImage"');
});

it('is never turned on by a repair', async () => {
  await item().repair();
  expect(existsSync(file())).toBe(false);
});

it('stays off where the desktop turned it off, and says so', async () => {
  mkdirSync(join(configHome, 'autostart'));
  writeFileSync(file(), '[Desktop Entry]\nExec="/old"\nHidden=true\n');
  await item().repair();
  expect(readFileSync(file(), 'utf8')).toContain('/old');
  expect(await item().read()).toMatchObject({ state: 'blocked' });
});

it('is left alone where it isn’t supported, an entry of the installed app’s too', async () => {
  await item().set(true);
  const other = item({ unsupported: 'This is a development run.', executable: '/electron' });
  expect(await other.read()).toEqual({ state: 'unsupported', reason: 'This is a development run.' });
  await expect(other.set(true)).rejects.toThrow('development run');
  await other.repair();
  expect(readFileSync(file(), 'utf8')).toContain('/home/me/Skills.AppImage');
});

describe('autostartEntry', () => {
  it('starts the app in the tray', () => {
    expect(autostartEntry('Skills Registry', '/opt/skills/skills-registry')).toContain(
      'Exec="/opt/skills/skills-registry" --at-login',
    );
  });

  it('doubles per cent signs, which are fields there', () => {
    expect(autostartEntry('x', '/opt/100%')).toContain('"/opt/100%%"');
  });

  it('names an executable that can be read back, whatever is in its path', () => {
    const path = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).map((text) => `/${text}`);
    fc.assert(
      fc.property(path, (executable) => {
        expect(executableOf(autostartEntry('x', executable))).toBe(executable);
      }),
    );
  });
});

describe('executableOf', () => {
  it('reads an entry that somebody wrote without quotes', () => {
    expect(executableOf('[Desktop Entry]\nExec=/usr/bin/skills-registry-app --at-login\n')).toBe(
      '/usr/bin/skills-registry-app',
    );
  });

  it('is undefined where the entry starts nothing', () => {
    expect(executableOf('[Desktop Entry]\nType=Link\n')).toBeUndefined();
  });
});

describe('isDisabled', () => {
  it('knows both ways in which desktops turn an entry off', () => {
    expect(isDisabled('Hidden=true\n')).toBe(true);
    expect(isDisabled('X-GNOME-Autostart-enabled=false\n')).toBe(true);
    expect(isDisabled(autostartEntry('x', '/x'))).toBe(false);
  });
});

type Settings = ReturnType<App['getLoginItemSettings']>;

/** Makes a system that keeps what `keep` lets it. */
function system(platform: 'darwin' | 'win32', found: Partial<Settings> = {}, unsupported?: string) {
  let kept = false;
  const asked: unknown[] = [];
  const app = {
    getLoginItemSettings: () => ({
      openAtLogin: kept,
      executableWillLaunchAtLogin: kept,
      wasOpenedAtLogin: false,
      launchItems: [],
      status: kept ? 'enabled' : 'not-registered',
      ...found,
    }),
    setLoginItemSettings: (settings: { openAtLogin: boolean }) => {
      asked.push(settings);
      kept = settings.openAtLogin;
    },
  } as unknown as App;
  return { asked, item: createSystemLoginItem(app, platform, unsupported) };
}

describe.each(['darwin', 'win32'] as const)('starting at login on %s', (platform) => {
  it('is what the system says, not what was asked for last', async () => {
    const { item } = system(platform);
    expect(await item.read()).toEqual({ state: 'off' });
    await item.set(true);
    expect(await item.read()).toEqual({ state: 'on' });
    await item.set(false);
    expect(await item.read()).toEqual({ state: 'off' });
  });

  it('is a refusal where the system doesn’t take it, though it says nothing', async () => {
    const never = system(platform, { openAtLogin: false, status: 'not-found' });
    await expect(never.item.set(true)).rejects.toThrow(Refusal);
    const always = system(platform, { openAtLogin: true, executableWillLaunchAtLogin: true });
    await expect(always.item.set(false)).rejects.toThrow('still starts the app at login');
  });

  it('is no refusal where there was nothing to take away', async () => {
    await expect(system(platform).item.set(false)).resolves.toBeUndefined();
  });

  it('is never touched where the app can’t be started so', async () => {
    const { item, asked } = system(platform, {}, 'A development run.');
    expect(await item.read()).toEqual({ state: 'unsupported', reason: 'A development run.' });
    await expect(item.set(true)).rejects.toThrow('A development run.');
    expect(asked).toEqual([]);
  });
});

it('on macOS may wait for its user’s approval, which is no failure', async () => {
  const { item } = system('darwin', { openAtLogin: false, status: 'requires-approval' });
  await item.set(true);
  expect(await item.read()).toMatchObject({ state: 'blocked' });
});

it('on Windows may be turned off in the Task Manager, which is no failure', async () => {
  const { item } = system('win32', { openAtLogin: true, executableWillLaunchAtLogin: false });
  await item.set(true);
  expect(await item.read()).toMatchObject({ state: 'blocked' });
});

it('on Windows is found by the switch that the entry was written with', async () => {
  const { item, asked } = system('win32');
  await item.set(true);
  expect(asked).toEqual([{ openAtLogin: true, args: ['--at-login'] }]);
});
