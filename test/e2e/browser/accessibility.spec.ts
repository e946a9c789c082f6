import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { ATTACK } from './service.ts';
import { bridgeState, CLIENTS, installBridge } from './simulated-bridge.ts';

const IN_A_BROWSER = {
  home: '#/',
  'which registry is served': '#/registry',
  projects: '#/projects',
  browse: '#/browse',
  'browse, nothing left': '#/browse?risk=high&tag=nothing',
  'search, blank': '#/search',
  'search by name': '#/search?q=http',
  'search, nothing found': '#/search?q=qqqqzzzz',
  'search by question': '#/search?q=memory+leak',
  'search, no good answer': '#/search?q=kubernetes+operator+reconcile+loop',
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

/** Each theme and each width once: what a colour is on another is held for all pairs by tokens.test.ts. */
const SIGHTS = [
  ['light', 1280],
  ['dark', 480],
] as const;

for (const [colorScheme, width] of SIGHTS)
  test.describe(`${colorScheme}, ${width} px`, () => {
    test.use({ colorScheme, viewport: { width, height: 720 } });

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

    test('no way to connect a client has an accessibility violation', async ({ open, page, service }) => {
      await installBridge(page, bridgeState(service.url, { clients: CLIENTS }));
      await open('#/connect');
      await page.getByRole('button', { name: 'Show how' }).click();
      await expect(page.getByText('HTTP_PROXY is set.')).toBeVisible();
      for (const { name } of CLIENTS) {
        await page.getByRole('button', { name: new RegExp(`: ${name}$`) }).click();
        await expect(page.getByRole('group', { name: `Connecting ${name}` })).toBeVisible();
        await expectNoViolation(page, `connecting ${name}`);
      }
    });

    test('what opens over a view has no accessibility violation', async ({ open }) => {
      const page = await open('#/browse');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolation(page, 'the list of shortcuts');
    });
  });

test.describe('a hostile registry', () => {
  test.use({ source: ATTACK });

  for (const file of ['pitfalls.md', 'table.md']) {
    test(`cannot bring an accessibility violation into ${file}`, async ({ open }) => {
      const page = await open(`#/skill/js/mallory/attack?file=${file}`);
      await expect(page.getByRole('article')).toHaveAccessibleName(file);
      await expectNoViolation(page, file);
    });
  }

  test('cannot bring an accessibility violation into the problems', async ({ open }) => {
    const page = await open('#/problems');
    await expect(page.locator('[data-cause]').first()).toBeVisible();
    await expectNoViolation(page, 'problems');
  });
});
