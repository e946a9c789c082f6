/** The real page in the app's window: what a person sees, and the pictures of it. */
import { join } from 'node:path';
import { ask, expect, freePort, occupy, serverIs, test, writeRegistry } from './desktop-test.ts';
import { newFolder } from './driver.ts';

/** Kept out of git; the README's picture is copied from here by hand. */
const PICTURES = 'test-results/pictures';

test('the window shows the service, its skills and one skill to read', async ({ start, target }) => {
  const app = await start({ settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  const { address: url } = await serverIs(page, 'serving');
  await expect(page.getByText(url.replace('http://', '')).first()).toBeVisible();
  await page.screenshot({ path: join(PICTURES, 'home.png') });
  await page.getByRole('link', { name: /Browse/ }).click();
  await expect(page.getByText('spdlog').first()).toBeVisible();
  await page.screenshot({ path: join(PICTURES, 'browse.png') });
  await page.getByText('spdlog').first().click();
  await expect(page.getByRole('heading', { name: 'spdlog' }).first()).toBeVisible();
  await page.screenshot({ path: join(PICTURES, 'skill.png') });
  expect(app.foreignRequests()).toEqual([]);
});

test('the window shows why nothing is served, and the way out', async ({ start, target }) => {
  const port = await freePort();
  const stranger = await occupy(port);
  const app = await start({ port, settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  const { failure } = await serverIs(page, 'failed');
  await expect(page.getByText(new RegExp(`${port}`)).first()).toBeVisible();
  await page.screenshot({ path: join(PICTURES, 'port-taken.png') });
  await page
    .getByRole('button', { name: new RegExp(`${failure.nextFreePort}`) })
    .first()
    .click();
  await serverIs(page, 'serving');
  stranger.close();
});

test('the window follows the service from a crash back to serving', async ({ start, target }) => {
  const app = await start({ settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  const { pid } = (await serverIs(page, 'serving')).status;
  await expect(page.getByRole('contentinfo').getByText('Serving')).toBeVisible();
  process.kill(pid, 'SIGKILL');
  // Until the app has heard of its end, the old one is still said to serve.
  await expect.poll(async () => (await serverIs(page, 'serving')).status.pid).not.toBe(pid);
  await expect(page.getByRole('contentinfo').getByText('Serving')).toBeVisible();
});

test('a registry chosen in the tray is what the window then shows', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  await expect(
    page.getByRole('heading', { name: 'What should your agents know before they write code?' }),
  ).toBeVisible();
  const registry = writeRegistry(join(app.home, 'mine'), ['alpha', 'beta']);
  await app.answerDialog('showOpenDialog', { canceled: false, filePaths: [registry] });
  await app.clickTray('Registry', 'Choose…');
  await expect.poll(async () => (await ask(page, 'getServiceState')).folder).toBe(registry);
  await serverIs(page, 'serving');
  await expect(page.getByText('2 skills').first()).toBeVisible();
});

test('the menu opens the settings, whether the window is open or not', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  const choose = () =>
    app.evaluate(({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File');
      file?.submenu?.items.find(({ label }) => label === 'Settings…')?.click();
    }, null);
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await choose();
  const page = await app.page();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.getByRole('link', { name: /Browse/ }).click();
  await choose();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('the window fits the screen, and the next one is as large as the last', async ({ start }) => {
  const home = newFolder();
  const app = await start({ home });
  await app.page();
  const sizes = () =>
    app.evaluate(({ BrowserWindow, screen }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { size: window?.getSize() ?? [], area: screen.getPrimaryDisplay().workAreaSize };
    }, null);
  const { size, area } = await sizes();
  expect(size).toEqual([Math.min(1280, area.width), Math.min(800, area.height)]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(700, 600), null);
  await app.closeWindow();
  await expect.poll(app.hasWindow).toBe(false);
  await app.clickTray('Open Skills Registry');
  await app.page();
  expect((await sizes()).size).toEqual([700, 600]);
  await app.quit();
  const next = await start({ home });
  await next.page();
  const again = () => next.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize(), null);
  expect(await again()).toEqual([700, 600]);
  await next.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize(), null);
  await next.quit();
  const last = await start({ home });
  await last.page();
  const isMaximized = () =>
    last.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized(), null);
  expect(await isMaximized()).toBe(true);
});
