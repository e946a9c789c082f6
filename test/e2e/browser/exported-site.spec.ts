/** The page of an exported site, in a folder of a host that has nothing else. */
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { clipboardOf } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { goTo } from './go-to.ts';
import { SAMPLE, type Service, startService } from './service.ts';
import { exportedFiles, openStaticHost, type StaticHost } from './static-site.ts';

interface Shared {
  readonly service: Service;
  readonly host: StaticHost;
}

const test = base.extend<{ open: (hash?: string) => Promise<Page> }, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const service = await startService(SAMPLE);
      const host = await openStaticHost(await exportedFiles(service.url, 'Sample skills'));
      await use({ service, host });
      await host.close();
      await service.stop();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, shared: { host } }, use) => {
    const complaints: string[] = [];
    const asked: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => asked.push(request.url()));
    const missed = host.missed.length;
    await use(async (hash = '#/') => {
      await page.goto(`${host.url}${hash}`);
      await expect(page.locator('html[data-view] main')).toBeVisible();
      return page;
    });
    expect(complaints, 'errors of the page').toEqual([]);
    expect(host.missed.slice(missed), 'files that the site does not have').toEqual([]);
    expect(
      asked.filter((url) => !url.startsWith(host.url) && !/^(?:data|blob):/.test(url)),
      'requests that left the site',
    ).toEqual([]);
  },
});

test('Home says what the site is, and how an agent gets it', async ({ open, shared }) => {
  const page = await open();
  const clipboard = await clipboardOf(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sample skills');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: '10 skills' })).toBeVisible();
  await expect(main.getByRole('img', { name: /^2 C\+\+, 2 Go/ })).toBeVisible();
  await expect(main.getByRole('blockquote')).toContainText('Never fork');
  await page.getByRole('button', { name: 'Copy the command' }).click();
  await expect.poll(clipboard).toBe(`skills-registry registry add ${shared.host.url}`);
  await expect(page.getByRole('contentinfo')).toContainText('Read-only');
});

test('a skill is found in the list, and read', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page.getByRole('link', { name: 'Registries' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Import a skill…' })).toHaveCount(0);
  await page.getByRole('link', { name: /^tokio/ }).click();
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
  await page.getByRole('button', { name: 'Copying and facts' }).click();
  await expect(page.getByRole('button', { name: 'Report a mistake' })).toHaveCount(0);
});

test('a link to a heading leads into the site’s folder', async ({ open, shared }) => {
  const page = await open('#/skill/rust/tokio-rs/tokio?file=pitfalls.md');
  const clipboard = await clipboardOf(page);
  await expect(page.getByRole('article')).toContainText('Tokio: pitfalls');
  await page.keyboard.press('l');
  await expect.poll(clipboard).toContain(`${shared.host.url}#/skill/rust/tokio-rs/tokio?file=pitfalls.md`);
});

test('nothing is offered that needs a service, and its address says why', async ({ open }) => {
  const page = await open();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([/Home/, /Browse/, /Problems/]);
  for (const view of ['connect', 'projects', 'import', 'settings', 'activity', 'registries', 'registry']) {
    await page.evaluate((to) => {
      location.hash = `#/${to}`;
    }, view);
    await expect(page.getByRole('alert')).toContainText('need Skills Registry on your computer');
  }
});

test('the problems are loaded when they are looked at', async ({ open, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open();
  await goTo(page, '#/browse');
  await goTo(page, '#/skill/rust/tokio-rs/tokio');
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
  expect(asked).not.toContain('/skills/v1/diagnostics');
  await goTo(page, '#/problems');
  await expect(page.getByRole('heading', { name: 'All 10 skills are clean.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/skills/v1/')).sort()).toEqual([
    '/skills/v1/diagnostics',
    '/skills/v1/skills',
    '/skills/v1/skills/cpp/grpc/grpc',
    '/skills/v1/skills/rust/tokio-rs/tokio',
  ]);
});

test('without a connection the page says so, and goes on by its button', async ({ open, page }) => {
  await open();
  await page.route('**/v1/skills/rust/**', (route) => route.abort());
  await goTo(page, '#/skill/rust/tokio-rs/tokio');
  await expect(page.getByRole('heading', { name: 'The site could not be reached.' })).toBeVisible();
  await page.unroute('**/v1/skills/rust/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
});

test('a key that the site does not have is said to be missing', async ({ page, shared: { host } }) => {
  await page.goto(`${host.url}#/skill/rust/nobody/nothing`);
  await expect(page.getByRole('heading', { name: 'There is no skill rust/nobody/nothing.' })).toBeVisible();
});

for (const [colorScheme, width, tag] of [
  ['light', 1280, ['@ci']],
  ['dark', 420, []],
] as const)
  test(`no view has a barrier, ${colorScheme} and ${width} wide`, { tag: [...tag] }, async ({
    open,
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: width === 420 ? 720 : 800 });
    await open();
    await expectNoViolation(page, 'home');
    for (const hash of ['#/browse', '#/problems', '#/search', '#/connect']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await expectNoViolation(page, hash);
    }
  });
