/** A project's page, against the service as it is built: which libraries have a skill, in a browser and in the app. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect } from './browser-test.ts';
import { type Contents, changeDropped, dropFolder } from './drop-folder.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { KITE, PAYMENTS, readNothing, readPayments } from './project-folders.ts';
import { type BridgeState, bridgeState, callsOf, installBridge, tell } from './simulated-bridge.ts';

const test = base.extend<{
  dropping: (name: string, files: Contents, hash?: string) => Promise<Page>;
  openInApp: (changes?: Partial<BridgeState>) => Promise<Page>;
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
    await use(async (changes = {}) => {
      await installBridge(page, bridgeState(service.url, changes));
      return open('#/projects');
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
    await expect(page.getByRole('button', { name: 'Write this change' })).toHaveCount(0);
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
  test('a registry is not read as a skill or a project', async ({ dropping }) => {
    const page = await dropping('team-skills', { 'index.json': '{}', 'skills/rust/a/b/skill.json': '{}' });
    await expect(title(page)).toContainText('team-skills is a registry.');
  });

  test('in the app a registry is served once somebody says so', async ({ openInApp }) => {
    const page = await openInApp();
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
    await expect(page.getByRole('alert')).toContainText('holiday is not a project, a skill or a registry');
    await expect(page.getByRole('button', { name: /^Choose a project/ })).toBeVisible();
  });

  test('a project that is dropped where a registry is chosen is a project', async ({
    open,
    page,
    service,
  }) => {
    await installBridge(
      page,
      bridgeState(service.url, { projects: { '/dropped/payments': readPayments() } }),
    );
    await open('#/registry');
    await dropFolder(page, 'payments', PAYMENTS);
    await expect(title(page)).toHaveText('payments');
    expect(await callsOf(page, 'setRegistry')).toEqual([]);
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
    for (const width of [1280, 320]) {
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

test.describe('in the app', () => {
  const settings = (url: string) => bridgeState(url).settings;

  test('a dropped folder is read by the app, never by the page', async ({ openInApp }) => {
    const page = await openInApp({ projects: { '/dropped/payments': readPayments() } });
    await dropFolder(page, 'payments', PAYMENTS);
    await expect(title(page)).toHaveText('payments');
    await expect(page.getByText('/home/someone/src/payments').first()).toBeVisible();
    expect(await callsOf(page, 'openProject')).toEqual([['openProject', { path: '/dropped/payments' }]]);
  });

  test('recent projects are opened again, or taken off the list', async ({ openInApp, service }) => {
    const page = await openInApp({ projects: { '/home/someone/src/payments': readPayments() } });
    const recent = group(page, 'Opened before');
    await expect(recent).toContainText('not reachable now');
    await recent.getByRole('button', { name: 'Take /mnt/team/kite-cli off this list' }).click();
    await expect(recent).not.toContainText('kite-cli');
    expect(settings(service.url).recentProjects).toHaveLength(2);
    await recent.getByRole('button', { name: '/home/someone/src/payments', exact: true }).click();
    await expect(title(page)).toHaveText('payments');
    await page.getByRole('button', { name: 'Other projects' }).click();
    await expect(page.getByRole('button', { name: /^Choose another project/ })).toBeVisible();
  });

  test('the page follows what the app reads again, and keeps it while the folder is away', async ({
    openInApp,
  }) => {
    const page = await openInApp({ project: readPayments() });
    await expect(row(page, 'tokio').first()).toContainText('1.44.2');
    const read = readPayments({ turn: 2 });
    if (read.state !== 'read') throw new Error('It is read.');
    const packages = read.project.packages.map((each) =>
      each.name === 'tokio' ? { ...each, version: '1.51.4', purl: 'pkg:cargo/tokio@1.51.4' } : each,
    );
    const later = { ...read, project: { ...read.project, packages } };
    await tell(page, 'project', later);
    await expect(row(page, 'tokio').first()).toContainText('1.51.4');
    await tell(page, 'project', {
      ...later,
      trouble: '/home/someone/src/payments is not a folder that can be read.',
    });
    await expect(page.getByText('is not a folder that can be read')).toBeVisible();
    await expect(row(page, 'tokio').first()).toContainText('1.51.4');
  });

  test('AGENTS.md is behind until its change was shown and written', async ({ openInApp }) => {
    const page = await openInApp({ project: readPayments() });
    const agents = group(page, 'What the project’s agents are told');
    await expect(agents.getByRole('status')).toHaveText('Behind');
    expect(await callsOf(page, 'writeSync')).toEqual([]);
    await agents.getByRole('button', { name: 'Show the change' }).click();
    await expect(agents.getByRole('group', { name: 'The change to AGENTS.md' })).toContainText(
      'tokio 1.44.2',
    );
    await agents.getByText('1 more file').click();
    await expect(agents).toContainText('.agents/skills/rust-tokio-rs-tokio/SKILL.md');
    await agents.getByRole('radio', { name: 'The list alone' }).click();
    await expect
      .poll(() => callsOf(page, 'previewSync'))
      .toContainEqual(['previewSync', { indexOnly: true }]);
    await agents.getByRole('button', { name: 'Write this change' }).click();
    await expect(agents.getByRole('status').first()).toHaveText(/^Level, since \d\d:\d\d$/);
    expect(await callsOf(page, 'writeSync')).toEqual([
      ['writeSync', { indexOnly: true, token: 'a'.repeat(64) }],
    ]);
  });

  test('why the change can’t be told is said', async ({ openInApp }) => {
    const why = '.agents/skills-registry.lock.json can’t be read.';
    const page = await openInApp({ project: readPayments(), refusals: { previewSync: why } });
    await expect(group(page, 'What the project’s agents are told')).toContainText(why);
  });
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 820],
  ['light', 420],
  ['dark', 320],
] as const)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 720 } });

    test('no state scrolls sideways or has an accessibility violation', async ({ openInApp }) => {
      const page = await openInApp();
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
      await tell(page, 'project', { state: 'failed', folder: '/tmp/a', message: '/tmp/a holds no project.' });
      await expect(page.getByRole('alert')).toBeVisible();
      await check('failed');
      await tell(page, 'project', readPayments());
      await expect(group(page, 'High')).toBeVisible();
      await check('matched');
      await page.getByRole('button', { name: 'Show the change' }).click();
      await check('the change');
      await tell(page, 'project', readNothing());
      await expect(page.getByText('None of 2 packages has a skill.')).toBeVisible();
      await check('nothing matches');
    });
  });

test.describe('420 px', () => {
  test.use({ viewport: { width: 420, height: 720 } });

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
