import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLinuxLoginItem } from '../../../src-main/login/linux-login-item.ts';

let configHome: string;
const FILE = 'org.skills-registry.app.desktop';
const file = () => join(configHome, 'autostart', FILE);
const item = (overrides: { executable?: string; unsupported?: string } = {}) =>
  createLinuxLoginItem({
    ...{ configHome, desktopFileName: FILE, appName: 'Skills Registry' },
    ...{ executable: '/home/me/Skills.AppImage', ...overrides },
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
