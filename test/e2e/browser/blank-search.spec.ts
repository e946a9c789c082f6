import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';

const box = (page: Page) => page.locator('#ask');
const list = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');
const questions = (page: Page) => list(page, 'Questions with a strong answer here');

test.describe('the empty search', () => {
  test('opens with the box, and Escape leads back to where one read', async ({ open, page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await open('#/skill/rust/tokio-rs/tokio?file=pitfalls.md');
    const reader = page.locator('[data-reading]');
    await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
    await reader.evaluate((element) => element.scrollTo(0, 400));
    await expect.poll(() => reader.evaluate((element) => element.scrollTop)).toBe(400);
    await page.keyboard.press('Control+k');
    await expect(questions(page).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/file=pitfalls\.md$/);
    await expect.poll(() => reader.evaluate((element) => element.scrollTop)).toBe(400);
  });

  test('opens by a click, and not by Tab alone', async ({ open, page }) => {
    await open('#/browse');
    await page.getByRole('link', { name: 'Skills Registry, home' }).focus();
    while (!(await box(page).evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('Tab');
    await expect(page).toHaveURL(/#\/browse$/);
    await box(page).click();
    await expect(page).toHaveURL(/#\/search$/);
    await expect(box(page)).toBeFocused();
  });

  test('lists the skills that were opened, the last one first', async ({ open, page }) => {
    for (const key of ['rust/tokio-rs/tokio', 'js/websockets/ws']) {
      await open(`#/skill/${key}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(key.split('/')[2] ?? '');
    }
    await page.keyboard.press('/');
    await expect(list(page, 'Opened before')).toHaveText([/^ws/, /^tokio/]);
    await page.reload();
    await expect(list(page, 'Opened before')).toHaveText([/^ws/, /^tokio/]);
  });

  test('is walked by the arrow keys', async ({ open, page }) => {
    await open('#/search');
    await expect(questions(page).first()).toBeVisible();
    await box(page).press('ArrowDown');
    await expect(questions(page).first().getByRole('link')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
  });

  for (const width of [1280, 480])
    test(`has no accessibility violation at ${width} px`, async ({ open, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open('#/skill/rust/tokio-rs/tokio');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('tokio');
      await open('#/search');
      await expect(list(page, 'Opened before')).toHaveCount(1);
      await expectNoViolation(page, `the empty search at ${width} px`);
    });
});
