import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SAMPLE_COUNT } from '../support/sample-skills.ts';
import {
  ask,
  discoveryFiles,
  expect,
  notOnLinux,
  type StartedApp,
  serverIs,
  test,
  unless,
} from './desktop-test.ts';
import { descendants, leftovers } from './processes.ts';

async function leavesNothing(app: StartedApp, leave: () => Promise<unknown>): Promise<void> {
  const end = await app.quit(leave);
  expect(end.code).toBe(0);
  // The log is ours alone; Chromium writes of its own failures to the same output.
  const log = readFileSync(join(app.userData, 'logs', 'main.log'), 'utf8');
  expect(log).not.toContain('failed');
  expect(log.match(/Quit\./g)).toHaveLength(1);
  expect(end.watched).toBeGreaterThan(1);
  expect(end.leftovers).toEqual([]);
  expect(discoveryFiles(app)).toEqual([]);
}

test('SIGTERM leaves no process and no discovery file', async ({ start }) => {
  unless(process.platform === 'win32' ? 'Windows has no signals to send' : undefined);
  const app = await start();
  await serverIs(await app.page(), 'serving');
  await leavesNothing(app, async () => process.kill(app.pid, 'SIGTERM'));
});

test('a main process that is killed takes the service with it', { tag: '@packed' }, async ({ start }) => {
  const app = await start();
  await serverIs(await app.page(), 'serving');
  const below = descendants(app.pid);
  expect(below.length).toBeGreaterThan(0);
  process.kill(app.pid, 'SIGKILL');
  await app.exited;
  expect(await leftovers(below)).toEqual([]);
});

test('closing the window keeps serving in the tray, says so once, and the tray opens it again or quits', {
  tag: '@packed',
}, async ({ start }) => {
  const app = await start();
  const { address: url } = await serverIs(await app.page(), 'serving');
  await app.closeWindow();
  await expect.poll(() => app.hasWindow()).toBe(false);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  await app.clickTray('Open Skills Registry');
  const page = await app.page();
  const notices = await ask(page, 'getNotices');
  expect(notices.find(({ id }) => id === 'closed-to-tray')?.text).toContain(
    `Agents get ${SAMPLE_COUNT} from the sample.`,
  );
  await ask(page, 'dismissNotice', { id: 'closed-to-tray' });
  await app.closeWindow();
  await expect.poll(() => app.hasWindow()).toBe(false);
  await app.clickTray('Open Skills Registry');
  expect((await ask(await app.page(), 'getNotices')).map(({ id }) => id)).not.toContain('closed-to-tray');
  await leavesNothing(app, () => app.clickTray('Quit Skills Registry'));
});

test('closing the window quits where the desktop has no tray, and the app has said why', async ({
  start,
}) => {
  unless(notOnLinux);
  const app = await start({ trayHost: false });
  const page = await app.page();
  await serverIs(page, 'serving');
  expect((await ask(page, 'getNotices')).map(({ id }) => id)).toContain('no-tray');
  expect(await app.tray()).toBeNull();
  expect(await app.quit(() => app.closeWindow())).toMatchObject({ code: 0, leftovers: [] });
});
