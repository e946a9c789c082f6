/** Where the links to the views stand at the bottom, the keyboard reaches them last, as the eye does. */
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';

test.use({ viewport: { width: 420, height: 720 } });

/** The parts of the window in the order in which Tab walks through them, each once for each time it is entered. */
async function walk(page: Page): Promise<readonly string[]> {
  const parts: string[] = [];
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press('Tab');
    const part = await page.evaluate(() => {
      const at = document.activeElement;
      if (at === null || at === document.body) return undefined;
      if (at.closest('nav[aria-label=Views]') !== null) return 'views';
      return (at.closest('main') ?? at.closest('footer, header'))?.localName ?? 'skip';
    });
    if (part === undefined || (part === 'skip' && parts.length > 1)) return parts;
    if (parts.at(-1) !== part) parts.push(part);
  }
  return parts;
}

for (const [view, hash] of Object.entries({
  Home: '#/',
  'an answer': '#/search?q=http',
  'a skill': '#/skill/rust/tokio-rs/tokio',
  Problems: '#/problems',
}))
  test(`in ${view}`, { tag: view === 'an answer' ? [] : '@ci' }, async ({ open }) => {
    const page = await open(hash);
    await expect(page.getByRole('main').locator('a, button').first()).toBeVisible();
    expect(await walk(page)).toEqual(['skip', 'header', 'main', 'footer', 'views']);
  });
