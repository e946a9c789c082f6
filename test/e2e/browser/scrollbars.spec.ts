/** Scrollbars take room where the system shows them always: every view keeps all of its words beside them. */
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { bridgeState, CLIENTS, installBridge } from './simulated-bridge.ts';

test.use({
  launchOptions: [
    ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
});

const VIEWS = [
  '#/',
  '#/browse',
  '#/search?q=logging%20after%20fork',
  '#/search?q=kubernetes%20operator',
  '#/skill/rust/tokio-rs/tokio',
  '#/skill/rust/tokio-rs/tokio?file=pitfalls.md',
  '#/problems',
  '#/connect?client=cursor',
  '#/activity',
  '#/settings',
  '#/import',
  '#/registry',
];

/** What scrolls sideways, code apart, and words that end where something cuts them off without a sign of it. */
function cutWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const styleOf = (element: Element) => getComputedStyle(element);
    /** Code, a table and the path of a narrow skill are scrolled by themselves, on purpose. */
    const isBand = (element: Element) => /auto|scroll/.test(styleOf(element).overflowX);
    const saysThatItCuts = (element: Element) => {
      const { textOverflow, webkitLineClamp } = styleOf(element);
      return textOverflow === 'ellipsis' || !['none', ''].includes(webkitLineClamp);
    };
    for (const element of document.querySelectorAll('html, body, main, main *')) {
      const isTall = element.scrollHeight > element.clientHeight + 1;
      const isPage = ['HTML', 'BODY', 'MAIN'].includes(element.tagName);
      if (!isPage && !(isTall && /auto|scroll/.test(styleOf(element).overflowY))) continue;
      if (element.querySelector(':scope > pre') !== null) continue;
      if (element.scrollWidth > element.clientWidth + 1)
        found.add(`${element.tagName}.${element.className} scrolls sideways`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const said = text.textContent?.trim() ?? '';
      const holder = text.parentElement;
      if (said === '' || holder === null || !holder.checkVisibility({ visibilityProperty: true })) continue;
      if (holder.closest('.hidden-text, script, style, option, textarea') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      for (let above: Element | null = holder; above !== null; above = above.parentElement) {
        if (saysThatItCuts(above) || (isBand(above) && above.scrollWidth > above.clientWidth + 1)) break;
        const { overflowX, position } = styleOf(above);
        if (overflowX === 'visible' && above !== document.documentElement) {
          if (position === 'fixed') break;
          continue;
        }
        const { left } = above.getBoundingClientRect();
        const from = above === document.documentElement ? 0 : left + above.clientLeft;
        if (box.left < from - 1 || box.right > from + above.clientWidth + 1) {
          found.add(`“${said.slice(0, 40)}” is cut by ${above.tagName}.${above.className}`);
          break;
        }
      }
    }
    return [...found];
  });
}

/** Pixels that scrollbars take from what is shown now. */
function widthOfBars(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main, main *')].map((element) => {
        if (!(element instanceof HTMLElement) || !/auto|scroll/.test(getComputedStyle(element).overflowY))
          return 0;
        return element.offsetWidth - element.clientWidth - 2 * element.clientLeft;
      }),
    ),
  );
}

for (const width of [320, 420, 820, 1280])
  test(`at ${width} px nothing scrolls sideways, and nothing is cut`, {
    tag: width === 320 ? [] : '@ci',
  }, async ({ open, page, service }) => {
    await page.setViewportSize({ width, height: 560 });
    await installBridge(
      page,
      bridgeState(service.url, {
        clients: CLIENTS,
        notices: [{ id: 'sample-registry', title: 'This is the sample.', text: 'Choose a folder.' }],
      }),
    );
    for (const hash of VIEWS) {
      await open(hash);
      await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toHaveCount(0);
      expect(await cutWords(page), hash).toEqual([]);
      if (hash === '#/settings') expect(await widthOfBars(page), 'scrollbars are shown').toBeGreaterThan(5);
    }
  });

test('what is cut would be found', { tag: '@ci' }, async ({ open, page }) => {
  await page.setViewportSize({ width: 420, height: 560 });
  await open('#/');
  expect(await cutWords(page)).toEqual([]);
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.style.translate = '20rem';
  });
  expect(await cutWords(page)).not.toEqual([]);
});
