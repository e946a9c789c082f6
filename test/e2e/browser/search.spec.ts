import { expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';

const hits = '[data-rows] a.hit';

test('names are found while one types, with the matched words marked', async ({ open }) => {
  const page = await open('#/browse');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tok');
  await expect(page.locator(hits).first()).toContainText('Tokio');
  await expect(page.locator(`${hits} mark`).first()).toHaveText('Tok');
  await expect(page).toHaveURL(/#\/search\?q=tok$/);
  await expect(page.locator('.hit-score b').first()).toHaveText('100');
});

test('Ctrl+K pressed again switches between names and texts', async ({ open }) => {
  const page = await open('#/search?q=timeout');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('radio', { name: 'Names and tags' })).toBeChecked();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('radio', { name: 'Inside the texts' })).toBeChecked();
  await expect(page).toHaveURL(/in=texts/);
});

test('a question shows what each word adds, and the sum is the score', async ({ open }) => {
  const page = await open('#/search?q=await+a+lock+across+tasks&in=texts');
  await expect(page.locator(hits).first()).toBeVisible();
  await expect(page.locator('.hit-score b').first()).toHaveText('100.0');
  const why = page.getByRole('complementary', { name: /.+/ });
  const points = Number(await why.locator('.why-sum b').textContent());
  const parts = (await why.locator('tbody td:nth-child(4)').allTextContents()).map(Number);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(points, 1);
  await expect(why.locator('blockquote mark').first()).toBeVisible();
});

test('the reason follows the result that is focused', async ({ open }) => {
  const page = await open('#/search?q=memory&in=texts');
  await expect(page.locator(hits).nth(1)).toBeVisible();
  await page.locator('#ask').press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const second = await page.locator(hits).nth(1).locator('.hit-title b').textContent();
  await expect(page.getByText('Why this ranks second')).toBeVisible();
  await expect(page.locator('.why h2')).toContainText(second ?? '');
});

test('where there is no room beside, the reason stands below the chosen result', async ({ open, page }) => {
  await page.setViewportSize({ width: 800, height: 760 });
  await open('#/search?q=memory&in=texts');
  const first = page.locator('.results > li').first();
  await expect(first.locator('.why-sum')).toBeVisible();
  await page.locator(hits).nth(1).hover();
  await expect(first.locator('.why-sum')).toBeVisible();
  await page.locator('#ask').press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator(hits).nth(1)).toBeFocused();
  await expect(page.locator('.why')).toHaveCount(1);
  await expect(page.locator('.results > li').nth(1).locator('.why-sum')).toBeVisible();
  await page.getByRole('button', { name: 'Why this ranks second' }).click();
  await expect(page.locator('.why')).toHaveCount(0);
  await expectNoViolation(page, 'find, folded');
});

test('a press on a result opens it, though another one is unfolded', async ({ open, page }) => {
  await page.setViewportSize({ width: 800, height: 760 });
  await open('#/search?q=memory&in=texts');
  const second = page.locator(hits).nth(1);
  const name = await second.locator('.hit-title b').textContent();
  await second.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '');
});

test('on a narrow window each result unfolds its reason', async ({ open, page }) => {
  await page.setViewportSize({ width: 420, height: 720 });
  await open('#/search?q=memory&in=texts');
  await expect(page.locator(`${hits} .share-bar_share`).nth(1)).toBeVisible();
  await expect(page.locator('.why')).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Why this ranks second' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('.results > li').nth(1).locator('.why-sum')).toBeVisible();
  await expectNoViolation(page, 'find, unfolded');
  await button.press('ArrowUp');
  await expect(page.locator(hits).first()).toBeFocused();
  await expect(page.locator('.results > li').first().locator('.why-sum')).toBeVisible();
  await page.getByRole('button', { name: 'Why this ranks first' }).click();
  await expect(page.locator('.why')).toHaveCount(0);
});

test('opening a found section arrives at it', async ({ open }) => {
  const page = await open('#/search?q=shut+down&in=texts');
  const where = await page.locator('.hit-where').first().textContent();
  await page.getByRole('link', { name: /Open it there/ }).click();
  const [file, heading] = (where ?? '').split(' › ');
  await expect(page.getByRole('article')).toHaveAccessibleName(file ?? '');
  if (heading)
    await expect(page.getByRole('article').getByRole('heading', { name: heading }).first()).toBeInViewport();
});

test('an older answer never overtakes a newer one', async ({ open }) => {
  const page = await open('#/search');
  await page.route('**/v1/search?q=tok', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue().catch(() => {});
  });
  await page.locator('#ask').fill('tok');
  await page.locator('#ask').fill('requests');
  await expect(page.locator('[data-rows]')).toHaveAttribute('data-query', 'requests');
  await page.waitForTimeout(1000);
  await expect(page.locator('[data-rows]')).toHaveAttribute('data-query', 'requests');
  await expect(page.locator(hits).first()).toContainText('requests');
});

test('typing never waits for an answer', async ({ open }) => {
  const page = await open('#/search');
  await page.route('**/v1/search?**', () => {});
  await page.locator('#ask').pressSequentially('a name that nobody answers');
  await expect(page.locator('#ask')).toHaveValue('a name that nobody answers');
});

test('Enter opens the best match', async ({ open }) => {
  const page = await open('#/search');
  await page.locator('#ask').fill('tokio');
  await expect(page.locator('[data-rows]')).toHaveAttribute('data-query', 'tokio');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tokio');
});

test('a search without a result offers the next step', async ({ open }) => {
  const page = await open('#/search?q=deadlok');
  await expect(page.getByRole('heading', { name: /No skill is called or tagged/ })).toBeVisible();
  await page.getByRole('link', { name: 'Search inside the texts' }).click();
  await expect(page.getByRole('radio', { name: 'Inside the texts' })).toBeChecked();
  await expect(page.locator(hits).first()).toBeVisible();
});

test('a slip in a name is answered with near names', async ({ open }) => {
  const page = await open('#/search?q=tokoi');
  await expect(page.getByText('Near:')).toContainText('Tokio');
});

test('a question without a known word says so', async ({ open }) => {
  const page = await open('#/search?q=qqqqzzzz&in=texts');
  await expect(page.getByRole('heading', { name: 'No word of this question is in any text.' })).toBeVisible();
});

test('Escape leads back to where the search began', async ({ open }) => {
  const page = await open('#/problems');
  await page.keyboard.press('/');
  await page.keyboard.type('tokio');
  await expect(page.locator(hits).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/problems$/);
});
