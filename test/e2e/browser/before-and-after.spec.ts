/** The pair of a skill of the sample: what an agent writes without it and with it, and what the runs printed. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { TaskPair } from '../../../src-server/contract/task-pair.ts';
import { clipboardOf, expect, sayOfRegistry, test, title } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { SAMPLE } from './service.ts';

const KEY = 'js/auth0/jsonwebtoken';
const LONG = 'go/gorilla/websocket';
const recordOf = (key: string, task: string): TaskPair =>
  JSON.parse(readFileSync(join(SAMPLE, 'skills', key, 'evals', task, 'pair.json'), 'utf8'));
const RECORD = recordOf(KEY, 'session-tokens');

const pair = (page: Page) => page.getByRole('article', { name: 'Before and after' });
const program = (page: Page, name: 'Without the skill' | 'With the skill') =>
  pair(page).getByRole('region', { name, exact: true });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Files in reading order' });
const boxOf = async (page: Page, name: Parameters<typeof program>[1]) =>
  (await program(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test.beforeEach(async ({ page, service }) => {
  await page.addInitScript(() => localStorage.setItem('skills-registry-first-start-passed', 'yes'));
  await sayOfRegistry(page, service.url, { sample: true });
});

test('is the first stop of the rail, and the files begin where they did', async ({ open }) => {
  const page = await open(`#/skill/${KEY}`);
  await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
  await expect(rail(page).getByRole('link').first()).toHaveText('Before and after');
  await rail(page).getByRole('link', { name: 'Before and after' }).click();
  await expect(pair(page)).toBeVisible();
  await expect(page).toHaveTitle(/^Before and after · jsonwebtoken/);
  await expect(rail(page).locator('[aria-current=page]')).toHaveText('Before and after');
  await expect(title(page)).toHaveText('jsonwebtoken');
});

test('shows the question, both programs as they were run, and what their tests printed', async ({ open }) => {
  const page = await open(`#/skill/${KEY}?pair`);
  await expect(pair(page).getByRole('heading', { level: 2 })).toHaveText(RECORD.question.replaceAll('`', ''));
  await expect(pair(page)).toContainText(`with ${RECORD.ran}.`);
  for (const [name, run] of [
    ['Without the skill', RECORD.wrong],
    ['With the skill', RECORD.solution],
  ] as const) {
    const code = await program(page, name).locator('code').textContent();
    expect(code?.trimEnd()).toBe(run.text.trimEnd());
    await expect(program(page, name).getByRole('listitem')).toHaveText(
      run.checks.map(
        ({ name: check, passed, evidence }) => `${passed ? 'passed' : 'failed'}: ${check}: ${evidence}`,
      ),
    );
  }
});

test('marks the words that differ, and sets in bold what the runs printed otherwise', async ({ open }) => {
  const page = await open(`#/skill/${KEY}?pair`);
  const right = program(page, 'With the skill');
  // The colours come behind the text, and leave the mark whole.
  await expect(right.locator('mark [data-kind]')).toHaveText('Number');
  await expect(right.locator('mark')).toHaveText(['Number(']);
  await expect(program(page, 'Without the skill').locator('b')).toHaveText([
    /SESSION_SECONDS 3600 gave 3 seconds$/,
    /^answers null to whatever is sent/,
  ]);
  await expect(program(page, 'Without the skill').getByText('its own token gave')).toHaveCSS(
    'font-weight',
    '400',
  );
});

test('leads to the entry that prevents the mistake', async ({ open }) => {
  const page = await open(`#/skill/${KEY}?pair`);
  const entry = pair(page).getByRole('region', { name: 'The entry' });
  await expect(entry).toContainText(RECORD.entry);
  await expect(entry).toContainText('the token expires after 3 seconds');
  await entry.getByRole('link', { name: 'Read the entry' }).click();
  await expect(page.getByRole('article')).toHaveAccessibleName('pitfalls.md');
  await expect(page.locator('[data-arrived]')).toHaveText(new RegExp(RECORD.entry));
});

test('stands side by side from 1,100 px, with the entry below, and one under the other before', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await open(`#/skill/${KEY}?pair`);
  const entry = pair(page).getByRole('region', { name: 'The entry' });
  const places = async () => [
    await boxOf(page, 'Without the skill'),
    await boxOf(page, 'With the skill'),
    (await entry.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
  ];
  const [wrong, right, below] = await places();
  expect(right?.y).toBe(wrong?.y);
  expect(right?.x).toBeGreaterThan((wrong?.x ?? 0) + (wrong?.width ?? 0));
  expect(below?.y).toBeGreaterThan((right?.y ?? 0) + (right?.height ?? 0));
  await page.setViewportSize({ width: 1099, height: 800 });
  const [first, last, between] = await places();
  expect(between?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
  expect(last?.y).toBeGreaterThan((between?.y ?? 0) + (between?.height ?? 0));
});

test('is reached by the select that stands for the rail below 900 px, and left by it', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 420, height: 800 });
  await open(`#/skill/${KEY}`);
  const select = page.getByRole('combobox', { name: 'File' });
  await select.selectOption('Before and after');
  await expect(pair(page)).toBeVisible();
  await select.selectOption('pitfalls.md');
  await expect(page.getByRole('article')).toHaveAccessibleName('pitfalls.md');
});

test('is reached and left by the keys of the files', async ({ open }) => {
  const page = await open(`#/skill/${KEY}`);
  await expect(rail(page).getByRole('link', { name: 'Before and after' })).toBeVisible();
  await page.keyboard.press('[');
  await expect(pair(page)).toBeVisible();
  await page.keyboard.press(']');
  await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
});

test('of a long program shows what differs, and the whole on demand', async ({ open }) => {
  const page = await open(`#/skill/${LONG}?pair`);
  const { solution } = recordOf(LONG, 'ticker-feed');
  const code = program(page, 'With the skill').locator('code');
  await expect(code).toContainText('conn.NextReader()');
  await expect(code).not.toContainText('package main');
  await expect(code).toContainText('10 lines left out');
  await page.getByRole('button', { name: 'Show the whole programs' }).click();
  expect((await code.textContent())?.trimEnd()).toBe(solution.text.trimEnd());
  await page.getByRole('button', { name: 'Show what differs' }).click();
  await expect(code).not.toContainText('package main');
});

test('copies the skill for an agent, and a link to itself', async ({ open, service }) => {
  const page = await open(`#/skill/${KEY}?pair`);
  const clipboard = await clipboardOf(page);
  await page.getByRole('button', { name: 'Copy for an agent' }).click();
  await expect.poll(clipboard).toContain('Writing expiresIn as a string of digits');
  await page.getByRole('button', { name: 'Choose what to copy' }).click();
  await page.getByRole('button', { name: 'A link to this pair' }).click();
  await expect.poll(clipboard).toBe(`${service.url}/#/skill/${KEY}?pair=`);
});

test.describe('is not shown', () => {
  test('of a skill whose library could not be run', async ({ open }) => {
    const page = await open('#/skill/go/jackc/pgx?pair');
    await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
    await expect(page).toHaveURL(/pgx$/);
    await expect(rail(page).getByText('Before and after')).toHaveCount(0);
  });

  test('of a registry of the user, which may say something else under that key', async ({
    open,
    page,
    service,
  }) => {
    await sayOfRegistry(page, service.url, {});
    await open(`#/skill/${KEY}?pair`);
    await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
    await expect(rail(page).getByText('Before and after')).toHaveCount(0);
  });

  test('by the service, in no answer for an agent and under no address', async ({ service }) => {
    for (const path of [
      `skills/${KEY}`,
      `skills/${KEY}/evals/session-tokens/pair.json`,
      `find?q=expiresIn`,
    ]) {
      const answer = await fetch(`${service.url}/v1/${path}`);
      expect(await answer.text()).not.toContain('SESSION_SECONDS');
    }
  });
});

const openColoured = async (open: (hash: string) => Promise<Page>, key: string) => {
  const page = await open(`#/skill/${key}?pair`);
  await expect(program(page, 'With the skill').locator('[data-kind]').first()).toBeVisible();
  return page;
};

for (const width of [420, 900, 1280])
  test(`at ${width} px wraps its code, and scrolls nothing sideways`, async ({ open, page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const key of [KEY, 'rust/seanmonstar/reqwest', 'cpp/curl/curl']) {
      await openColoured(open, key);
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('main, main *')]
          .filter(
            (box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX !== 'visible',
          )
          .filter((box) => box.clientWidth > 1)
          .map(({ className, tagName }) => `${tagName} ${className}`),
      );
      expect(wide, key).toEqual([]);
    }
  });

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('has no barrier, narrow or wide', async ({ open, page }) => {
      await openColoured(open, KEY);
      for (const width of [420, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoViolation(page, `${width} px`);
      }
    });
  });
