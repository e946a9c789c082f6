import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../../src-server/contract/api/api.ts';
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
import { newFolder } from './driver.ts';

test('the first start shows the window, serves the sample and says so', { tag: '@packed' }, async ({
  start,
  target,
}) => {
  const app = await start();
  const page = await app.page();
  const ready = await serverIs(page, 'serving');
  expect(ready).toMatchObject({ address: `http://127.0.0.1:${app.port}`, folder: target.sample });
  expect(ready.steps.map(({ name, state }) => [name, state])).toEqual([
    ['process', 'done'],
    ['folder', 'done'],
    ['port', 'done'],
    ['probe', 'done'],
  ]);
  expect((await ask(page, 'getAppInfo')).firstStart).toBe(true);
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).toEqual(['sample-registry']);
  expect(await page.evaluate(async () => (await fetch('/health')).json())).toMatchObject({ status: 'ok' });
  const status: Status = await page.evaluate(async () => (await fetch('/v1/status')).json());
  expect(status.registry.sample).toBe(true);
  await expect
    .poll(async () => (await app.tray())?.toolTip)
    .toContain(`${ready.status.counts.skills} skills`);
});

test('a hidden start shows only the tray, and a second start opens the window', { tag: '@packed' }, async ({
  start,
}) => {
  const app = await start({ args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  expect(await app.hasWindow()).toBe(false);
  const second = await start({ home: app.home, port: app.port, endsAtOnce: true });
  expect(await second.exited).toBe(0);
  await serverIs(await app.page(), 'serving');
  expect(discoveryFiles(app)).toHaveLength(1);
});

test('a folder that the start was given is served and remembered, as one that was picked', async ({
  start,
}) => {
  const home = newFolder();
  const registry = writeRegistry(join(home, 'my registry'), ['one', 'two']);
  const app = await start({ home, args: ['-r', registry] });
  const page = await app.page();
  expect(await serverIs(page, 'serving')).toMatchObject({
    folder: registry,
    status: { counts: { skills: 2 } },
  });
  expect((await ask(page, 'getAppInfo')).firstStart).toBe(false);
  expect(await ask(page, 'getNotices')).toEqual([]);
  expect((await ask(page, 'getSettings')).settings.registry).toBe(registry);
});

test('a second start hands its folder to the app that runs', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  const registry = writeRegistry(join(app.home, 'other'), ['one', 'two', 'three']);
  const second = await start({
    ...{ home: app.home, port: app.port, endsAtOnce: true },
    args: ['--registry', registry],
  });
  expect(await second.exited).toBe(0);
  expect(second.output()).toContain('It was asked to serve that folder');
  const page = await app.page();
  await expect.poll(async () => (await serverIs(page, 'serving')).folder).toBe(registry);
});

test('a folder that is no registry is refused in a notice, and what was served still is', async ({
  start,
  target,
}) => {
  const home = newFolder();
  const empty = join(home, 'empty');
  mkdirSync(empty);
  const app = await start({ home, args: ['-r', empty] });
  const page = await app.page();
  expect(await serverIs(page, 'serving')).toMatchObject({ folder: target.sample });
  const notices = await ask(page, 'getNotices');
  expect(notices.find(({ id }) => id === 'registry-refused')?.text).toContain(empty);
});

test('a hidden start where no tray exists opens the window', async ({ start }) => {
  unless(notOnLinux);
  const app = await start({ args: ['--hidden'], trayHost: false });
  const page = await app.page();
  expect((await ask(page, 'getAppInfo')).hasTray).toBe(false);
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).toContain('no-tray');
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
    { path: registry, reachable: true, current: true, served: { skills: 2, at: expect.any(String) } },
  ]);
});

test('the sample, once chosen, is an answer: a window opened again does not ask', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  expect(await ask(page, 'useSampleRegistry')).toMatchObject({ outcome: 'ok' });
  expect((await ask(page, 'getAppInfo')).firstStart).toBe(false);
});

test('a dialog that is closed changes nothing', async ({ start, target }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  await app.answerDialog('showOpenDialog', { canceled: true, filePaths: [] });
  expect(await ask(page, 'chooseRegistry')).toEqual({ outcome: 'cancelled' });
  expect(await serverIs(page, 'serving')).toMatchObject({ folder: target.sample });
});

test('a folder that is no registry is refused with what was looked for, and the former one stays', async ({
  start,
  target,
}) => {
  const app = await start();
  const page = await app.page();
  const before = await serverIs(page, 'serving');
  const empty = join(app.home, 'holiday pictures');
  mkdirSync(empty);
  const refused = await ask(page, 'setRegistry', { path: empty });
  expect(refused).toMatchObject({ outcome: 'refused', path: empty, candidates: [] });
  expect(refused.outcome === 'refused' && refused.message).toContain('skill.json');
  expect(await ask(page, 'setRegistry', { path: 'not/absolute' })).toMatchObject({ outcome: 'refused' });
  expect(await ask(page, 'setRegistry', { path: join(app.home, 'nowhere') })).toMatchObject({
    outcome: 'refused',
  });
  expect(await serverIs(page, 'serving')).toMatchObject({
    folder: target.sample,
    status: { pid: before.status.pid },
  });
});

