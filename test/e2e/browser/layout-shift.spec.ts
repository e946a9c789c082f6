/** What moves under the reader while Home loads. */
import type { Page } from 'playwright';
import { expect, painted, test } from './browser-test.ts';
import { bridgeState, CLIENTS, installBridge } from './simulated-bridge.ts';

/** A fourth of what counts as good (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.025;

const ANY_SKILL = 'python/psf/requests';

interface Shift {
  readonly value: number;
  readonly moved: string;
}

async function watchShifts(page: Page): Promise<() => Promise<readonly Shift[]>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Array<{
        readonly value: number;
        readonly sources: ReadonlyArray<{ readonly node: Node | null }>;
      }>)
        shifts.push({
          value: entry.value,
          moved: entry.sources.map(({ node }) => (node as Element | null)?.className ?? '').join(', '),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

for (const where of ['a browser', 'the app'] as const)
  for (const width of [1280, 420])
    test(`Home in ${where} hardly moves while it loads, at ${width} px`, async ({ open, page, service }) => {
      await page.setViewportSize({ width, height: 800 });
      if (where === 'the app') await installBridge(page, bridgeState(service.url, { clients: CLIENTS }));
      // Home waits two seconds for its example. A service loads its token table for the first skill: longer if busy.
      expect((await page.request.get(`${service.url}/v1/skills/${ANY_SKILL}`)).ok()).toBe(true);
      const shifts = await watchShifts(page);
      await open('#/');
      await expect(page.getByRole('region', { name: 'Ask your agent' })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('indexed');
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
      const seen = await shifts();
      const sum = seen.reduce((total, { value }) => total + value, 0);
      expect(sum, JSON.stringify(seen)).toBeLessThan(MOST_SHIFT);
    });
