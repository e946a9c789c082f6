/** What goes wrong on a user's computer, as Electron tells of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import {
  ask,
  expect,
  freePort,
  notOnLinux,
  occupy,
  onMac,
  onRealElectron,
  onWindows,
  type StartedApp,
  serverIs,
  test,
  unless,
  watchStatuses,
} from './desktop-test.ts';
import { fakeBus } from './driver.ts';
import { leftovers } from './processes.ts';

interface Recorded {
  readonly trayIcon?: { emit(event: string): void };
  readonly notifications: ReadonlyArray<{ deref(): { emit(event: string): void } | undefined }>;
}

const isVisible = (app: StartedApp) =>
  app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()),
    null,
  );

const crashPage = (app: StartedApp) =>
  app.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.forcefullyCrashRenderer();
  }, null);

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

for (const [name, quirks] of [
  ['says so when it could be shown', {}],
  ['never says that it could be shown, as on Wayland', { neverReadyToShow: true }],
  ['never says anything', { neverLoaded: true }],
] as const)
  test(`a window that ${name} is shown`, async ({ start }) => {
    if (Object.keys(quirks).length > 0) unless(onRealElectron);
    const app = await start({ quirks });
    await app.page();
    await expect.poll(() => isVisible(app)).toBe(true);
  });

test('a page that crashed is replaced, and the service goes on', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  const { pid } = (await serverIs(page, 'serving')).status;
  await crashPage(app);
  const next = await pageAfter(app, page);
  expect((await serverIs(next, 'serving')).status.pid).toBe(pid);
  await expect.poll(() => isVisible(app)).toBe(true);
});

test('a page that crashes again and again is left until it is asked for', async ({ start }) => {
  const app = await start();
  let page = await app.page();
  await serverIs(page, 'serving');
  // What counts is how often within a minute, and a machine may take longer.
  await app.evaluate(() => {
    const [now, real] = [Date.now(), Date.now];
    Date.now = Object.assign(() => now, { real });
  }, null);
  for (let crash = 1; crash <= 3; crash += 1) {
    await crashPage(app);
    page = await pageAfter(app, page);
    await serverIs(page, 'serving');
  }
  await crashPage(app);
  await expect.poll(() => app.hasWindow()).toBe(false);
  await app.evaluate(() => {
    Date.now = (Date.now as typeof Date.now & { real: typeof Date.now }).real;
  }, null);
  await app.clickTray('Open Skills Registry');
  await serverIs(await app.page(), 'serving');
});

/** Tells the app of something about its page, as Electron would. */
const tellOfPage = (app: StartedApp, event: string, ...details: unknown[]) =>
  app.evaluate(
    ({ BrowserWindow }, [name, given]) => {
      for (const { webContents } of BrowserWindow.getAllWindows())
        (webContents as unknown as { emit(event: string, ...rest: unknown[]): void }).emit(
          name,
          { preventDefault() {} },
          ...given,
        );
    },
    [event, details] as const,
  );

const logOf = (app: StartedApp) => readFileSync(join(app.userData, 'logs', 'main.log'), 'utf8');

test('a page whose process ended as it should has not crashed', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  await tellOfPage(app, 'render-process-gone', { reason: 'clean-exit', exitCode: 0 });
  await serverIs(page, 'serving');
  expect(await app.pages()).toEqual([page]);
  expect(logOf(app)).not.toContain('The page’s process ended');
});

test('a page that could not be loaded is logged, but neither a frame’s nor a load that was given up', async ({
  start,
}) => {
  const app = await start();
  await serverIs(await app.page(), 'serving');
  const failed = (code: number, description: string, isMainFrame: boolean) =>
    tellOfPage(app, 'did-fail-load', code, description, 'app://skills/', isMainFrame, 1, 1);
  await failed(-3, 'ERR_ABORTED', true);
  await failed(-6, 'ERR_FILE_NOT_FOUND', false);
  await failed(-2, 'ERR_FAILED', true);
  expect(logOf(app).match(/could not be loaded\. .*/g)).toEqual([
    'could not be loaded. {"code":-2,"description":"ERR_FAILED"}',
  ]);
});

test('a process of Chromium’s that ends is logged, unless it ended as it should', async ({ start }) => {
  const app = await start();
  await serverIs(await app.page(), 'serving');
  await app.evaluate(({ app: electron }) => {
    const gone = (details: object) => electron.emit('child-process-gone', { preventDefault() {} }, details);
    gone({ type: 'Utility', reason: 'clean-exit', exitCode: 0, name: 'Network Service' });
    gone({ type: 'GPU', reason: 'crashed', exitCode: 5 });
  }, null);
  expect(logOf(app).match(/A process of the app ended\. .*/g)).toEqual([
    'A process of the app ended. {"type":"GPU","reason":"crashed","exitCode":5}',
  ]);
});

test('a page is led nowhere by a redirect', async ({ start }) => {
  const app = await start();
  await serverIs(await app.page(), 'serving');
  const isPrevented = await app.evaluate(({ BrowserWindow }) => {
    let prevented = false;
    const event = {
      url: 'https://example.com/',
      isMainFrame: true,
      preventDefault: () => {
        prevented = true;
      },
    };
    for (const { webContents } of BrowserWindow.getAllWindows())
      (webContents as unknown as { emit(name: string, event: object): void }).emit('will-redirect', event);
    return prevented;
  }, null);
  expect(isPrevented).toBe(true);
});

