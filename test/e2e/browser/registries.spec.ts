/** The view of registries in the app, whose bridge is simulated here, and as a page in a browser. */
import type { Page } from 'playwright';
import type { AppNotice } from '../../../src-main/contract/desktop-bridge.ts';
import { ADDED, CHANGES, PREVIEW } from './added-registries.ts';
import { test as base, expect } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { type BridgeState, bridgeState, callsOf, installBridge, tell } from './simulated-bridge.ts';

const test = base.extend<{ openInApp: (changes?: Partial<BridgeState>, hash?: string) => Promise<Page> }>({
  openInApp: async ({ open, page, service }, use) => {
    await use(async (changes = {}, hash = '#/registries') => {
      await installBridge(page, bridgeState(service.url, { added: ADDED, ...changes }));
      return open(hash);
    });
  },
});

const names = (page: Page) => page.locator('main ol > li h2').allTextContents();
const row = (page: Page, name: string) => page.getByRole('listitem', { name });

test('rows say what is served, what is new and what failed', async ({ openInApp }) => {
  const page = await openInApp();
  expect(await names(page)).toEqual(['Yours', 'platform', 'libskills-registry', 'embedded']);
  await expect(row(page, 'platform')).toContainText('5 skills changed in 91be77aa0a');
  await expect(row(page, 'libskills-registry')).toContainText('follows, asked');
  await expect(row(page, 'embedded')).toContainText('https://git.example.com was silent for 30 s.');
  await expect(row(page, 'embedded')).toContainText('git.example.com/embedded, folder skills at stable');
  await expect(page.getByRole('complementary')).toContainText(/last (git\.example|github)\.com, .* ago/);
  await expect(page.getByRole('contentinfo')).toContainText('1 update');
});

test('the order changes by keys and by dragging, at once', async ({ openInApp }) => {
  const page = await openInApp();
  await page.getByRole('button', { name: 'Move platform: place 2. Arrow keys move it.' }).press('ArrowDown');
  await expect.poll(() => names(page)).toEqual(['Yours', 'libskills-registry', 'platform', 'embedded']);
  await expect(page.getByRole('button', { name: /^Move platform: place 3/ })).toBeFocused();
  await page.getByRole('button', { name: /^Move embedded/ }).dragTo(row(page, 'libskills-registry'));
  await expect.poll(() => names(page)).toEqual(['Yours', 'embedded', 'libskills-registry', 'platform']);
  expect((await callsOf(page, 'changeRegistry')).map(([, payload]) => payload)).toEqual([
    { do: 'order', names: ['libskills-registry', 'platform', 'embedded'] },
    { do: 'order', names: ['embedded', 'libskills-registry', 'platform'] },
  ]);
});

test('the actions of a registry are requested from the app', async ({ openInApp }) => {
  const page = await openInApp();
  await page.getByRole('button', { name: 'Show actions for platform' }).click();
  await page.getByRole('combobox', { name: 'Updates' }).selectOption('Pin: stay at this commit');
  await page.getByRole('button', { name: 'Back to 1f0c3aa90a' }).click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await row(page, 'platform').getByRole('button', { name: 'Look now' }).click();
  expect((await callsOf(page, 'changeRegistry')).map(([, payload]) => payload)).toEqual([
    { do: 'mode', name: 'platform', mode: 'pin' },
    { do: 'back', name: 'platform' },
  ]);
  expect(await callsOf(page, 'checkRegistries')).toEqual([
    ['checkRegistries', { names: ['platform'], again: true }],
  ]);
});

test('nothing is fetched before the click that looks inside', async ({ openInApp }) => {
  const page = await openInApp({ added: { ...ADDED, registries: [] }, preview: PREVIEW });
  await expect(page.getByText('https://github.com/LibSkills/libskills-registry')).toBeVisible();
  expect(await callsOf(page, 'previewRegistry')).toEqual([]);
  await page.getByRole('button', { name: 'Look inside LibSkills' }).click();
  expect(await callsOf(page, 'previewRegistry')).toEqual([
    ['previewRegistry', { address: 'https://github.com/LibSkills/libskills-registry' }],
  ]);
  const preview = page.getByRole('region', { name: /^What is in/ });
  await expect(preview).toContainText('4 skills in Rust (3) and C++ (1)');
  await expect(preview).toContainText('2 errors');
  // The sample has tokio; an added registry has fmt.
  await expect(preview).toContainText('2 by the registries above: tokio and fmt');
});

test('a notice leads to the update, whose new lines are flagged', async ({ openInApp }) => {
  const notice: AppNotice = {
    id: 'registry-update',
    title: '5 skills changed in platform',
    text: 'Agents get the old skills until you take the update.',
    link: { label: 'Read the update', url: '#/registries/platform' },
  };
  const page = await openInApp({ notices: [notice], changes: { platform: CHANGES } }, '#/');
  await page.getByRole('link', { name: 'Read the update' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('4be91c2d0a to 91be77aa0a');
  const skill = page.getByRole('region', { name: 'go/jackc/pgx' });
  await expect(skill).toContainText('New command that an agent could run');
  await expect(skill.getByTitle('Invisible character: zero-width space')).toBeVisible();
  await expect(skill.getByRole('cell', { name: 'defer rows.Close()' })).toBeVisible();

  // Another commit replaces what is read; what is taken is what is shown.
  const [platform, ...others] = ADDED.registries ?? [];
  if (platform?.update == null) throw new Error('It has an update.');
  await page.getByRole('button', { name: 'Skip it' }).click();
  expect(await callsOf(page, 'changeRegistry')).toEqual([
    ['changeRegistry', { do: 'skip', name: 'platform', commit: platform.update.commit }],
  ]);
  await tell(page, 'registries', { ...ADDED, registries: [{ ...platform, update: null }, ...others] });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registries');
  await expect(row(page, 'platform')).not.toContainText('changed in');
});

test('a page in a browser lists what is served, and the commands', async ({ open }) => {
  const page = await open('#/registries');
  await expect(page.locator('main ol > li')).toHaveCount(1);
  await expect(page.getByText('skills-registry registry add <address>')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Add a registry' })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Who answers for a key?' }).fill('rust/tokio-rs/tokio');
  await expect(page.getByRole('complementary')).toContainText('answers');
  await page.getByRole('combobox', { name: 'Who answers for a key?' }).fill('rust/nobody/nothing');
  await expect(page.getByRole('complementary')).toContainText('No registry has rust/nobody/nothing');
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 480],
] as const)
  test.describe(`in ${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 720 } });

    test('no state has an accessibility violation or scrolls sideways', async ({ openInApp }) => {
      const page = await openInApp({ changes: { platform: CHANGES } });
      const check = async (state: string) => {
        await expectNoViolation(page, state);
        const over = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        expect(over, state).toBe(0);
      };
      await page.getByRole('button', { name: 'Show actions for platform' }).click();
      await check('the list');
      const shown = { state: 'shown', preview: PREVIEW, isAdding: false } as const;
      await tell(page, 'registries', { ...ADDED, addition: shown });
      await expect(page.getByRole('button', { name: 'Add below the others' })).toBeVisible();
      await check('a preview');
      const failed = { state: 'failed', message: 'It is private.' } as const;
      await tell(page, 'registries', { ...ADDED, addition: failed });
      await check('a refusal');
      await page.getByRole('link', { name: 'Read the update' }).click();
      await expect(page.getByRole('region', { name: 'go/jackc/pgx' })).toBeVisible();
      await check('an update');
    });
  });
