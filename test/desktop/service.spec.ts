import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Activity } from '../../src-server/contract/api.ts';
import { SAMPLE_KEYS } from '../support/sample-skills.ts';
import {
  ask,
  discoveryFiles,
  expect,
  freePort,
  type StartedApp,
  serverIs,
  test,
  watchStates,
} from './desktop-test.ts';
import { PROJECT } from './project.ts';

const isVisible = (app: StartedApp) =>
  app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()),
    null,
  );

/** The page of the window that took another's place, once it has loaded. */
async function pageAfter(app: StartedApp, former: Page): Promise<Page> {
  const other = async () =>
    (await app.pages()).find((page) => page !== former && page.url() !== 'about:blank');
  await expect.poll(async () => (await other()) !== undefined).toBe(true);
  const page = await other();
  if (page === undefined) throw new Error('There is no other window.');
  await page.waitForLoadState();
  return page;
}

test('a page that crashed is replaced, and the service goes on', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  const { pid } = (await serverIs(page, 'serving')).status;
  await app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.forcefullyCrashRenderer();
  }, null);
  const next = await pageAfter(app, page);
  expect((await serverIs(next, 'serving')).status.pid).toBe(pid);
  await expect.poll(() => isVisible(app)).toBe(true);
});

test('a service that is killed comes back, is given up after five times, and starts when it is asked to', async ({
  start,
}) => {
  const app = await start();
  const page = await app.page();
  const states = await watchStates(page);
  for (let crash = 1; crash <= 5; crash += 1) {
    const { pid } = (await serverIs(page, 'serving')).status;
    process.kill(pid, 'SIGKILL');
    // It may be ready again between two looks: in another process.
    await expect
      .poll(async () => {
        const status = await ask(page, 'getServiceState');
        return status.phase === 'serving' && status.status.pid === pid;
      })
      .toBe(false);
  }
  const { failure } = await serverIs(page, 'failed');
  const seen = await states();
  expect(seen.slice(seen.indexOf('restarting')).slice(0, 3)).toEqual(['restarting', 'starting', 'serving']);
  expect(failure.reason).toBe('gave-up');
  expect(failure.message).toContain('5 times');
  expect(await page.evaluate(async () => (await fetch('/health')).status)).toBe(503);
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^problem-/);
  await app.clickTray('Start service');
  await serverIs(page, 'serving');
});

test('a service of ours on the port is left alone, and its page can be opened', async ({ start, target }) => {
  const port = await freePort();
  const app = await start({
    port,
    settings: { schemaVersion: 1, registry: target.sample, serveOnStart: false },
  });
  const page = await app.page();
  await serverIs(page, 'stopped');
  const serve = spawn(
    process.execPath,
    [
      join(PROJECT, 'dist/server/skills-registry.cjs'),
      'serve',
      '--port',
      String(port),
      '--registry',
      target.sample,
    ],
    {
      // Windows has its data where LOCALAPPDATA says.
      env: {
        ...process.env,
        HOME: app.home,
        XDG_DATA_HOME: join(app.home, 'data'),
        LOCALAPPDATA: join(app.home, 'data'),
      },
      stdio: 'ignore',
    },
  );
  await expect.poll(() => discoveryFiles(app).length).toBe(1);

  await ask(page, 'startServer');
  const { failure } = await serverIs(page, 'failed');
  const url = `http://127.0.0.1:${port}`;
  expect(failure).toMatchObject({ reason: 'port-taken', servedAt: url, servedFolder: target.sample });
  await ask(page, 'openExternal', { url });
  expect(await app.opened()).toEqual([['openExternal', url]]);

  serve.kill('SIGTERM');
  await once(serve, 'exit');
  await ask(page, 'startServer');
  const ours = await serverIs(page, 'serving');
  expect(discoveryFiles(app)).toMatchObject([{ app: 'tray', pid: ours.status.pid }]);
});

test('the service can be found while it serves, and the window sees what others ask', async ({
  start,
  target,
}) => {
  const app = await start();
  const page = await app.page();
  const { address: url, status } = await serverIs(page, 'serving');
  const { pid } = status;
  expect(discoveryFiles(app)).toMatchObject([{ app: 'tray', pid, url, registry: target.sample }]);
  const { mode } = statSync(join(app.discoveryFolder, `${pid}.json`));
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  await page.evaluate(async () => (await fetch('/v1/skills')).text());
  const gaps = async () =>
    page.evaluate(async () => {
      const { gaps: found } = (await (await fetch('/v1/activity')).json()) as Activity;
      return found.map(({ client, question }) => `${client} ${question}`);
    });
  await fetch(`${url}/v1/search?q=nothing-like-it`, { headers: { 'user-agent': 'curl/8.0' } });
  await expect.poll(gaps).toEqual(['curl/8.0 nothing-like-it']);
  await ask(page, 'changeSettings', { recordActivity: false });
  await ask(page, 'stopServer');
  await serverIs(page, 'stopped');
  expect(discoveryFiles(app)).toEqual([]);
  await ask(page, 'startServer');
  await serverIs(page, 'serving');
  expect(discoveryFiles(app)).toHaveLength(1);
  await app.quit();
  expect(discoveryFiles(app)).toEqual([]);
});

test('the tray shows each state by its own shape and offers what makes sense in it', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  const { address: url, status } = await serverIs(page, 'serving');
  const { pid } = status;
  const enabled = async () =>
    (await app.tray())?.items
      .filter((item) => item.enabled && item.type === 'normal')
      .map(({ label }) => label);
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await expect
    .poll(enabled)
    .toEqual([
      'Open Skills Registry',
      'Copy URL',
      'Connect an IDE…',
      'Stop service',
      'Restart service',
      'Show logs',
      'Quit Skills Registry',
    ]);
  await expect
    .poll(async () => (await app.tray())?.items[0]?.label)
    .toBe(`${SAMPLE_KEYS.length} sample skills`);

  await app.clickTray('Copy URL');
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText(), null)).toBe(url);
  await app.clickTray('Show logs');
  await app.clickTray('Registry', 'Reveal');
  await expect
    .poll(async () => (await app.opened()).map(([door]) => door))
    .toEqual(['openPath', 'showItemInFolder']);

  await app.clickTray('Restart service');
  await expect.poll(async () => (await serverIs(page, 'serving')).status.pid).not.toBe(pid);
  await app.clickTray('Stop service');
  await serverIs(page, 'stopped');
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^waiting-/);
  await expect
    .poll(enabled)
    .toEqual([
      'Open Skills Registry',
      'Connect an IDE…',
      'Start service',
      'Show logs',
      'Quit Skills Registry',
    ]);
  await expect.poll(async () => (await app.tray())?.items[0]?.label).toBe('Stopped');
  await app.clickTray('Start service');
  await serverIs(page, 'serving');
});
