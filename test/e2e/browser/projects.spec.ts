/** A project's page, against the service as it is built: which libraries have a skill, in a browser and in the app. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect } from './browser-test.ts';
import { type Contents, changeDropped, dropFolder } from './drop-folder.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { KITE, PAYMENTS } from './project-folders.ts';
import { bridgeState, callsOf, installBridge } from './simulated-bridge.ts';

const test = base.extend<{
  dropping: (name: string, files: Contents, hash?: string) => Promise<Page>;
  openInApp: (hash: string) => Promise<Page>;
}>({
  /** Drops a folder on a view. */
  dropping: async ({ open }, use) => {
    await use(async (name, files, hash = '#/') => {
      const page = await open(hash);
      await dropFolder(page, name, files);
      return page;
    });
  },
  openInApp: async ({ open, page, service }, use) => {
    await use(async (hash) => {
      await installBridge(page, bridgeState(service.url));
      return open(hash);
    });
  },
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const group = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test.describe('a project that is dropped on any view', () => {
  test('is shown by risk, with versions, how sure each match is, and what was left out', async ({
    dropping,
  }) => {
    const page = await dropping('payments', PAYMENTS, '#/problems');
    await expect(title(page)).toHaveText('payments');
    await expect(page.getByText(/^5 of \d+ packages have a skill/)).toBeVisible();
    await expect(page.getByText(/1 more is a guess and not counted/)).toBeVisible();

    const high = group(page, 'High');
    await expect(high.getByRole('listitem')).toHaveCount(3);
    // By drift, then by name.
    await expect(high.getByRole('listitem').first()).toContainText('sqlalchemy');
    await expect(row(page, 'sqlalchemy').first()).toContainText(/1\.4\.54.*skill is for 2\.1\.1/);
    await expect(row(page, 'sqlalchemy').first().locator('[data-drift]')).toHaveAttribute(
      'data-drift',
      'major',
    );
    await expect(row(page, 'tokio').first()).toContainText('Exact');
    await expect(row(page, 'tokio').first()).toContainText(/\d+ red lines/);
    await expect(group(page, 'Medium').getByRole('listitem')).toHaveCount(2);

    await expect(group(page, 'Guesses')).toContainText('spdlog');
    await expect(group(page, 'Guesses')).toContainText('cpp/gabime/spdlog');
    await expect(group(page, 'Without a skill')).toContainText('serde');
    await expect(group(page, 'Not read')).toContainText('tools/uv.lock has merge conflict markers');
    await expect(page.locator('main')).not.toContainText('never-read');

    await page.getByRole('link', { name: 'Read rust/tokio-rs/tokio' }).click();
    await expect(title(page)).toContainText('tokio');
    await page.goBack();
    await expect(title(page)).toHaveText('payments');
  });

  test('is asked for at the own service alone, and its files are sent nowhere', async ({ open, service }) => {
    const page = await open('#/browse');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await dropFolder(page, 'payments', PAYMENTS);
    await expect(group(page, 'High')).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(`${service.url}/v1/match`);
    expect(sent[0]).not.toContain('checksum');
  });

  test('is read again after a change, and the page follows', async ({ dropping }) => {
    const page = await dropping('payments', PAYMENTS);
    await expect(row(page, 'tokio').first()).toContainText('1.44.2');
    await changeDropped(page, {
      ...PAYMENTS,
      'Cargo.lock': String(PAYMENTS['Cargo.lock']).replace('1.44.2', '1.51.4'),
    });
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(row(page, 'tokio').first()).toContainText('1.51.4');
  });

  test('tells the command that writes AGENTS.md, since a browser writes no files', async ({ dropping }) => {
    const page = await dropping('payments', PAYMENTS);
    await expect(group(page, 'What the project’s agents are told')).toContainText('skills-registry sync');
  });

  test('says so where no skill is for what it uses, and what would be worth one', async ({ dropping }) => {
    const page = await dropping('kite-cli', KITE);
    await expect(page.getByText('None of 2 packages has a skill.')).toBeVisible();
    await expect(
      page.getByRole('heading', { name: 'No skill of your 10 is for what this project uses.' }),
    ).toBeVisible();
    await expect(group(page, 'Without a skill')).toContainText('github.com/spf13/cobra');
    await expect(page.getByRole('link', { name: 'Browse 10 skills' })).toBeVisible();
  });

  test('is found below the folder that was dropped', async ({ dropping }) => {
    const nested = Object.fromEntries(Object.entries(KITE).map(([path, text]) => [`src/kite/${path}`, text]));
    const page = await dropping('code', nested);
    await expect(title(page)).toHaveText('code');
    await expect(page.getByText('None of 2 packages has a skill.')).toBeVisible();
  });

  test('is chosen by the keyboard, too', async ({ open }) => {
    for (const [path, content] of Object.entries(KITE)) {
      const file = test.info().outputPath('picked', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const page = await open('#/');
    await page.keyboard.press('g');
    await page.keyboard.press('j');
    await expect(title(page)).toHaveText('Projects');
    await expect(page.locator('html[data-view="projects"]')).toBeAttached();
    const chooser = page.waitForEvent('filechooser');
    await page.evaluate(() => undefined);
    await page.keyboard.press('o');
    await (await chooser).setFiles(test.info().outputPath('picked'));
    await expect(title(page)).toHaveText('picked');
    // A picked folder stays as it was then.
    await expect(page.getByRole('button', { name: 'Read again' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Another project…/ })).toBeVisible();
  });
});

test.describe('what lies in a folder decides what it is', () => {
  test('a registry is not read as a project', async ({ dropping }) => {
    const page = await dropping('team-skills', { 'index.json': '{}', 'skills/rust/a/b/skill.json': '{}' });
    await expect(title(page)).toContainText('team-skills is a registry.');
  });

  test('in the app a registry is served once somebody says so', async ({ openInApp }) => {
    const page = await openInApp('#/projects');
    await dropFolder(page, 'team-skills', { 'skills/rust/a/b/skill.json': '{}' });
    await expect(page.getByText('team-skills is a registry.')).toBeVisible();
    expect(await callsOf(page, 'setRegistry')).toEqual([]);
    await page.getByRole('button', { name: 'Serve it' }).click();
    await expect
      .poll(() => callsOf(page, 'setRegistry'))
      .toEqual([['setRegistry', { path: '/dropped/team-skills' }]]);
  });

  test('a folder without any of them is refused with what was looked for', async ({ dropping }) => {
    const page = await dropping('holiday', { 'beach.jpg': '', 'more/sea.jpg': '' });
    await expect(page.getByRole('alert')).toContainText('holiday is not a project or a registry');
    await expect(page.getByRole('button', { name: /^Choose a project/ })).toBeVisible();
  });

  test('a project that is dropped where a registry is chosen is a project', async ({ openInApp }) => {
    const page = await openInApp('#/registry');
    await dropFolder(page, 'payments', PAYMENTS);
    await expect(title(page)).toHaveText('payments');
    expect(await callsOf(page, 'setRegistry')).toEqual([]);
  });

  test('one skill can be served, as a registry', async ({ openInApp }) => {
    const page = await openInApp('#/projects');
    await dropFolder(page, 'tokio', { 'skill.json': '{}', 'package.json': '{}' });
    await page.getByRole('button', { name: 'Serve it' }).click();
    await expect
      .poll(() => callsOf(page, 'setRegistry'))
      .toEqual([['setRegistry', { path: '/dropped/tokio' }]]);
  });
});

test.describe('a hostile project', () => {
  test('shows its names as text, and reads what remains', async ({ dropping }) => {
    const names = [
      '<img src=x onerror=alert(1)>',
      '__proto__',
      '../../etc/passwd',
      `a\u202Eb`,
      'x'.repeat(300),
      'constructor',
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
      'sub/Cargo.toml': '\u0000\u0001',
    });
    await expect(group(page, 'Medium')).toContainText('8.23.0');
    await expect(group(page, 'Not read')).toContainText('sub/package.json');
    await expect(page.locator('main img')).toHaveCount(0);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    for (const width of [1280, 480]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await overflow(), `${width}`).toBeLessThanOrEqual(0);
    }
  });

  test('with a lock file of 50 MB is read without it, and says so', async ({ dropping }) => {
    const page = await dropping('huge', {
      ...KITE,
      'package.json': '{}',
      'package-lock.json': ' '.repeat(50 * 1024 * 1024),
    });
    await expect(group(page, 'Not read')).toContainText('package-lock.json is larger than 32 MiB');
    await expect(group(page, 'Without a skill')).toContainText('github.com/spf13/cobra');
  });

  test('that goes away is said to have gone', async ({ dropping }) => {
    const page = await dropping('payments', PAYMENTS);
    await expect(title(page)).toHaveText('payments');
    await changeDropped(page, {});
    await page.getByRole('button', { name: 'Read again' }).click();
    await expect(page.getByRole('alert')).toContainText('payments holds no project');
  });
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 480],
] as const)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 720 } });

    test('no state scrolls sideways or has an accessibility violation', async ({ openInApp }) => {
      const page = await openInApp('#/projects');
      const check = async (what: string) => {
        await expectNoViolation(page, what);
        const overflow = await page.evaluate(() => {
          const main = document.querySelector('main');
          return Math.max(
            document.documentElement.scrollWidth - innerWidth,
            (main?.scrollWidth ?? 0) - innerWidth,
          );
        });
        expect(overflow, what).toBeLessThanOrEqual(0);
      };
      await expect(title(page)).toHaveText('Projects');
      await check('nothing is open');
      await dropFolder(page, 'holiday', { 'beach.jpg': '' });
      await expect(page.getByRole('alert')).toBeVisible();
      await check('failed');
      await dropFolder(page, 'payments', PAYMENTS);
      await expect(group(page, 'High')).toBeVisible();
      await check('matched');
      await dropFolder(page, 'kite-cli', KITE);
      await expect(page.getByText('None of 2 packages has a skill.')).toBeVisible();
      await check('nothing matches');
    });
  });

test.describe('480 px', () => {
  test.use({ viewport: { width: 480, height: 720 } });

  test('there are five tabs, and Home leads to the activity', async ({ open, page, service }) => {
    await installBridge(page, bridgeState(service.url));
    await open('#/');
    await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link')).toHaveText([
      'Home',
      'Projects',
      'Browse',
      /^Problems/,
      'Connect',
    ]);
    await page.getByRole('link', { name: 'All activity' }).click();
    await expect(title(page)).toHaveText('Activity');
  });
});
