/** The real page in the app's window: what a person sees, and the pictures of it. */
import { join } from 'node:path';
import { ask, expect, freePort, occupy, serverIs, test } from './desktop-test.ts';
import { newFolder } from './driver.ts';

/** Kept out of git; the README's picture is copied from here by hand. */
const PICTURES = 'test-results/pictures';

test('the window shows the skills, and one to read', async ({ start, target }) => {
  const app = await start({ settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  await serverIs(page, 'serving');
  await expect(page.getByText('spdlog').first()).toBeVisible();
  await page.screenshot({ path: join(PICTURES, 'skills.png') });
  await page.getByText('spdlog').first().click();
  await expect(page.locator('main')).toHaveAttribute('data-view', 'skill');
  await page.screenshot({ path: join(PICTURES, 'skill.png') });
  expect(app.foreignRequests()).toEqual([]);
});

test('the window shows why nothing is served, and the way out', async ({ start, target }) => {
  const port = await freePort();
  const stranger = await occupy(port);
  const app = await start({ port, settings: { schemaVersion: 1, registry: target.sample } });
  const page = await app.page();
  const { failure } = await serverIs(page, 'failed');
  await page.evaluate(() => {
    location.hash = '#/source';
  });
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Port ${port} is taken by`);
  await page.screenshot({ path: join(PICTURES, 'port-taken.png') });
  await page.getByRole('button', { name: `Use ${failure.nextFreePort}` }).click();
  expect(await serverIs(page, 'serving')).toMatchObject({ port: failure.nextFreePort });
  expect((await ask(page, 'getSettings')).settings.port).toBe(failure.nextFreePort);
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).toContain('port-changed');
  stranger.close();
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
