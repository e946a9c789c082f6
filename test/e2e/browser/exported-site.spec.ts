/** The page of an exported site, in a folder of a host that has nothing else. */
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { clipboardOf } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { goTo } from './go-to.ts';
import { SAMPLE } from './service.ts';
import { type ExportedSite, exportSite, openStaticHost, type StaticHost } from './static-site.ts';

interface Shared {
  readonly host: StaticHost;
  readonly site: ExportedSite;
}

const test = base.extend<{ open: (hash?: string) => Promise<Page> }, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const site = await exportSite(SAMPLE);
      const host = await openStaticHost(site.folder);
      await use({ host, site });
      await host.close();
      site.remove();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, shared: { host } }, use) => {
    const complaints: string[] = [];
    const strangers: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      const isKnown = [host.url, 'data:', 'blob:'].some((start) => url.startsWith(start));
      if (!isKnown) strangers.push(url);
    });
    const missed = host.missed.length;
    await use(async (hash = '#/') => {
      await page.goto(`${host.url}${hash}`);
      await expect(page.locator('html[data-view] main')).toBeVisible();
      return page;
    });
    expect(complaints, 'errors of the page').toEqual([]);
    expect(strangers, 'requests that left the site').toEqual([]);
    expect(host.missed.slice(missed), 'files that the site does not have').toEqual([]);
  },
});

test('Home says what the site is, and how an agent gets it', async ({ open, shared }) => {
  const page = await open();
  const clipboard = await clipboardOf(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('sample-registry');
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
  for (const view of ['connect', 'projects', 'settings', 'activity', 'registries', 'registry']) {
    await page.evaluate((to) => {
      location.hash = `#/${to}`;
    }, view);
    await expect(page.getByRole('alert')).toContainText('need Skills Registry on your computer');
  }
});

test('the problems are loaded when they are looked at', async ({ open, page, shared: { host } }) => {
  const before = host.asked.length;
  const asked = () => host.asked.slice(before).filter((path) => path.startsWith('v1/'));
  await open();
  await goTo(page, '#/browse');
  await goTo(page, '#/skill/rust/tokio-rs/tokio');
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
  expect(asked()).not.toContain('v1/diagnostics');
  await goTo(page, '#/problems');
  await expect(page.getByRole('heading', { name: 'All 10 skills are clean.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0);
  expect(asked().sort()).toEqual([
    'v1/diagnostics',
    'v1/skills',
    'v1/skills/cpp/grpc/grpc',
    'v1/skills/rust/tokio-rs/tokio',
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

test('a host without rules is asked for the files by their names', async ({ page, shared: { site } }) => {
  const host = await openStaticHost(site.folder, { hasRules: false });
  await page.goto(`${host.url}#/skill/rust/tokio-rs/tokio`);
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
  await goTo(page, '#/browse');
  await expect(page.getByRole('link', { name: /^grpc/ })).toBeVisible();
  await host.close();
});

test.describe('search', () => {
  const namesOnly = 'This copy of a registry finds skills by name.';

  test('says that the texts are not searched', async ({ open, page }) => {
    await open('#/search');
    await expect(page.getByRole('main')).toContainText(namesOnly);
    await page.getByRole('searchbox').fill('log messages are lost on exit');
    await expect(page.getByRole('main')).toContainText(namesOnly);
  });

  test('finds a name while it is typed, and opens it by Enter', async ({ open, page }) => {
    await open('#/search');
    await page.getByRole('searchbox').fill('toki');
    await expect(page.getByRole('list', { name: 'Names' }).getByRole('link')).toHaveText([/^tokio/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toContainText('Tokio: overview');
  });
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 480],
] as const)
  test(`no view has a barrier, ${colorScheme} and ${width} wide`, async ({ open, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: width === 480 ? 720 : 800 });
    await open();
    await expectNoViolation(page, 'home');
    for (const hash of ['#/browse', '#/problems', '#/search', '#/connect']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await expectNoViolation(page, hash);
    }
  });
