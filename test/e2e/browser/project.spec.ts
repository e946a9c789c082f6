/** A project's page, against the service as it is built. The page itself reads the folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect, title } from './browser-test.ts';
import { type Contents, changeDropped, dropFiles, dropFolder } from './drop-folder.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { KITE, PAYMENTS } from './project-folders.ts';

const test = base.extend<{ dropping: (name: string, files: Contents) => Promise<Page> }>({
  dropping: async ({ open }, use) => {
    await use(async (name, files) => {
      const page = await open('#/project');
      await dropFolder(page, name, files);
      return page;
    });
  },
});

const rows = (page: Page) => page.getByRole('list', { name: 'Libraries with a skill' }).getByRole('listitem');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

test('libraries with a skill stand by risk, with the version in use and the one the skill is for', async ({
  dropping,
}) => {
  const page = await dropping('payments', PAYMENTS);
  await expect(title(page)).toHaveText(
    /^payments: 6 of its \d+ libraries have a skill, 1 by its name alone\.$/,
  );
  await expect(rows(page)).toHaveCount(6);
  await expect(rows(page).first()).toContainText('sqlalchemy');
  await expect(row(page, 'sqlalchemy')).toContainText(
    'you use 1.4.54, the skill is for 2.1.1: check what it says',
  );
  await expect(row(page, 'pg')).toContainText('8.23.1, the same as the skill');
  await expect(row(page, 'tokio')).toContainText('High');
  await expect(row(page, 'tokio')).not.toContainText('same name');
  await expect(row(page, 'spdlog')).toContainText('same name; the skill does not name its package');
  await expectNoViolation(page, 'a project');
});

test('the others are a line: without a skill, and files that could not be read', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  await expect(page.getByText(/^No skill yet: .*anyhow/)).toBeVisible();
  await page.getByText(/files? not read$/).click();
  await expect(page.getByText('has merge conflict markers')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('never-read');
});

test('a row opens the skill, and the way back leads to the same project', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  await row(page, 'tokio').getByRole('link').first().click();
  await expect(title(page)).toHaveText('tokio');
  await page.goBack();
  await expect(title(page)).toHaveText(/^payments:/);
});

test('its own service is asked once for the libraries; no file is sent, and the page says so', async ({
  open,
  service,
}) => {
  const page = await open('#/project');
  const promise = page.getByText(
    /Nothing is run, written or watched; only the list of its libraries goes to/,
  );
  await expect(promise).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await dropFolder(page, 'payments', PAYMENTS);
  await expect(rows(page)).toHaveCount(6);
  await expect(promise).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`${service.url}/v1/match`);
  expect(sent[0]).not.toContain('checksum');
});

test('a dropped folder is read again on request', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  await expect(row(page, 'tokio')).toContainText('1.44.2');
  const lock = String(PAYMENTS['Cargo.lock']).replace('1.44.2', '1.51.4');
  await changeDropped(page, { ...PAYMENTS, 'Cargo.lock': lock });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(row(page, 'tokio')).toContainText('1.51.4, the same as the skill');
});

test('a folder is chosen with a button', async ({ open, page }) => {
  for (const [path, content] of Object.entries(KITE)) {
    const file = test.info().outputPath('picked', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await open('#/project');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a project…' }).press('Enter');
  await (await chooser).setFiles(test.info().outputPath('picked'));
  await expect(title(page)).toHaveText('picked: none of its 2 libraries has a skill.');
  // A chosen folder stays as it was then.
  await expect(page.getByRole('button', { name: 'Read again' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Another project…' })).toBeVisible();
});

test('a manifest is dropped or chosen without its folder', async ({ open, page }) => {
  await open('#/project');
  await dropFiles(page, { 'package.json': '{"dependencies":{"ws":"8.23.0","left-pad":"1.0.0"}}' });
  await expect(title(page)).toHaveText('package.json: 1 of its 2 libraries has a skill.');
  await expect(row(page, 'ws')).toContainText('8.23.0');
  await dropFiles(page, { 'notes.txt': 'nothing' });
  await expect(page.getByRole('alert')).toContainText('notes.txt holds no project');
  await expect(rows(page)).toHaveCount(1);
  await page.reload();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a manifest…' }).click();
  const manifest = test.info().outputPath('requirements.txt');
  writeFileSync(manifest, 'requests==2.34.2\n');
  await (await chooser).setFiles(manifest);
  await expect(title(page)).toHaveText('requirements.txt: its one library has a skill.');
});

test('a folder without a project, and one that goes away, are refused; what was shown stays', async ({
  dropping,
}) => {
  const page = await dropping('holiday', { 'beach.jpg': '', 'more/sea.jpg': '' });
  await expect(page.getByRole('alert')).toContainText('holiday holds no project: there is no package.json');
  await dropFolder(page, 'payments', PAYMENTS);
  await expect(rows(page)).toHaveCount(6);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await changeDropped(page, {});
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('alert')).toContainText('payments holds no project');
  await expect(rows(page)).toHaveCount(6);
});

test('a hostile project shows its names as text, and what remains is read', async ({ dropping }) => {
  const names = [
    '<img src=x onerror=alert(1)>',
    '__proto__',
    '../../etc/passwd',
    `a\u202Eb`,
    'x'.repeat(300),
  ];
  const packages = Object.fromEntries([
    ['', { dependencies: { ws: '8.23.0' } }],
    ['node_modules/ws', { version: '8.23.0' }],
    ...names.map((name) => [`node_modules/${name}`, { version: '1.0.0' }]),
  ]);
  const page = await dropping('evil', {
    'package.json': '{"dependencies":{"ws":"8.23.0"}}',
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
    'sub/package.json': '[[[[',
    'big/yarn.lock': ' '.repeat(50 * 1024 * 1024),
  });
  await expect(row(page, 'ws')).toContainText('8.23.0');
  await page.getByText(/files? not read$/).click();
  await expect(page.getByText('is larger than 32 MiB')).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  for (const width of [1280, 480]) {
    await page.setViewportSize({ width, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width}`).toBeLessThanOrEqual(0);
  }
});
