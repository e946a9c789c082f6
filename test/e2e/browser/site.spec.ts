/** An exported registry: the same page over files, without a service. */
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { expectNoViolation } from './expect-no-violation.ts';
import { SAMPLE } from './service.ts';
import { type ExportedSite, exportSite, openStaticHost, type StaticHost } from './static-site.ts';

const test = base.extend<object, { site: ExportedSite; host: StaticHost }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
    async ({}, use) => {
      const site = await exportSite(SAMPLE);
      await use(site);
      site.remove();
    },
    { scope: 'worker' },
  ],
  host: [
    async ({ site }, use) => {
      const host = await openStaticHost(site.folder);
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
});

const box = (page: Page) => page.getByRole('textbox', { name: 'Which library?' });

test('has skills to read, and no view that needs a service', async ({ page, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveCount(10);
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Skills']);
  await expect(page.getByRole('banner')).toContainText('A copy to read');
});

test('finds a name while it is typed, and opens it by Enter', async ({ page, host }) => {
  await page.goto(host.url);
  await box(page).fill('toki');
  await expect(page.getByRole('list', { name: 'Answers' }).getByRole('listitem')).toContainText([/^tokio/]);
  await box(page).press('Enter');
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
});

test('finds words of tags and summaries, and says that texts are not searched', async ({ page, host }) => {
  await page.goto(host.url);
  await box(page).fill('fork logging');
  await expect(page.getByRole('list', { name: 'Answers' }).getByRole('listitem')).toContainText([/^spdlog/]);
  await box(page).fill('log messages are lost');
  await expect(page.getByText('finds names, tags and summaries')).toBeVisible();
});

test('asks for nothing but files that it has', async ({ page, host }) => {
  await page.goto(`${host.url}#/skill/rust/tokio-rs/tokio?file=pitfalls.md`);
  await expect(page.getByRole('article')).toContainText('select!');
  expect(host.missed).toEqual([]);
});

test('is read from a host without the export’s rules, too', async ({ page, site }) => {
  const host = await openStaticHost(site.folder, { hasRules: false });
  await page.goto(`${host.url}#/skill/rust/tokio-rs/tokio`);
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
  await host.close();
});

test('offers another try where the host is not reached', async ({ page, host }) => {
  await page.route('**/v1/skills/rust/**', (route) => route.abort());
  await page.goto(`${host.url}#/skill/rust/tokio-rs/tokio`);
  await expect(page.getByRole('alert')).toContainText('The skill could not be loaded.');
  await page.unroute('**/v1/skills/rust/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('article')).toContainText('Tokio: overview');
});

test('has no barrier', async ({ page, host }) => {
  await page.goto(host.url);
  await expectNoViolation(page, 'skills');
  await page.goto(`${host.url}#/skill/rust/tokio-rs/tokio`);
  await expectNoViolation(page, 'a skill');
});
