/** A project's page, against the service as it is built. The page itself reads the folder. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { estimateTokens } from '../../../src-server/skill-answer/skill-entries.ts';
import { test as base, button, clipboardOf, expect, title } from './browser-test.ts';
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

const blocks = (page: Page) => page.getByRole('article');
const block = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const dangers = (page: Page, name: string) => block(page, name).getByRole('listitem').getByRole('link');

test('a project says what goes wrong with each of its libraries, and which version it uses', async ({
  dropping,
}) => {
  const page = await dropping('payments', PAYMENTS);
  await expect(title(page)).toHaveText(
    /^payments: 6 of its \d+ libraries have known traps, 1 by its name alone\.$/,
  );
  await expect(blocks(page)).toHaveCount(6);
  await expect(blocks(page).first()).toContainText('sqlalchemy');
  await expect(block(page, 'sqlalchemy')).toContainText('you use 1.4.54, the skill is for 2.1.1');
  await expect(block(page, 'sqlalchemy')).toContainText('Another major version: check first.');
  await expect(block(page, 'pg')).toContainText('you use 8.23.1, as the skill');
  await expect(block(page, 'pg')).not.toContainText('check first');
  await expect(block(page, 'tokio')).not.toContainText('same name');
  await expect(block(page, 'spdlog')).toContainText('same name; the skill does not name its package');
  for (const name of ['sqlalchemy', 'pg', 'tokio']) await expect(dangers(page, name)).toHaveCount(3);
  await expectNoViolation(page, 'a project');
});

test('the file of several packages of a library stands once, above the first', async ({ dropping }) => {
  const locked = (name: string, version: string) =>
    `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n`;
  const page = await dropping('rows', {
    'Cargo.lock': `version = 4\n\n${locked('serde', '1.0.229')}\n${locked('serde_json', '1.0.151')}`,
  });
  await expect(block(page, 'serde')).toContainText('serde_json: you use 1.0.151');
  await expect(block(page, 'serde').getByText('Cargo.lock')).toHaveCount(1);
});

test('a danger is a sentence: first the mistake, then what it costs', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  const danger = dangers(page, 'pg').filter({ hasText: 'BEGIN through pool.query' });
  await expect(danger).toHaveText(
    "BEGIN through pool.query isn't a transaction: each statement may take another client.",
  );
  await expect(danger.locator('b')).toHaveText("BEGIN through pool.query isn't a transaction:");
});

test('a danger opens the reader at its entry, and the way back leads to the same project', async ({
  dropping,
}) => {
  const page = await dropping('payments', PAYMENTS);
  await dangers(page, 'pg').filter({ hasText: 'BEGIN through pool.query' }).click();
  await expect(
    page.getByRole('heading', { name: 'Running a transaction through pool.query' }),
  ).toBeInViewport();
  await page.goBack();
  await expect(title(page)).toHaveText(/^payments:/);
});

test('the bar says of each language how many libraries have known traps', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  const bar = page.locator('dl');
  await expect(bar).toContainText(/Rust\s*2 of 3 libraries have known traps/);
  await expect(bar).toContainText(/JavaScript\s*2 of 3 libraries have known traps/);
  await expect(bar).toContainText(/Python\s*1 of 1 libraries have known traps/);
});

test('what could go wrong is said after one click, of a project that was made up', async ({ open }) => {
  const page = await open('#/project');
  await page.getByRole('button', { name: 'Try a sample project' }).click();
  await expect(title(page)).toHaveText('The sample project: 5 of its 10 libraries have known traps.');
  await expect(page.getByText('made up to be tried. Nothing was run or written.')).toBeVisible();
  await expect(blocks(page)).toHaveCount(5);
  await expect(dangers(page, 'pg')).toHaveCount(3);
  // There is no folder to write into.
  await expect(page.getByText('Write into AGENTS.md')).toHaveCount(0);
});

test('all of it is copied for an agent, with what to write instead, within 2,000 tokens', async ({
  dropping,
}) => {
  const page = await dropping('payments', PAYMENTS);
  const clipboard = await clipboardOf(page);
  await button(page, 'Copy for an agent').click();
  await expect(page.getByText('Copied the dangers for an agent')).toBeVisible();
  const text = await clipboard();
  expect(text).toMatch(/^Dangers of libraries in use, .*\n\npython\/sqlalchemy\/sqlalchemy · /);
  for (const words of [
    'js/brianc/node-postgres · ',
    'Running a transaction through pool.query',
    "client.query('COMMIT')",
  ])
    expect(text).toContain(words);
  // It matches by its name alone.
  expect(text).not.toContain('spdlog');
  expect(estimateTokens(text)).toBeLessThanOrEqual(2_000);
});

test('in a browser the command to write them is for a terminal in the project', async ({
  dropping,
  registry,
}) => {
  const page = await dropping('payments', PAYMENTS);
  const words = page.getByText('Write into AGENTS.md, in a terminal in the folder of payments:');
  await expect(words).toBeVisible();
  await expect(words.locator('..').locator('code')).toContainText(` sync -r ${registry.path}`);
});

test('in the app the command names the folder', async ({ openInApp }) => {
  const page = await openInApp('#/project');
  await dropFolder(page, 'payments', PAYMENTS);
  await expect(page.getByText('of /dropped/payments. Nothing was run or written.')).toBeVisible();
  const words = page.getByText('Write into AGENTS.md:');
  await expect(words.locator('..').locator('code')).toContainText(' sync /dropped/payments');
});

test('the others are a line: without a skill, and files that could not be read', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  await expect(page.getByText(/^No skill yet: .*anyhow/)).toBeVisible();
  await page.getByText(/files? not read$/).click();
  await expect(page.getByText('has merge conflict markers')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('never-read');
});

test('many libraries without a skill are folded, and the bar stays readable', async ({ dropping }) => {
  const names = Array.from({ length: 400 }, (_, at) => `lib-${at}`);
  const dependencies = Object.fromEntries([...names, 'ws'].map((name) => [name, '1.0.0']));
  const page = await dropping('large', { 'package.json': JSON.stringify({ dependencies }) });
  await expect(title(page)).toHaveText('large: 1 of its 401 libraries has known traps.');
  await expect(page.locator('dl')).toContainText('1 of 401');
  await expect(page.getByText('lib-399')).toBeHidden();
  await page.getByText('No skill yet: 400 libraries').click();
  await expect(page.getByText('lib-399')).toBeVisible();
});

test('its own service is asked once for the libraries; no file is sent, and the page says so', async ({
  open,
  service,
}) => {
  const page = await open('#/project');
  await expect(page.getByText(/goes to your own service: no code runs, nothing is written/)).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await dropFolder(page, 'payments', PAYMENTS);
  await expect(blocks(page)).toHaveCount(6);
  await expect(page.getByText(/^Read from \d files\. Nothing was run or written\.$/)).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`${service.url}/v1/match`);
  expect(sent[0]).not.toContain('checksum');
});

test('a dropped folder is read again on request', async ({ dropping }) => {
  const page = await dropping('payments', PAYMENTS);
  await expect(block(page, 'tokio')).toContainText('1.44.2');
  const lock = String(PAYMENTS['Cargo.lock']).replace('1.44.2', '1.51.4');
  await changeDropped(page, { ...PAYMENTS, 'Cargo.lock': lock });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(block(page, 'tokio')).toContainText('you use 1.51.4, as the skill');
});

test('a folder is chosen with a button', async ({ open, page }) => {
  for (const [path, content] of Object.entries(KITE)) {
    const file = test.info().outputPath('picked', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  await open('#/project');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
  await (await chooser).setFiles(test.info().outputPath('picked'));
  await expect(title(page)).toHaveText('picked: none of its 2 libraries has a skill.');
  // A chosen folder stays as it was then.
  await expect(page.getByRole('button', { name: 'Read again' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Another project…' })).toBeVisible();
});

test('a manifest is dropped or chosen without its folder', async ({ open, page }) => {
  await open('#/project');
  await dropFiles(page, { 'package.json': '{"dependencies":{"ws":"8.23.0","left-pad":"1.0.0"}}' });
  await expect(title(page)).toHaveText('package.json: 1 of its 2 libraries has known traps.');
  await expect(block(page, 'ws')).toContainText('8.23.0');
  await dropFiles(page, { 'notes.txt': 'nothing' });
  await expect(page.getByRole('alert')).toContainText('notes.txt holds no project');
  await expect(blocks(page)).toHaveCount(1);
  await page.reload();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  const manifest = test.info().outputPath('requirements.txt');
  writeFileSync(manifest, 'requests==2.34.2\n');
  await (await chooser).setFiles(manifest);
  await expect(title(page)).toHaveText('requirements.txt: its one library has known traps.');
});

test('a folder without a project, and one that goes away, are refused; what was shown stays', async ({
  dropping,
}) => {
  const page = await dropping('holiday', { 'beach.jpg': '', 'more/sea.jpg': '' });
  await expect(page.getByRole('alert')).toContainText('holiday holds no project: there is no package.json');
  await dropFolder(page, 'payments', PAYMENTS);
  await expect(blocks(page)).toHaveCount(6);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await changeDropped(page, {});
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect(page.getByRole('alert')).toContainText('payments holds no project');
  await expect(blocks(page)).toHaveCount(6);
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
  await expect(block(page, 'ws')).toContainText('8.23.0');
  await page.getByText(/files? not read$/).click();
  await expect(page.getByText('is larger than 32 MiB')).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  for (const width of [1280, 480]) {
    await page.setViewportSize({ width, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width}`).toBeLessThanOrEqual(0);
  }
});

test('a hostile danger is shown as text, in one line of its own', async ({ open, page }) => {
  const hostile = [
    '<img src=x onerror=alert(1)> never closes a frame: <b>all</b> frames stay',
    `abc\u202Edef ends the process: ghi`,
    '🎉'.repeat(90),
    'x'.repeat(300),
  ];
  await page.route('**/v1/match', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const { skill } of answer.packages)
      if (skill?.dangers)
        skill.dangers = hostile.map((danger, at) => ({ danger, file: 'pitfalls.md', line_start: at + 1 }));
    await route.fulfill({ json: answer });
  });
  await open('#/project');
  await dropFiles(page, { 'package.json': '{"dependencies":{"ws":"8.23.0"}}' });
  await expect(dangers(page, 'ws').first()).toContainText('<b>all</b> frames stay');
  await expect(page.locator('main img')).toHaveCount(0);
  await expect(dangers(page, 'ws').nth(1)).toContainText('U+202E');
  for (const width of [1280, 420]) {
    await page.setViewportSize({ width, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${width}`).toBeLessThanOrEqual(0);
  }
});
