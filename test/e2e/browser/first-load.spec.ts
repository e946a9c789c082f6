/** What a page fetches before its first view stands: the bytes as a browser reads them, after decompression. */
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { bridgeState } from './simulated-bridge.ts';

/** Without the font, which is 48 kB and not waited for. */
const MOST_BYTES = 320_000;
const MOST_FONT_BYTES = 120_000;

/** Runs in the page, before its own code: the views that a page fetches a second later are no part of its first load. */
function holdLaterViews(): void {
  const { setTimeout } = window;
  window.setTimeout = ((run: TimerHandler, wait = 0, ...args: unknown[]) =>
    wait >= 1_000 ? 0 : setTimeout(run, wait, ...args)) as typeof window.setTimeout;
}

/** Returns the bytes of the page's files that were fetched, by whether they are fonts. */
async function fetched(page: Page) {
  const files = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ name }) => !new URL(name).pathname.startsWith('/v1/'))
      .map(({ name, decodedBodySize }) => ({ name, bytes: decodedBodySize })),
  );
  const sum = (isFont: boolean) =>
    files
      .filter(({ name }) => name.endsWith('.woff2') === isFont)
      .reduce((bytes, file) => bytes + file.bytes, 0);
  return { files: files.map(({ name, bytes }) => `${bytes} ${name}`), page: sum(false), font: sum(true) };
}

test.beforeEach(({ page }) => page.addInitScript(holdLaterViews));

async function expectSmall(page: Page) {
  const { files, ...bytes } = await fetched(page);
  // Less than the libraries alone are would mean that something was not counted.
  expect(bytes.page, files.join('\n')).toBeGreaterThan(100_000);
  expect(bytes.page, files.join('\n')).toBeLessThan(MOST_BYTES);
  expect(bytes.font, files.join('\n')).toBeGreaterThan(0);
  expect(bytes.font, files.join('\n')).toBeLessThan(MOST_FONT_BYTES);
}

test('the list of skills is there after at most 320 kB, and the font is one of at most 120 kB', async ({
  open,
}) => {
  const page = await open('#/');
  await expect(page.getByRole('list', { name: 'Skills' }).getByRole('listitem').first()).toBeVisible();
  await expectSmall(page);
});

test('the first start asks for no more', async ({ openInApp, service }) => {
  const { info, settings } = bridgeState(service.url);
  const page = await openInApp('#/', {
    info: { ...info, firstStart: true },
    settings: { ...settings, settings: { ...settings.settings, registry: null } },
  });
  await expect(page.getByRole('button', { name: 'Open the sample' })).toBeVisible();
  await expectSmall(page);
});
