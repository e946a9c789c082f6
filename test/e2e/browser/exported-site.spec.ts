/** The page of an exported site, in a folder of a host that has nothing else. */
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { clipboardOf, painted } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { goTo } from './go-to.ts';
import { SAMPLE, type Service, startService } from './service.ts';
import { type ExportedSite, exportSite, openStaticHost, type StaticHost } from './static-site.ts';

interface Shared {
  readonly service: Service;
  readonly host: StaticHost;
  readonly site: ExportedSite;
}

const test = base.extend<{ open: (hash?: string) => Promise<Page> }, { shared: Shared }>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const site = await exportSite(SAMPLE);
      const service = await startService(SAMPLE);
      const host = await openStaticHost(site.folder);
      await use({ service, host, site });
      await host.close();
      await service.stop();
      site.remove();
    },
    { scope: 'worker' },
  ],
  open: async ({ page, shared: { host, service } }, use) => {
    const complaints: string[] = [];
    const strangers: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = request.url();
      const isKnown = [host.url, service.url, 'data:', 'blob:'].some((start) => url.startsWith(start));
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

const QUESTIONS = [
  'log messages are lost on exit',
  'UnicodeDecodeError in requests',
  'qqqqzzzz wwwwkkkk',
] as const;

test.describe('search', () => {
  test('loads its code and its index with the first question', async ({ open, page, shared: { host } }) => {
    const before = host.asked.length;
    const search = () => host.asked.slice(before).filter((path) => /^search\/|open-shard-search/.test(path));
    await open();
    await goTo(page, '#/browse');
    await goTo(page, '#/search');
    await expect(
      page.getByRole('heading', { name: 'What are you about to do, or what went wrong?' }),
    ).toBeVisible();
    expect(search()).toEqual([]);
    await page.getByRole('searchbox').fill('log messages are lost on exit');
    await expect(answers(page).first()).toBeVisible();
    await expect(page).toHaveURL(/#\/search\?q=log\+messages\+are\+lost\+on\+exit$/);
    expect(search()).toContain('search/head.json');
    expect(new Set(search()).size, 'files that were asked for twice').toBe(search().length);
  });

  test('finds a name while it is typed, and opens it by Enter', async ({ open, page }) => {
    await open('#/search');
    await page.getByRole('searchbox').fill('toki');
    await expect(page.getByRole('list', { name: 'Names' }).getByRole('link')).toHaveText([/^tokio/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toContainText('Tokio: overview');
  });

  test('shows the answers of a service', async ({ open, page, shared: { service } }) => {
    for (const query of QUESTIONS) {
      const hash = `#/search?q=${encodeURIComponent(query)}`;
      const isAnswer = (route: string) => page.waitForResponse((response) => response.url().includes(route));
      await Promise.all([isAnswer('/v1/search'), isAnswer('/v1/find'), page.goto(`${service.url}/${hash}`)]);
      await expect(page.locator('#answers, #no-answer')).toBeVisible();
      await painted(page);
      const expected = await shownRows(page);
      await open(hash);
      await expect.poll(() => shownRows(page), query).toEqual(expected);
    }
  });

  test('goes on by its button after a part did not arrive', async ({ open, page }) => {
    await page.route('**/search/terms-*', (route) => route.abort());
    await open('#/search?q=it+leaks');
    const reason = page.getByRole('heading', { name: 'The site could not be reached.' });
    await expect(reason).toBeVisible();
    expect((await reason.boundingBox())?.x, 'beside the edge').toBeGreaterThan(0);
    await page.unroute('**/search/terms-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(answers(page).first()).toBeVisible();
  });
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

/** Texts and addresses of names and answers, in their order. */
function shownRows(page: Page): Promise<readonly string[]> {
  return page
    .locator('[data-rows] li a')
    .evaluateAll((links) =>
      links.map((link) => `${link.closest('li')?.innerText} ${link.getAttribute('href')}`),
    );
}

function answers(page: Page) {
  return page.getByRole('list', { name: 'Answers from the texts' }).getByRole('listitem');
}
