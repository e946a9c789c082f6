import type { Page } from 'playwright';
import { expect, painted, test } from './browser-test.ts';
import { bridgeState, installBridge } from './simulated-bridge.ts';

/** Presses Tab all the way round; gives what is left out of the way, and what has the focus without a mark of it. */
async function walk(page: Page): Promise<{ readonly missed: string[]; readonly unmarked: string[] }> {
  const unmarked: string[] = [];
  for (let step = 0; step < 300; step += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const at = document.activeElement;
      if (!(at instanceof HTMLElement) || at === document.body || 'walked' in at.dataset) return 'round';
      at.dataset['walked'] = '';
      // The box to ask in has its mark around all of it.
      const isMarked = [at, at.closest('search form')].some((element) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element ?? at);
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) > 0;
      });
      return isMarked ? '' : at.outerHTML.slice(0, 120);
    });
    if (seen === 'round') return { missed: await missed(page), unmarked };
    if (seen !== '') unmarked.push(seen);
  }
  throw new Error('Tab leads to no end.');
}

/** Controls that were not come by. Of rows and of choices that arrows lead through, one is enough. */
function missed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const groups = '[data-rows], [role=radiogroup], [role=toolbar]';
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, [role=switch]')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !control.matches(':disabled, [data-walked]'))
      .filter((control) => control.closest(groups)?.querySelector('[data-walked]') == null)
      .map((control) => control.outerHTML.slice(0, 120));
  });
}

/** Leaves the list of shortcuts; it is there for a moment after Escape, though nobody sees it. */
async function closeShortcuts(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
}

test.describe('without a pointer', () => {
  test('a skill is found, read and copied without a pointer', async ({ open }) => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('requests');
    await expect(page.locator('[data-rows]')).toHaveAttribute('data-query', 'requests');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('html[data-view="skill"]')).toBeAttached();
    await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
    await page.keyboard.press(']');
    await expect(page.getByRole('article')).toHaveAccessibleName('safety.md');
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Skills for your agents');
  });

  test('P after G goes to Problems from Activity, and P alone pauses it', async ({ open, page, service }) => {
    await installBridge(page, bridgeState(service.url));
    await open('#/activity');
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: /^Go on/ })).toBeVisible();
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('p')]);
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

for (const [view, hash, there] of [
  ['Browse', '#/browse', '[data-rows] a'],
  ['a skill', '#/skill/rust/tokio-rs/tokio?file=pitfalls.md', 'article h3'],
] as const)
  test(`every control of ${view} is reached with Tab, and the focus is seen`, async ({ open }) => {
    const page = await open(hash);
    await expect(page.locator(there).first()).toBeVisible();
    // While the service checks, the status line leads to the problems; once it has, that link goes.
    const foot = page.getByRole('contentinfo');
    await expect(foot).toContainText('indexed');
    await expect(foot).not.toContainText('still checking');
    expect(await walk(page)).toEqual({ missed: [], unmarked: [] });
    expect(await page.locator('[data-walked]').count()).toBeGreaterThan(20);
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
  const row = page.locator('[data-rows] a').first();
  await row.focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await expect(dialog).toBeVisible();
  await expect(row).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row).toBeFocused();
});

test.describe('single keys', () => {
  test('are turned off in the list of shortcuts, and stay off; arrows and Enter still work', async ({
    open,
  }) => {
    const page = await open('#/browse');
    await expect(page.locator('[data-rows] a').first()).toBeVisible();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: /^Single keys/ }).uncheck();
    await closeShortcuts(page);
    await page.reload();
    await expect(page.locator('[data-rows] a').first()).toBeVisible();
    for (const key of ['j', '?', '/', 'g', 'h', 'y']) await page.keyboard.press(key);
    await expect(page).toHaveURL(/#\/browse$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('[data-rows] a:focus')).toHaveCount(0);
    await expect(page.locator('#ask')).not.toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[data-rows] a').first()).toBeFocused();
    await expect(page).toHaveURL(/#\/browse$/);
    await page.keyboard.press('j');
    await painted(page);
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
    // Without a pause: what Escape closes is there for a moment after it.
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
    await closeShortcuts(page);
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
