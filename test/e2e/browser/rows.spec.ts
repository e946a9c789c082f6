/** What stands under the names of skills, and the strip over the neighbour of a withheld one. */
import type { Page } from 'playwright';
import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { ROWS } from './service.ts';

test.use({ source: ROWS });

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Skills' }).getByRole('link', { name: new RegExp(`^${name} `) });
const ASKED = `#/?q=${encodeURIComponent('psycopg2 connection is never closed')}`;
const strip = (page: Page) => page.getByRole('note');
const STRIP =
  /^A skill for psycopg2 exists, and is withheld: its code examples are C\+\+, though the library's language is Python\. This is the next one, for another library\. See it under Source$/;

test.describe('a row', () => {
  for (const [name, line, says] of [
    ['pgx', 'Connections that are never given back.', 'the declared summary'],
    ['mysql', 'Not closing rows after iteration', 'the first pitfall where nothing is declared'],
    ['redis', 'A client for Redis.', 'how the overview begins where nothing bites'],
    ['serde', 'json, serialization', 'the tags where nothing else is written'],
    [
      'psycopg2',
      "Withheld from agents: its code examples are C++, though the library's language is Python",
      'why agents don’t get it',
    ],
  ] as const)
    test(`has ${says}`, async ({ open }) => {
      await expect(row(await open(), name)).toContainText(line);
    });

  test('is never without a line, and has a triangle only where something bites', async ({ open }) => {
    const page = await open();
    const lines = page.locator('a[data-line] > :last-child');
    await expect(lines).toHaveCount(5);
    for (const text of await lines.allTextContents()) expect(text.trim()).not.toBe('');
    await expect(page.locator('a[data-line] svg')).toHaveCount(1);
    await expect(row(page, 'mysql').locator('svg')).toHaveCount(1);
  });

  test('of a withheld skill stays in its place, and leads to it', async ({ open }) => {
    const page = await open();
    const names = await page.locator('a[data-line] b').allTextContents();
    expect(names).toEqual(['pgx', 'mysql', 'psycopg2', 'redis', 'serde']);
    await row(page, 'psycopg2').click();
    await expect(page).toHaveURL(/#\/skill\/python\/psycopg\/psycopg2$/);
  });
});

test('the list, the bar and Source say the same number of skills', async ({ open }) => {
  const page = await open();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('agents get 4: 1 is withheld');
  await expect(page.getByRole('banner')).toContainText('4 of 5 skills');
  await page.getByRole('link', { name: '1 is withheld' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Agents get 4 of 5 skills');
});

test.describe('where the best skill is withheld', () => {
  test('a strip stands over the next answer, and both themes show it', async ({ open, page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await open(ASKED);
      await expect(strip(page)).toHaveText(STRIP);
      const [over, below] = await Promise.all([
        strip(page).boundingBox(),
        page.getByRole('heading', { name: 'pgx' }).boundingBox(),
      ]);
      expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
      await expectNoViolation(page, colorScheme);
    }
  });

  test('it is named once, grey and with its reason, and its neighbour is no strong match', async ({
    open,
  }) => {
    const page = await open(ASKED);
    const named = page.getByRole('list', { name: 'By name' });
    await expect(named).toContainText(
      "Withheld: its code examples are C++, though the library's language is Python.",
    );
    const answers = page.getByRole('list', { name: 'Answers' });
    await expect(answers).toContainText('pgx');
    await expect(answers).not.toContainText('psycopg2');
    await expect(page.getByText('strong match')).toHaveCount(0);
    await expect(page.getByText('Closest match, for another library')).toBeVisible();
  });

  test('it opens when it is chosen, without the strip', async ({ open }) => {
    const page = await open(ASKED);
    await page.getByRole('list', { name: 'By name' }).getByRole('link').focus();
    await expect(page.getByRole('heading', { name: 'psycopg2' }).first()).toBeVisible();
    await expect(strip(page).filter({ hasText: 'This is the next one' })).toHaveCount(0);
  });

  test('the strip stands above the answer in a narrow window', async ({ open, page }) => {
    await page.setViewportSize({ width: 420, height: 800 });
    await open(ASKED);
    await expect(strip(page)).toHaveText(STRIP);
    await expect(page.getByRole('list', { name: 'Answers' })).toContainText('pgx');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
  });
});
