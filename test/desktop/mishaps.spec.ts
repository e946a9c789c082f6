/** What goes wrong on a user's computer, as Electron tells of it. */
import type { Page } from 'playwright';
import { expect, type StartedApp, serverIs, test } from './desktop-test.ts';

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
