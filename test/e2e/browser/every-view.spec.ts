/** Every view in two widths and two themes: no barrier, nothing jumps, and a picture to look at. */
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { ATTACK } from './service.ts';
import { bridgeState, installBridge } from './simulated-bridge.ts';

const IN_A_BROWSER = {
  skills: '#/',
  answers: '#/?q=rows%20leak%20a%20connection%20from%20the%20pool',
  'no-answer': '#/?q=matplotlib',
  reader: '#/skill/go/jackc/pgx?file=pitfalls.md',
  code: '#/skill/rust/tokio-rs/tokio?file=examples/basic.rs',
  raw: '#/skill/rust/tokio-rs/tokio?file=safety.md&raw',
  missing: '#/skill/rust/nobody/nothing',
  project: '#/project',
  agents: '#/agents',
  source: '#/source',
} as const;

const IN_THE_APP = { agents: '#/agents', source: '#/source', settings: '#/settings' } as const;

/** Sum of what moved by itself, as browsers count it. */
const MOST_SHIFT = 0.02;

interface Shifts {
  sum: number;
  readonly moved: string[];
}

/** Runs in the page, before its own code. */
function countShifts(): void {
  const shifts: Shifts = { sum: 0, moved: [] };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      shifts.sum += entry.value;
      for (const { node } of entry.sources)
        shifts.moved.push(`${node?.nodeName} ${node?.textContent?.slice(0, 40)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: ReadonlyArray<{ readonly node: Node | null }>;
}

const SIGHTS = [
  ['light', 1280],
  ['light', 480],
  ['dark', 1280],
  ['dark', 480],
] as const;

for (const [colorScheme, width] of SIGHTS)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 800 } });

    test.beforeEach(({ page }) => page.addInitScript(countShifts));

    const look = async (page: Page, view: string, place: string) => {
      await expectNoViolation(page, view);
      await page.screenshot({ path: test.info().outputPath(`${place}-${view}-${width}-${colorScheme}.png`) });
      const { sum, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
      expect(sum, `what jumped in ${view}: ${moved.join(', ')}`).toBeLessThan(MOST_SHIFT);
    };

    test('every view in a browser', async ({ open }) => {
      for (const [view, hash] of Object.entries(IN_A_BROWSER)) {
        const page = await open(hash);
        await page.reload();
        await look(page, view, 'browser');
      }
    });

    test('every view that differs in the app', async ({ open, page, service }) => {
      await installBridge(page, bridgeState(service.url));
      for (const [view, hash] of Object.entries(IN_THE_APP)) {
        await open(hash);
        await page.reload();
        await look(page, view, 'app');
      }
    });
  });

test.describe('a hostile registry', () => {
  test.use({ source: ATTACK });

  test('brings no barrier into a view', async ({ open }) => {
    for (const hash of ['#/skill/js/mallory/attack?file=pitfalls.md', '#/source', '#/'])
      await expectNoViolation(await open(hash), hash);
  });
});
