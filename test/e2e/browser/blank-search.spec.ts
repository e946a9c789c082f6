import type { Page } from 'playwright';
import { clipboardOf, expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { bridgeState, callsOf, installBridge } from './simulated-bridge.ts';

const box = (page: Page) => page.locator('#ask');
const list = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');
const commands = (page: Page) => list(page, 'Commands');

test.describe('the empty search', () => {
  test('opens with the box, and Escape leads back to where one read', async ({ open, page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await open('#/skill/rust/tokio-rs/tokio?file=pitfalls.md');
    const reader = page.locator('[data-reading]');
    await expect(page.getByRole('article').getByRole('heading').nth(3)).toBeVisible();
    await reader.evaluate((element) => element.scrollTo(0, 400));
    await expect.poll(() => reader.evaluate((element) => element.scrollTop)).toBe(400);
    await page.keyboard.press('Control+k');
    await expect(commands(page).first()).toBeVisible();
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

  test('lists the skills that were opened, the last one first, and keeps pinned ones apart', async ({
    open,
    page,
  }) => {
    await open('#/skill/rust/tokio-rs/tokio');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('tokio');
    await page.getByRole('button', { name: 'Pin tokio' }).click();
    await open('#/skill/python/psf/requests');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('requests');
    await open('#/skill/js/websockets/ws');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ws');
    await page.keyboard.press('/');
    await expect(list(page, 'Pinned')).toHaveText([/^tokio/]);
    await expect(list(page, 'Opened before')).toHaveText([/^ws/, /^requests/]);
    await page.reload();
    await expect(list(page, 'Pinned')).toHaveText([/^tokio/]);
    await page.getByRole('button', { name: 'Pin tokio' }).click();
    await expect(list(page, 'Opened before')).toHaveText([/^ws/, /^requests/, /^tokio/]);
    await expect(page.getByRole('list', { name: 'Pinned' })).toHaveCount(0);
  });

  test('is walked by the arrow keys', async ({ open, page }) => {
    await open('#/search');
    await expect(commands(page).first()).toBeVisible();
    await expect(list(page, 'Questions with a strong answer here').first()).toBeVisible();
    await box(page).press('ArrowDown');
    await expect(list(page, 'Questions with a strong answer here').first().getByRole('link')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
  });

  for (const width of [1280, 420])
    test(`has no accessibility violation at ${width} px`, async ({ open, page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open('#/skill/rust/tokio-rs/tokio');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('tokio');
      await open('#/search');
      await expect(list(page, 'Opened before')).toHaveCount(1);
      await expectNoViolation(page, `the empty search at ${width} px`);
    });
});

test.describe('a typed command', () => {
  test('copies the address', async ({ open, page, service }) => {
    await open('#/search');
    const clipboard = await clipboardOf(page);
    await box(page).fill('copy address');
    await expect(commands(page)).toHaveText(['Copy the address']);
    await page.keyboard.press('Enter');
    await expect.poll(clipboard).toBe(`${service.url}/mcp`);
    await expect(page.getByText('Copied the address')).toBeVisible();
  });

  test('opens a file of a skill', async ({ open, page }) => {
    await open('#/search');
    await box(page).fill('open tokio › safety');
    await expect(commands(page)).toHaveText(['Open tokio › safety']);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toHaveAccessibleName('safety.md');
  });

  test('opens it though Enter comes before the files are known', async ({ open, page }) => {
    await open('#/search');
    await box(page).pressSequentially('tokio pitf');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article')).toHaveAccessibleName('pitfalls.md');
  });

  test('leads to a view, also to one that only the app has', async ({ open, page, service }) => {
    await installBridge(page, bridgeState(service.url));
    await open('#/');
    await page.keyboard.press('/');
    await page.keyboard.type('go sett');
    await expect(commands(page)).toHaveText(['Go to Settings']);
    await box(page).press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('copy add');
    await box(page).press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => callsOf(page, 'copyText'))
      .toEqual([['copyText', { text: `${service.url}/mcp` }]]);
  });
});
