/** The very first window: one question with three doors, and nothing around it until it is answered. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect, painted } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import {
  type BridgeState,
  bridgeState,
  callsOf,
  installBridge,
  starting,
  tell,
  wanted,
} from './simulated-bridge.ts';

const QUESTION = 'What should your agents know before they write code?';

interface FirstWindow {
  readonly page: Page;
  readonly state: BridgeState;
}

/** The window of an app whose settings say nothing yet. */
const test = base.extend<{ openFirst: () => Promise<FirstWindow> }>({
  openFirst: async ({ open, page, service }, use) => {
    await use(async () => {
      const known = bridgeState(service.url);
      const { info, settings } = known;
      const state: BridgeState = {
        ...known,
        info: { ...info, firstStart: true },
        settings: { ...settings, recentRegistries: [], settings: { ...settings.settings, registry: null } },
      };
      await installBridge(page, state);
      return { page: await open('#/'), state };
    });
  },
});

async function expectTheQuestionAlone(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(QUESTION);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
}

test('nothing else is ever drawn before the question', async ({ openFirst, page }) => {
  await page.addInitScript(() => {
    const drawn = { around: false };
    Object.assign(window, { drawn });
    new MutationObserver(() => {
      drawn.around ||= document.querySelector('nav, header [role=search], search, footer') !== null;
    }).observe(document, { childList: true, subtree: true });
  });
  await openFirst();
  await expectTheQuestionAlone(page);
  expect(await page.evaluate(() => (window as unknown as { drawn: { around: boolean } }).drawn.around)).toBe(
    false,
  );
});

test('it stays while the service starts, answers and is stopped, and whatever key is pressed', async ({
  openFirst,
  service,
}) => {
  const { page, state } = await openFirst();
  const serving = wanted(service.url);
  await expectTheQuestionAlone(page);
  for (const server of [
    starting(service.url),
    state.server,
    { ...serving, phase: 'stopped', by: 'user' },
    state.server,
  ] as const) {
    await tell(page, 'server', server);
    await tell(page, 'settings', state.settings);
    await painted(page);
    await expectTheQuestionAlone(page);
  }
  const url = page.url();
  for (const key of ['g', 'h', 'g', 'b', '/', 'Escape', 'ControlOrMeta+k']) await page.keyboard.press(key);
  await painted(page);
  await expectTheQuestionAlone(page);
  await expect(page).toHaveURL(url);
  await page.reload();
  await expectTheQuestionAlone(page);
});

test('it is over once a folder was chosen, in the tray as well', async ({ openFirst }) => {
  const { page, state } = await openFirst();
  await expectTheQuestionAlone(page);
  const { settings } = state.settings;
  await tell(page, 'settings', {
    ...state.settings,
    settings: { ...settings, registry: '/home/someone/skills' },
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect your IDE');
  await expect(page.getByRole('navigation')).toBeVisible();
});

test('the second door leads to a registry by its address, which nobody asks before a click', async ({
  openFirst,
}) => {
  const { page } = await openFirst();
  await page.getByRole('link', { name: 'Address…' }).click();
  await expect(page.getByText('https://github.com/LibSkills/libskills-registry')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Add a registry' })).toBeVisible();
  expect(await callsOf(page, 'previewRegistry')).toEqual([]);
});

test('the first door reads a project', async ({ openFirst }) => {
  const file = test.info().outputPath('kite', 'go.mod');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'module example.org/kite\n\nrequire github.com/spf13/cobra v1.9.1\n');
  const { page } = await openFirst();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a project…' }).click();
  await (await chooser).setFiles(dirname(file));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('kite');
  await expect(page.getByText('None of 1 package has a skill.')).toBeVisible();
});

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 480],
] as const)
  test.describe(`in ${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 720 } });

    test('the question has no accessibility violation', async ({ openFirst }) => {
      const { page } = await openFirst();
      await expectTheQuestionAlone(page);
      await expectNoViolation(page, 'the first question');
    });
  });
