/** The first start: what it argues before anybody clicks, and its two ways to begin, in the app and in a browser. */
import type { Page } from 'playwright';
import { SAMPLE_KEYS } from '../../support/sample-skills.ts';
import { expect, sayOfRegistry, test, title } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { bridgeState, callsOf, installBridge } from './simulated-bridge.ts';

const fresh = (url: string) => {
  const state = bridgeState(url);
  return {
    ...state,
    info: { ...state.info, firstStart: true },
    settings: { ...state.settings, settings: { ...state.settings.settings, registry: null } },
  };
};

const example = (page: Page) => page.getByRole('region', { name: 'An example' });
const codeOf = (page: Page, side: 'Wrong' | 'Right') =>
  page.getByRole('region', { name: side, exact: true }).locator('code');

for (const place of ['app', 'browser'] as const)
  test.describe(`in the ${place}`, () => {
    const start = async (page: Page, url: string) => {
      if (place === 'app') await installBridge(page, fresh(url));
      await sayOfRegistry(page, url, { sample: true });
      await page.goto(url);
      await expect(title(page)).toHaveText('Your agent writes the first one.');
    };

    test('three lines stand against three lines, which differ in one marked word, before any click', async ({
      page,
      service,
    }) => {
      await start(page, service.url);
      const [wrong, right] = [
        await codeOf(page, 'Wrong').innerText(),
        await codeOf(page, 'Right').innerText(),
      ];
      expect(wrong.split('\n')).toHaveLength(3);
      const [wrongWord, rightWord] = await example(page).locator('mark').allInnerTexts();
      expect([wrongWord, rightWord]).toEqual(['connect()', 'begin()']);
      expect(wrong.replace(wrongWord ?? '', rightWord ?? '')).toBe(right);
      await expect(example(page)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('region', { name: 'Wrong' })).toContainText('Nothing changed');
      await expect(page.getByRole('region', { name: 'Right' })).toContainText('Written');
    });

    test('counts the skills of the sample as they are served', async ({ page, service }) => {
      await start(page, service.url);
      await expect(page.getByText(`${SAMPLE_KEYS.length} complete skills, such as tokio`)).toBeVisible();
    });

    for (const width of [420, 900, 1280])
      test(`at ${width} px both ways to begin are reached, nothing scrolls sideways and no barrier stands`, async ({
        page,
        service,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        await start(page, service.url);
        for (const door of ['Look at the sample', 'Use your own folder']) {
          const heading = page.getByRole('heading', { name: door });
          await heading.scrollIntoViewIfNeeded();
          await expect(heading).toBeInViewport();
        }
        const main = page.locator('main');
        expect(await main.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
        await main.evaluate((box) => box.scrollTo(0, 0));
        await expect(title(page)).toBeInViewport();
        await expectNoViolation(page, `${place} at ${width} px`);
      });
  });

test('says what this is, and opens the sample', async ({ page, service }) => {
  await installBridge(page, fresh(service.url));
  await page.goto(service.url);
  await expect(title(page)).toHaveText('Your agent writes the first one.');
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await expect(page.getByRole('list', { name: 'Skills' })).toBeVisible();
  expect(await callsOf(page, 'serveSample')).toHaveLength(1);
});

test('says why a folder is not taken, and which would be', async ({ page, service }) => {
  const refused = {
    outcome: 'refused',
    path: '/home/someone',
    message: 'There is no registry in /home/someone.',
    nextStep: 'Choose a folder with a skills/ folder inside.',
    candidates: [{ path: '/home/someone/registry', layout: 'registry' }],
  } as const;
  await installBridge(page, { ...fresh(service.url), registries: { dialog: refused } });
  await page.goto(service.url);
  await page.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(page.getByRole('alert')).toContainText(refused.message);
  await page.getByRole('button', { name: 'Serve ~/registry' }).click();
  expect(await callsOf(page, 'setRegistry')).toEqual([['setRegistry', { path: '/home/someone/registry' }]]);
});

test('in a browser has the line to paste, is past after the sample, and never before a shared address', async ({
  page,
  service,
}) => {
  await sayOfRegistry(page, service.url, { sample: true });
  await page.goto(service.url);
  await expect(
    page.getByText(`skills-registry serve --port ${service.port} --replace -r <folder>`),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Open the sample' }).click();
  await expect(page.getByRole('list', { name: 'Skills' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Skills' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${service.url}/#/source`);
  await page.reload();
  await expect(page.locator('main')).toHaveAttribute('data-view', 'source');
});