test('a request whose frame has left is refused, and the app goes on', async ({ start }) => {
  unless(onRealElectron);
  const app = await start({ quirks: { frameGone: true } });
  const page = await app.page();
  await expect(ask(page, 'getSettings')).rejects.toThrow('untrusted-sender');
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
});

test('a session that Windows ends leaves no service behind', async ({ start }) => {
  const app = await start();
  const { pid } = (await serverIs(await app.page(), 'serving')).status;
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      (window as unknown as { emit(event: string, detail: object): void }).emit('session-end', {
        reasons: ['shutdown'],
      });
  }, null);
  expect(await leftovers([pid])).toEqual([]);
  expect(await app.quit()).toMatchObject({ code: 0, leftovers: [] });
  expect(logOf(app)).not.toContain('failed');
});

test('a tray that comes when the app has started is taken, and closing the window no longer quits', async ({
  start,
}) => {
  unless(notOnLinux);
  const app = await start({ trayHost: false });
  const page = await app.page();
  await serverIs(page, 'serving');
  expect(await app.tray()).toBeNull();
  await app.evaluate(
    (_electron, path) => {
      process.env['PATH'] = path;
    },
    `${fakeBus(true)}:${process.env['PATH']}`,
  );
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  expect(await ask(page, 'getAppInfo')).toMatchObject({ hasTray: true });
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).not.toContain('no-tray');
  await app.closeWindow();
  await expect.poll(() => app.hasWindow()).toBe(false);
  await app.clickTray('Open Skills Registry');
  await serverIs(await app.page(), 'serving');
});

test('a service whose runtime runs out of memory comes back, and the app stays', async ({ start }) => {
  unless(onRealElectron);
  const app = await start({ quirks: { outOfMemory: true } });
  const page = await app.page();
  const { pid } = (await serverIs(page, 'serving')).status;
  const statuses = await watchStatuses(page);
  process.kill(pid, 'SIGABRT');
  const reason = async () =>
    (await statuses()).flatMap((status) => (status.phase === 'restarting' ? [status.why] : []))[0];
  await expect.poll(reason).toContain('memory');
  expect((await serverIs(page, 'serving')).status.pid).not.toBe(pid);
});

test('a service that can’t serve while the window is closed is told by the system, and its click opens the window', async ({
  start,
}) => {
  unless(onRealElectron);
  const port = await freePort();
  const stranger = await occupy(port);
  const app = await start({ port, args: ['--hidden'] });
  await expect.poll(() => app.notifications()[0]?.title).toMatch(new RegExp(`^Port ${port} is taken`));
  expect(await app.hasWindow()).toBe(false);
  await app.evaluate(() => {
    const { notifications } = (globalThis as unknown as { __desktopTest: Recorded }).__desktopTest;
    notifications.at(-1)?.deref()?.emit('click');
  }, null);
  const page = await app.page();
  // The window shows the failure itself, and says it once.
  await expect(page.getByRole('main').getByText(new RegExp(`Port ${port} is taken`))).toHaveCount(1);
  expect(app.notifications()).toHaveLength(1);
  expect(app.notifications()[0]?.body).toContain('Agents and IDEs get no answer until this is fixed.');
  const { failure } = await serverIs(page, 'failed');
  await ask(page, 'usePort', { port: failure.nextFreePort ?? 0, always: false });
  await serverIs(page, 'serving');
  await expect(page.getByRole('main').getByText(new RegExp(`Port ${port} is taken`))).toHaveCount(0);
  stranger.close();
});

test('a left click on the tray opens the window', async ({ start }) => {
  unless(onMac);
  const app = await start({ args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await app.evaluate(() => {
    (globalThis as unknown as { __desktopTest: Recorded }).__desktopTest.trayIcon?.emit('click');
  }, null);
  await serverIs(await app.page(), 'serving');
});

test('a computer that shuts down waits until the service has stopped', async ({ start }) => {
  unless(onWindows);
  const app = await start();
  await serverIs(await app.page(), 'serving');
  const end = await app.quit(() =>
    app.evaluate(({ powerMonitor }) => {
      let isDelayed = false;
      (powerMonitor as unknown as { emit(event: string, detail: object): void }).emit('shutdown', {
        preventDefault: () => {
          isDelayed = true;
        },
      });
      if (!isDelayed) process.exit(99);
    }, null),
  );
  expect(end).toMatchObject({ code: 0, leftovers: [] });
});

test('another port is told of once it serves there, and each by its own number', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  for (const port of [await freePort(), await freePort()]) {
    await ask(page, 'usePort', { port, always: false });
    expect((await serverIs(page, 'serving')).port).toBe(port);
    const told = (await ask(page, 'getNotices')).filter(({ id }) => id === 'port-changed');
    expect(told.map(({ title }) => title)).toEqual([`Serving on port ${port}`]);
  }
});

test('a port that is taken is never said to be served on', async ({ start }) => {
  const app = await start();
  const page = await app.page();
  await serverIs(page, 'serving');
  const port = await freePort();
  const stranger = await occupy(port);
  await ask(page, 'usePort', { port, always: false });
  await serverIs(page, 'failed');
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).not.toContain('port-changed');
  stranger.close();
});
