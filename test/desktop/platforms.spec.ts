/**
 * The branches for macOS and Windows, in the app as a whole: its main process is told that it runs there. Their native
 * halves, and the service, are this system's.
 */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, expect, onRealElectron, type StartOptions, serverIs, test, unless } from './desktop-test.ts';
import { PROJECT } from './project.ts';

/** What a package has beside its archive, of the project's own files. */
const resources = join(tmpdir(), `skills-resources-${process.pid}`);

test.beforeAll(() => {
  mkdirSync(resources);
  for (const name of ['tray', 'icons']) symlinkSync(join(PROJECT, 'assets', name), join(resources, name));
  symlinkSync(PROJECT, join(resources, 'cli'));
});
test.afterAll(() => rmSync(resources, { recursive: true, force: true }));

const MAC: StartOptions = { platform: 'darwin', isPackaged: true, resources };
const WINDOWS: StartOptions = { ...MAC, platform: 'win32' };
const SYSTEMS = [
  ['macOS', MAC],
  ['Windows', WINDOWS],
] as const;

unless(onRealElectron);

for (const [name, system] of SYSTEMS) {
  test(`on ${name} the app serves, shows its tray, and leaves nothing behind`, async ({ start }) => {
    const app = await start(system);
    const page = await app.page();
    await serverIs(page, 'serving');
    expect(await ask(page, 'getAppInfo')).toMatchObject({ platform: system.platform, hasTray: true });
    await expect
      .poll(async () => (await app.tray())?.icon)
      .toMatch(system === MAC ? /^servingTemplate\.png$/ : /^serving\.ico$/);
    expect(await app.quit()).toMatchObject({ code: 0, leftovers: [] });
  });

  test(`on ${name} starting at login is the system’s to keep, and read back from it`, { tag: '@ci' }, async ({
    start,
  }) => {
    const app = await start(system);
    const page = await app.page();
    expect((await ask(page, 'getSettings')).startAtLogin).toEqual({ state: 'off' });
    expect((await ask(page, 'changeSettings', { startAtLogin: true })).startAtLogin).toEqual({ state: 'on' });
    await app.clickTray('Start at login');
    await expect.poll(async () => (await ask(page, 'getSettings')).startAtLogin).toEqual({ state: 'off' });
  });

  test(`on ${name} a login item that the system doesn’t take is a refusal, and the tray’s mark stays off`, {
    tag: '@ci',
  }, async ({ start }) => {
    const app = await start({ ...system, quirks: { loginItem: 'is refused' } });
    const page = await app.page();
    await serverIs(page, 'serving');
    await expect(ask(page, 'changeSettings', { startAtLogin: true })).rejects.toThrow(
      'refused: The system did not add the app to the login items',
    );
    await app.clickTray('Start at login');
    await expect(page.getByText('The system did not add the app')).toBeVisible();
    const item = async () => (await app.tray())?.items.find(({ label }) => label === 'Start at login');
    await expect.poll(async () => (await item())?.checked).toBe(false);
  });
}

test('on macOS a login item that waits for its user’s word says where to give it', { tag: '@ci' }, async ({
  start,
}) => {
  const app = await start({ ...MAC, quirks: { loginItem: 'waits for approval' } });
  const { startAtLogin } = await ask(await app.page(), 'changeSettings', { startAtLogin: true });
  expect(startAtLogin).toEqual({
    state: 'blocked',
    reason: 'Allow it in System Settings, General, Login Items.',
  });
});

test('on Windows a login item that the Task Manager turned off says so', { tag: '@ci' }, async ({
  start,
}) => {
  const app = await start({ ...WINDOWS, quirks: { loginItem: 'is turned off' } });
  const { startAtLogin } = await ask(await app.page(), 'changeSettings', { startAtLogin: true });
  expect(startAtLogin).toEqual({ state: 'blocked', reason: 'Enable it in the Task Manager, Startup apps.' });
});

test('on macOS a start at login shows only the menu bar’s icon', { tag: '@ci' }, async ({ start }) => {
  const app = await start({ ...MAC, quirks: { openedAtLogin: true } });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  expect(await app.hasWindow()).toBe(false);
  expect(await app.evaluate(({ app: electron }) => electron.dock?.isVisible(), null)).toBe(false);
});

test('on macOS the Dock icon is there while the window is, however soon it is closed', {
  tag: '@ci',
}, async ({ start }) => {
  const app = await start(MAC);
  await app.page();
  const inDock = () => app.evaluate(({ app: electron }) => electron.dock?.isVisible(), null);
  await expect.poll(inDock).toBe(true);
  await app.closeWindow();
  await expect.poll(inDock).toBe(false);
  await app.evaluate(({ app: electron, BrowserWindow }) => {
    electron.emit('activate');
    for (const window of BrowserWindow.getAllWindows()) window.close();
  }, null);
  await expect.poll(() => app.hasWindow()).toBe(false);
  await expect.poll(inDock).toBe(false);
});

test('on macOS a click on the tray is its menu’s', { tag: '@ci' }, async ({ start }) => {
  const app = await start({ ...MAC, args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await app.evaluate(() => {
    (
      globalThis as unknown as { __desktopTest: { trayIcon: { emit(event: string): void } } }
    ).__desktopTest.trayIcon.emit('click');
  }, null);
  await app.clickTray('Copy URL');
  expect(await app.hasWindow()).toBe(false);
});
