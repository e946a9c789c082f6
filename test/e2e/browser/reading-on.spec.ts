/** Going back to where one read, finding words, and leading others or an editor to a place in a text. */
import type { Page } from 'playwright';
import { clipboardOf, expect, test } from './browser-test.ts';
import { goTo } from './go-to.ts';
import { bridgeState, callsOf, installBridge, tell } from './simulated-bridge.ts';

const SKILL = '#/skill/rust/tokio-rs/tokio?file=pitfalls.md';

const reader = (page: Page) => page.locator('[data-reading]');
const topOf = (page: Page) => reader(page).evaluate((element) => element.scrollTop);

async function readOn(page: Page): Promise<number> {
  await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
  await reader(page).evaluate((element) => element.scrollTo(0, 700));
  await expect.poll(() => topOf(page)).toBeGreaterThan(500);
  return topOf(page);
}

test('Back shows a text where it was left, Forward the place after it', async ({ open, page }) => {
  await open(SKILL);
  const left = await readOn(page);
  await goTo(page, '#/problems');
  await page.goBack();
  await expect.poll(() => topOf(page)).toBe(left);
  await page.goForward();
  await expect(page).toHaveURL(/#\/problems$/);
});

test('a link to a place that was read before begins at its top', async ({ open, page }) => {
  await open(SKILL);
  await readOn(page);
  await goTo(page, '#/problems');
  await goTo(page, SKILL);
  await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
  expect(await topOf(page)).toBe(0);
});

test('what is scrolled in the list of skills comes back, too', async ({ open, page }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  await open('#/browse');
  const list = page
    .locator('main .scroll')
    .filter({ has: page.locator('[data-row], a[href^="#/skill"]') })
    .last();
  await expect(list.getByRole('link').first()).toBeVisible();
  await list.evaluate((element) => element.scrollTo(0, 100));
  const left = await list.evaluate((element) => element.scrollTop);
  await goTo(page, '#/problems');
  await page.goBack();
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(left);
});

test('the menu and the mouse of the app go back and forward', async ({ open, page, service }) => {
  await installBridge(page, bridgeState(service.url));
  await open('#/');
  await goTo(page, '#/browse');
  await tell(page, 'menu', 'back');
  await expect(page).toHaveURL(/#\/$/);
  await tell(page, 'menu', 'forward');
  await expect(page).toHaveURL(/#\/browse$/);
  await page.evaluate(() => dispatchEvent(new MouseEvent('mouseup', { button: 3 })));
  await expect(page).toHaveURL(/#\/$/);
  await page.evaluate(() => dispatchEvent(new MouseEvent('mouseup', { button: 4 })));
  await expect(page).toHaveURL(/#\/browse$/);
});

test('the app finds words in the open text, also across the colours of code', async ({
  open,
  page,
  service,
}) => {
  await installBridge(page, bridgeState(service.url));
  await open(SKILL);
  await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
  await tell(page, 'menu', 'find');
  const box = page.getByRole('textbox', { name: 'Find in this text' });
  await expect(box).toBeFocused();
  await box.fill('Mutex');
  const said = page.getByRole('search', { name: 'Find in this text' }).getByRole('status');
  await expect(said).toHaveText(/^1 of [1-9]/);
  await box.press('Enter');
  await expect(said).toHaveText(/^2 of /);
  await box.press('Shift+Enter');
  await expect(said).toHaveText(/^1 of /);
  await box.fill('tokio::spawn(async');
  await expect(said).toHaveText(/^1 of /);
  expect(await page.evaluate(() => String([...(CSS.highlights.get('found-here') ?? [])][0]))).toBe(
    'tokio::spawn(async',
  );
  await box.fill('no such words here');
  await expect(said).toHaveText('Not found');
  await box.press('Escape');
  await expect(box).toHaveCount(0);
  expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
});

test('a heading’s link opens that heading', async ({ open, page, service }) => {
  const clipboard = await clipboardOf(page);
  await open(SKILL);
  const heading = page.getByRole('article').getByRole('heading').nth(3);
  await heading.hover();
  await heading.getByTitle('Copy a link to this heading (L)').click();
  await expect
    .poll(clipboard)
    .toMatch(new RegExp(`^${service.url}/#/skill/rust/tokio-rs/tokio\\?file=pitfalls.md&at=`));
  const link = await clipboard();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('[data-arrived]').first()).toBeVisible();
});

test('L copies a link to the heading that is read', async ({ open, page }) => {
  const clipboard = await clipboardOf(page);
  await open(SKILL);
  await readOn(page);
  await page.keyboard.press('l');
  await expect.poll(clipboard).toMatch(/&at=/);
});

test('long lines of code are wrapped on request, and stay so', async ({ open, page }) => {
  await page.setViewportSize({ width: 420, height: 800 });
  await open(SKILL);
  const widest = () =>
    page
      .getByRole('article')
      .getByRole('region', { name: 'Code' })
      .or(page.locator('[aria-label="Code"]'))
      .evaluateAll((boxes) =>
        Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
      );
  await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
  expect(await widest()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Wrap long lines of code' }).click();
  expect(await widest()).toBe(0);
  await page.reload();
  await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
  expect(await widest()).toBe(0);
});

test('the app opens the file in an editor, and shows it in the file manager', async ({
  open,
  page,
  service,
}) => {
  await installBridge(page, bridgeState(service.url));
  await open(SKILL);
  await page.getByRole('button', { name: 'Open this file in your editor' }).click();
  await page.getByRole('button', { name: 'Show this file in the file manager' }).click();
  const file = { key: 'rust/tokio-rs/tokio', file: 'pitfalls.md' };
  expect(await callsOf(page, 'openSkillFile')).toEqual([
    ['openSkillFile', { ...file, with: 'editor' }],
    ['openSkillFile', { ...file, with: 'file-manager' }],
  ]);
});