test('a folder above several registries is refused with its candidates', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const parent = join(app.home, 'several');
  for (const name of ['left', 'right']) writeRegistry(join(parent, name), [name]);
  const refused = await ask(page, 'setRegistry', { path: parent });
  const candidates = refused.outcome === 'refused' ? refused.candidates.map(({ path }) => path) : [];
  expect(candidates.sort()).toEqual([join(parent, 'left'), join(parent, 'right')]);
});

test('everything the app keeps is in one folder of its own, for its user only', { tag: '@packed' }, async ({
  start,
  target,
}) => {
  unless(notOnLinux);
  const app = await start({ ownUserData: true });
  const page = await app.page();
  const own = target.isPackaged ? 'skills-registry' : 'skills-registry-development';
  await ask(page, 'changeSettings', { theme: 'dark' });
  expect(await ask(page, 'getAppInfo')).toMatchObject({
    settingsFile: join(app.home, 'config', own, 'settings.json'),
    logsFolder: join(app.home, 'config', own, 'logs'),
  });
  await app.quit();
  expect(readdirSync(join(app.home, 'config'))).toEqual([own]);
  expect(statSync(join(app.home, 'config', own)).mode & 0o777).toBe(0o700);
  expect(existsSync(join(app.home, 'config', own, 'settings.json'))).toBe(true);
});

test('settings survive a restart, and only what was changed is written', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  const changed = await ask(page, 'changeSettings', { theme: 'dark', closeToTray: false });
  expect(changed.settings).toMatchObject({ theme: 'dark', closeToTray: false });
  await app.quit();
  const file = join(app.userData, 'settings.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...{ schemaVersion: 1, theme: 'dark', closeToTray: false, seenNotices: ['sample-registry'] },
  });
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = await start({ home: app.home });
  const state = await ask(await again.page(), 'getSettings');
  expect(state.settings).toMatchObject({ theme: 'dark', closeToTray: false });
});

test('a corrupt settings file is kept aside, defaults are used, and the user is told', async ({ start }) => {
  const app = await start({ settings: '{"port": 87' });
  const page = await app.page();
  const [notice] = (await ask(page, 'getNotices')).filter(({ id }) => id === 'settings-recovered');
  expect(notice?.text).toContain('not JSON');
  const kept = readdirSync(app.userData).find((name) => name.startsWith('settings.broken-'));
  expect(readFileSync(join(app.userData, kept ?? ''), 'utf8')).toBe('{"port": 87');
  await serverIs(page, 'serving');
});

test('a port that is changed waits for a restart and says so', async ({ start, target }) => {
  const app = await start({ settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  await serverIs(page, 'serving');
  await ask(page, 'changeSettings', { allowSubmit: true });
  expect((await serverIs(page, 'serving')).pending).toEqual(['allowSubmit']);
  await ask(page, 'restartServer');
  await expect.poll(async () => (await serverIs(page, 'serving')).pending).toEqual([]);
});

test('starting at login is off until asked for, and is read back from the system', {
  tag: '@packed',
}, async ({ start, target }) => {
  unless(notOnLinux);
  const app = await start();
  const page = await app.page();
  const entry = join(app.home, 'config/autostart/org.skills-registry.app.desktop');
  const { startAtLogin } = await ask(page, 'getSettings');
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

test('a check mark in the tray is what is so, also after what it asked for failed', {
  tag: '@only-packed',
}, async ({ start }) => {
  unless(notOnLinux);
  const app = await start();
  await serverIs(await app.page(), 'serving');
  // A file in the place of the folder for autostart entries.
  mkdirSync(join(app.home, 'config'), { recursive: true });
  writeFileSync(join(app.home, 'config/autostart'), '');
  const item = async () => (await app.tray())?.items.find(({ label }) => label === 'Start at login');
  await app.clickTray('Start at login');
  await expect.poll(async () => (await item())?.checked).toBe(false);
});

test('the sample is remembered as the sample, wherever this build keeps it', {
  tag: '@packed',
}, async ({ start }) => {
  const app = await start();
  const page = await app.page();
  const { folder: sample } = await serverIs(page, 'serving');
  const mine = writeRegistry(join(app.home, 'mine'), ['one']);
  await ask(page, 'setRegistry', { path: mine });
  expect(await serverIs(page, 'serving')).toMatchObject({ folder: mine });
  await ask(page, 'useSampleRegistry');
  expect(await serverIs(page, 'serving')).toMatchObject({ folder: sample });
  expect((await ask(page, 'getSettings')).settings.registry).toBeNull();
  expect((await ask(page, 'getSettings')).recentRegistries.map(({ path }) => path)).toEqual([mine]);
});

test('whether requests are recorded is remembered', async ({ start }) => {
  const app = await start();
  await ask(await app.page(), 'recordActivity', { recording: false });
  await app.quit();
  const again = await start({ home: app.home });
  expect((await ask(await again.page(), 'getActivity')).recording).toBe(false);
});
