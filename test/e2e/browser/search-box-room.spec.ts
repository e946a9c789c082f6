/** How much of a question the box shows, at every size of the window and whatever the service's state is called. */
import type { Page } from 'playwright';
import type { ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import { expect, test } from './browser-test.ts';
import { bridgeState, installBridge, wanted } from './simulated-bridge.ts';

/** Pixels of text that must fit between the icon and the key hints. */
const LEAST_TEXT = 160;

const WIDTHS = [320, 360, 420, 500, 639, 640, 700, 819, 820, 900, 1000, 1099, 1100, 1280] as const;
/** 400 is a window of 800 pixels at 200 % zoom. */
const HEIGHTS = [400, 480, 560, 800] as const;

/** Width of the box's text, and what lies over something else in the bar. */
function measureBar(page: Page) {
  return page.evaluate(() => {
    const box = document.querySelector<HTMLElement>('#ask');
    if (box === null) throw new Error('There is no search box.');
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    const text = box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    const place = box.closest('form')?.getBoundingClientRect();
    const others = [...(box.closest('header')?.querySelectorAll('a, button, kbd') ?? [])];
    const overlapping = others.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || place === undefined) return false;
      if (element.matches('kbd')) return right > place.right || left < place.left;
      return left < place.right - 1 && right > place.left + 1;
    });
    return { text, overlapping: overlapping.map(({ textContent }) => textContent) };
  });
}

const STATES: Readonly<Record<string, (url: string) => ServiceState>> = {
  serving: (url) => bridgeState(url).server,
  stopped: (url) => ({ ...wanted(url), phase: 'stopped', by: 'user' }),
  failed: (url) => ({
    ...wanted(url),
    phase: 'failed',
    steps: [],
    failure: { reason: 'no-registry', message: 'There is no skill in the folder.' },
  }),
};

for (const [state, server] of Object.entries(STATES))
  test(`the search box shows ${LEAST_TEXT} pixels of text at every size while the service is ${state}`, async ({
    open,
    page,
    service,
  }) => {
    await installBridge(page, bridgeState(service.url, { server: server(service.url) }));
    for (const hash of ['#/', '#/search?q=pool']) {
      await open(hash);
      for (const width of WIDTHS)
        for (const height of HEIGHTS) {
          await page.setViewportSize({ width, height });
          const size = `${hash} at ${width} x ${height}`;
          // The bar follows the window's size one frame later.
          await expect(async () => {
            const { text, overlapping } = await measureBar(page);
            expect(text, size).toBeGreaterThanOrEqual(LEAST_TEXT);
            expect(overlapping, size).toEqual([]);
          }).toPass();
        }
    }
  });
