import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { bridgeState, installBridge } from './simulated-bridge.ts';

/** Presses Tab until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
    if (name.test(label.trim())) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Page and machine may be slow: what was pressed is done all the same. */
test.describe('on a computer six times as slow', () => {
  test.beforeEach(async ({ page }) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  });

  test('a skill is found, read and copied without a pointer', async ({ open }) => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('requests');
    await expect(page.locator('[data-rows]')).toHaveAttribute('data-query', 'requests');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/requests/i);
    await page.keyboard.press(']');
    await page.keyboard.press('y');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('python/psf/requests');
    await page.keyboard.press('c');
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('<skill key="python/psf/requests"');
  });

  test('G and a letter go to a view', async ({ open }) => {
    const page = await open();
    // Both at once: the time between two presses is a person's, not the machine's.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('b')]);
    await expect(page.getByRole('heading', { name: 'All skills' })).toBeVisible();
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('h')]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your IDE');
  });

  test('P after G goes to Problems from Activity, and P alone pauses it', async ({ open, page, service }) => {
    await installBridge(page, bridgeState(service.url));
    await open('#/activity');
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: /^Go on/ })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/#\/problems$/);
  });

  test('letters in a field are text, not commands', async ({ open }) => {
    const page = await open('#/skill/rust/tokio-rs/tokio');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('c?yg');
    await expect(page.locator('#ask')).toHaveValue('c?yg');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('every control of Browse and a skill is reached with Tab, and the focus is seen', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page.locator('[data-rows] a').first()).toBeVisible();
  await tabTo(page, /^Skip to content/);
  await tabTo(page, /^Home/);
  await tabTo(page, /^Name/);
  await tabTo(page, /^\p{L}+ (python|rust|go|cpp|js)\//u);
  const outline = await page.evaluate(
    () => document.activeElement && getComputedStyle(document.activeElement).outlineStyle,
  );
  expect(outline).toBe('solid');
});

test('the skip button leads past the bar', async ({ open }) => {
  const page = await open('#/browse');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the list of shortcuts opens with ? and closes with Escape, giving the focus back', async ({ open }) => {
  const page = await open('#/browse');
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test.describe('single keys', () => {
  test('are turned off in the list of shortcuts, and stay off; arrows and Enter still work', async ({
    open,
  }) => {
    const page = await open('#/browse');
    await expect(page.locator('[data-rows] a').first()).toBeVisible();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: /^Single keys/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.locator('[data-rows] a').first()).toBeVisible();
    for (const key of ['j', '?', '/', 'g', 'h', 'y']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/#\/browse$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('[data-rows] a:focus')).toHaveCount(0);
    await expect(page.locator('#ask')).not.toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-rows] a').first()).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.locator('[data-rows] a').first()).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.locator('#ask')).toBeFocused();
  });

  test('are back once they are turned on', async ({ open }) => {
    const page = await open('#/browse');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    const single = page.getByRole('switch', { name: /^Single keys/ });
    await single.uncheck();
    await single.check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  });

  test('can be turned off where nothing may be kept', async ({ open, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
    });
    await open('#/browse');
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: /^Single keys/ }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('the title names the place', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page).toHaveTitle('Browse · Skills Registry');
  await open('#/skill/rust/tokio-rs/tokio');
  await expect(page).toHaveTitle('tokio · Skills Registry');
});
