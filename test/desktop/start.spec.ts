import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../src-server/contract/api.ts';
import {
  ask,
  discoveryFiles,
  expect,
  notOnLinux,
  serverIs,
  test,
  unless,
  writeRegistry,
} from './desktop-test.ts';

test('the first start serves the sample and says so; starting at login is off until asked for', {
  tag: '@packed',
}, async ({ start, target }) => {
  const app = await start();
  const page = await app.page();
  const ready = await serverIs(page, 'serving');
  expect(ready).toMatchObject({ address: `http://127.0.0.1:${app.port}`, folder: target.sample });
  expect((await ask(page, 'getAppInfo')).firstStart).toBe(true);
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).toEqual(['sample-registry']);
  expect(await page.evaluate(async () => (await fetch('/health')).json())).toMatchObject({ status: 'ok' });
  const status: Status = await page.evaluate(async () => (await fetch('/v1/status')).json());
  expect(status.registry.sample).toBe(true);
  await expect
    .poll(async () => (await app.tray())?.toolTip)
    .toContain(`${ready.status.counts.skills} sample skills`);
  const entry = join(app.home, 'config/autostart/org.skills-registry.app.desktop');
  const { startAtLogin } = await ask(page, 'getSettings');
  if (process.platform !== 'linux') return;
  if (!target.isPackaged) {
    expect(startAtLogin).toMatchObject({
      state: 'unsupported',
      reason: expect.stringContaining('development run'),
    });
    return;
  }
  expect(startAtLogin).toEqual({ state: 'off' });
  expect((await ask(page, 'changeSettings', { startAtLogin: true })).startAtLogin).toEqual({ state: 'on' });
  expect(readFileSync(entry, 'utf8')).toContain('--at-login');
  await app.clickTray('Start at login');
  await expect.poll(() => existsSync(entry)).toBe(false);
});

test('a hidden start shows only the tray; a second start or the menu opens the window', {
  tag: '@packed',
}, async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  expect(await app.hasWindow()).toBe(false);
  const second = await start({ home: app.home, port: app.port, endsAtOnce: true });
  expect(await second.exited).toBe(0);
  await serverIs(await app.page(), 'serving');
  expect(discoveryFiles(app)).toHaveLength(1);
  await app.closeWindow();
  await expect.poll(() => app.hasWindow()).toBe(false);
  const choose = () =>
    app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
      items?.find(({ label }) => label === 'Settings…')?.click();
    }, null);
  await choose();
  const page = await app.page();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await choose();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test('a hidden start serves before a panel is there, and shows its window if none comes', async ({
  start,
}) => {
  unless(notOnLinux);
  const app = await start({ args: ['--hidden'], trayHost: false });
  await expect.poll(() => discoveryFiles(app).length).toBe(1);
  // Ten seconds long the panel is waited for.
  await expect.poll(() => app.hasWindow()).toBe(true);
  const page = await app.page();
  await serverIs(page, 'serving');
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).toContain('no-tray');
  expect((await ask(page, 'getAppInfo')).hasTray).toBe(false);
});

test('a folder chosen in the dialog is served, remembered and still served after a restart', {
  tag: '@packed',
}, async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const registry = writeRegistry(join(app.home, 'my registry'), ['one', 'two']);
  await app.answerDialog('showOpenDialog', { canceled: false, filePaths: [registry] });
  expect(await ask(page, 'chooseRegistry')).toEqual({ outcome: 'ok', path: registry });
  expect(await serverIs(page, 'serving')).toMatchObject({
    folder: registry,
    status: { counts: { skills: 2 } },
  });
  const listed = await page.evaluate(async () => (await fetch('/v1/skills')).json());
  expect(listed.skills.map(({ key }: { key: string }) => key)).toEqual(['js/someone/one', 'js/someone/two']);
  expect((await app.quit()).leftovers).toEqual([]);

  const again = await start({ home: app.home });
  const reopened = await again.page();
  expect(await serverIs(reopened, 'serving')).toMatchObject({
    folder: registry,
    status: { counts: { skills: 2 } },
  });
  expect((await ask(reopened, 'getAppInfo')).firstStart).toBe(false);
  expect((await ask(reopened, 'getSettings')).recentRegistries).toEqual([
    { path: registry, reachable: true, current: true },
  ]);
});

test('settings survive a restart, and all that the app keeps is in one folder of its own', {
  tag: '@packed',
}, async ({ start, target }) => {
  unless(notOnLinux);
  const app = await start({ ownUserData: true });
  const page = await app.page();
  const own = target.isPackaged ? 'skills-registry' : 'skills-registry-development';
  const folder = join(app.home, 'config', own);
  const file = join(folder, 'settings.json');
  const changed = await ask(page, 'changeSettings', { theme: 'dark', closeToTray: false });
  expect(changed.settings).toMatchObject({ theme: 'dark', closeToTray: false });
  expect(await ask(page, 'getAppInfo')).toMatchObject({
    settingsFile: file,
    logsFolder: join(folder, 'logs'),
  });
  await serverIs(page, 'serving');
  await app.quit();
  expect(readdirSync(join(app.home, 'config'))).toEqual([own]);
  expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    schemaVersion: 1,
    theme: 'dark',
    closeToTray: false,
    seenNotices: ['sample-registry'],
  });
  const again = await start({ home: app.home, ownUserData: true });
  const state = await ask(await again.page(), 'getSettings');
  expect(state.settings).toMatchObject({ theme: 'dark', closeToTray: false });
});

test('a corrupt settings file is kept aside, defaults are used, and the user is told', async ({ start }) => {
  const app = await start({ settings: '{"port": 87' });
  const page = await app.page();
  const [notice] = (await ask(page, 'getNotices')).filter(({ id }) => id === 'settings-recovered');
  expect(notice?.text).toContain('not JSON');
  await expect(page.getByRole('complementary', { name: 'Notices' })).toContainText(notice?.title ?? '-');
  const kept = readdirSync(app.userData).find((name) => name.startsWith('settings.broken-'));
  expect(readFileSync(join(app.userData, kept ?? ''), 'utf8')).toBe('{"port": 87');
  await serverIs(page, 'serving');
});
