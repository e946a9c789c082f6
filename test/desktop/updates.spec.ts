/** Whether the app asks for new versions: never unasked, and only where it knows whom. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, expect, type StartedApp, serverIs, test } from './desktop-test.ts';
import { PROJECT } from './project.ts';

const API = 'https://api.github.com/repos/someone/skills-registry/releases/latest';
const PAGE = 'https://github.com/someone/skills-registry/releases/tag/v99.0.0';
const NAME = 'Tell me about new versions';

/** The app as it is built where this is its repository; undefined for a build of one's own. */
function appOf(repository: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'skills-published-'));
  cpSync(join(PROJECT, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(PROJECT, 'assets'), join(folder, 'assets'), 'junction');
  const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, repository }));
  return folder;
}

let published = '';
let unpublished = '';

test.beforeAll(() => {
  published = appOf('git+https://github.com/someone/skills-registry.git');
  unpublished = appOf(undefined);
});

test.afterAll(() => {
  for (const folder of [published, unpublished]) rmSync(folder, { recursive: true, force: true });
});

interface Network {
  readonly fetched: string[];
  readonly answers: Record<string, string>;
}

/** What was asked of other computers. */
const fetched = (app: StartedApp) =>
  app.evaluate(() => (globalThis as unknown as { __desktopTest: Network }).__desktopTest.fetched, null);

/** From now on, this is what the place of publication answers. */
const publish = (app: StartedApp, tag: string) =>
  app.evaluate(
    (_electron, [url, answer]) => {
      (globalThis as unknown as { __desktopTest: Network }).__desktopTest.answers[url] = answer;
    },
    [API, JSON.stringify({ tag_name: tag, draft: false, prerelease: false })] as const,
  );

test('nobody is asked while it is off, which it is', async ({ start }) => {
  const app = await start({ appFolder: published });
  const page = await app.page();
  await serverIs(page, 'serving');
  await publish(app, 'v99.0.0');
  expect((await ask(page, 'getSettings')).settings.noticeUpdates).toBe(false);
  await ask(page, 'changeSettings', { closeToTray: false });
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await expect(page.getByRole('switch', { name: NAME })).not.toBeChecked();
  expect(await fetched(app)).toEqual([]);
});

test('turned on, it asks once, tells of the version, and leads to its page', async ({ start }) => {
  const app = await start({ appFolder: published });
  const page = await app.page();
  await serverIs(page, 'serving');
  await publish(app, 'v99.0.0');
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await page.getByRole('switch', { name: NAME }).click();
  await page.evaluate(() => {
    location.hash = '#/';
  });
  // The sample's notice stands before it.
  await expect
    .poll(async () => (await ask(page, 'getNotices')).map(({ id }) => id))
    .toEqual(['sample-registry', 'new-version']);
  await ask(page, 'dismissNotice', { id: 'sample-registry' });
  await expect(page.getByText('Version 99.0.0 is published')).toBeVisible();
  await page.getByRole('link', { name: 'What is new' }).click();
  await expect.poll(() => app.opened()).toEqual([['openExternal', PAGE]]);
  await ask(page, 'changeSettings', { noticeUpdates: false });
  await ask(page, 'changeSettings', { noticeUpdates: true });
  expect(await fetched(app)).toEqual([API]);
  expect(app.foreignRequests()).toEqual([]);
});

test('a build that does not know where it was published does not offer it, whatever its settings say', {
  tag: '@ci',
}, async ({ start }) => {
  const app = await start({
    appFolder: unpublished,
    settings: { schemaVersion: 1, noticeUpdates: true },
  });
  const page = await app.page();
  await serverIs(page, 'serving');
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await expect(page.getByRole('switch', { name: NAME })).toBeDisabled();
  await expect(page.getByText('doesn’t know where it was published')).toBeVisible();
  expect(await fetched(app)).toEqual([]);
});
