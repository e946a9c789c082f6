import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { ATTACK } from './service.ts';
import { bridgeState, installBridge } from './simulated-bridge.ts';

/** WCAG 2.2 AA and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const IN_A_BROWSER = {
  home: '#/',
  'which registry is served': '#/registry',
  browse: '#/browse',
  'browse, nothing left': '#/browse?risk=high&tag=nothing',
  'search, blank': '#/search',
  'search by name': '#/search?q=http',
  'search, nothing found': '#/search?q=qqqqzzzz',
  find: '#/search?q=memory+leak&in=texts',
  skill: '#/skill/rust/tokio-rs/tokio?file=pitfalls.md',
  'skill, raw': '#/skill/rust/tokio-rs/tokio?file=safety.md&raw',
  'skill, missing': '#/skill/rust/nobody/nothing',
  problems: '#/problems',
  connect: '#/connect',
} as const;

const ON_THE_DESKTOP = {
  home: '#/',
  'registry picker': '#/registry',
  activity: '#/activity',
  settings: '#/settings',
} as const;

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [1280, 420]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: 720 },
        contextOptions: { reducedMotion: 'reduce' },
      });

      test('no view in a browser has an accessibility violation', async ({ open }) => {
        for (const [view, hash] of Object.entries(IN_A_BROWSER)) {
          const page = await open(hash);
          await expectNoViolation(page, view);
        }
      });

      test('no view of the desktop has an accessibility violation', async ({ open, page, service }) => {
        await installBridge(page, bridgeState(service.url));
        for (const [view, hash] of Object.entries(ON_THE_DESKTOP)) {
          await open(hash);
          await expectNoViolation(page, view);
        }
      });

      test('what opens over a view has no accessibility violation', async ({ open }) => {
        const page = await open('#/browse');
        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoViolation(page, 'the list of shortcuts');
      });
    });
  }

test.describe('a hostile registry', () => {
  test.use({ source: ATTACK });

  test('cannot bring in an accessibility violation', async ({ open }) => {
    for (const file of ['overview.md', 'pitfalls.md', 'safety.md', 'table.md'])
      await expectNoViolation(await open(`#/skill/js/mallory/attack?file=${file}`), file);
    await expectNoViolation(await open('#/problems'), 'problems');
  });
});

async function expectNoViolation(page: Page, view: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
  expect(found, view).toEqual([]);
}
