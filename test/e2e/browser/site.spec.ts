/** An exported registry: the same page over files, without a service. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect } from 'playwright/test';
import { SAMPLE_KEYS } from '../../support/sample-skills.ts';
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

const box = (page: Page) => page.getByRole('textbox', { name: 'What are you about to do' });
const answers = (page: Page) => page.getByRole('list', { name: 'Answers' }).locator('> li');

test('has skills to read, and no view that needs a service', async ({ page, host }) => {
  await page.goto(host.url);
  await expect(page.getByRole('list', { name: 'Skills' }).getByRole('listitem')).toHaveCount(
    SAMPLE_KEYS.length,
  );
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Skills']);
  await expect(page.getByRole('banner')).toContainText('A copy to read');
  expect(host.asked.filter((path) => path.includes('search'))).toEqual([]);
});

test('is set in the font that it has, with the licence beside it', async ({ page, host, site }) => {
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  await page.goto(host.url);
  await expect(page.getByRole('list', { name: 'Skills' })).toBeVisible();
  expect(await page.evaluate(() => document.fonts.check('13px Inter'))).toBe(true);
  expect(fonts).toEqual([expect.stringMatching(`^${host.url}assets/inter-[\\w-]+\\.woff2$`)]);
  const licence = readdirSync(join(site.folder, 'assets')).filter((name) => name.startsWith('inter-licence'));
  expect(licence).toHaveLength(1);
  expect(readFileSync(join(site.folder, 'assets', licence[0] ?? ''), 'utf8')).toContain(
    'SIL OPEN FONT LICENSE Version 1.1',
  );
});

test('finds in the texts, shows the section that answers, and opens it by Enter', async ({ page, host }) => {
  await page.goto(host.url);
  await box(page).fill('log messages are lost when the process exits');
  await expect(answers(page)).toContainText([/^spdlog/]);
  await box(page).press('Enter');
  await expect(page.getByRole('article')).toContainText('shutdown');
});

test('names the next entries of the skill that answers, and opens them at their places', async ({
  page,
  host,
}) => {
  await page.goto(host.url);
  await box(page).fill('log messages are lost when the process exits');
  const further = page.getByRole('list', { name: 'Next in this skill' }).getByRole('link');
  await expect(further.nth(3)).toBeVisible();
  await further.first().click();
  await expect(page).toHaveURL(/#\/skill\/cpp\/gabime\/spdlog\?file=[\w.-]+&line=\d+/);
  const [, file = '', line = ''] = /file=([\w.-]+)&line=(\d+)/.exec(page.url()) ?? [];
  const lines = readFileSync(join(SAMPLE, 'skills/cpp/gabime/spdlog', file), 'utf8').split('\n');
  const name = (lines[Number(line) - 1] ?? '').replace(/^#+ /, '');
  const heading = page.getByRole('article').getByRole('heading', { name });
  await expect(heading).toBeInViewport();
});

test('finds a name while it is typed, and says when nothing answers', async ({ page, host }) => {
  await page.goto(host.url);
  await box(page).fill('toki');
  await expect(page.getByRole('list', { name: 'By name' }).getByRole('listitem')).toHaveText([
    /^tokio.*100$/,
  ]);
  await box(page).fill('zebrafish');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('zebrafish');
  await expect(page.getByText('begin a skill')).toHaveCount(0);
});

test('asks for nothing but files that it has', async ({ page, host }) => {
  await page.goto(`${host.url}#/skill/rust/tokio-rs/tokio?file=pitfalls.md`);
  await expect(page.getByRole('article')).toContainText('select!');
  expect(host.missed).toEqual([]);
});
