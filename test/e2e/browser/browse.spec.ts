import { expect, test } from './browser-test.ts';

const rows = '[data-rows] a.browse_row';

test('all skills are listed, the most trusted first', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page.locator(rows)).toHaveCount(10);
  const trust = await page.locator(`${rows} .browse_cTrust b`).allTextContents();
  expect(trust.map(Number)).toEqual(trust.map(Number).sort((a, b) => b - a));
});

test('a filter narrows the list, stands in the URL and survives a reload', async ({ open }) => {
  const page = await open('#/browse');
  const rust = page.getByRole('checkbox', { name: /^Rust/ });
  const count = Number(
    await page.locator('label', { has: rust }).locator('.filter-sheet_count').textContent(),
  );
  await rust.check();
  await expect(page.locator(rows)).toHaveCount(count);
  await expect(page).toHaveURL(/#\/browse\?language=rust$/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Rust/ })).toBeChecked();
  await expect(page.locator(rows)).toHaveCount(count);
});

test('counts of a filter say what it would give with the others as they are', async ({ open }) => {
  const page = await open('#/browse?risk=high');
  await expect(page.locator(rows).first()).toBeVisible();
  const listed = await page.locator(rows).count();
  const languages = page.getByRole('group', { name: 'Language' }).locator('.filter-sheet_count');
  const counts = (await languages.allTextContents()).map(Number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(listed);
});

test('two values of one filter are alternatives, two filters both count', async ({ open }) => {
  const page = await open('#/browse?language=rust&language=python');
  await expect(page.locator(rows).first()).toBeVisible();
  const both = await page.locator(rows).count();
  await page.getByRole('checkbox', { name: /^High/ }).check();
  await expect(page).toHaveURL(/risk=high/);
  await expect.poll(() => page.locator(rows).count()).toBeLessThanOrEqual(both);
  for (const place of await page.locator(`${rows} .key`).allTextContents())
    expect(place).toMatch(/^(rust|python)\//);
  for (const risk of await page.locator(`${rows} .browse_cRisk`).allTextContents()) expect(risk).toBe('High');
});

test('filters that leave nothing say which one hides the most, and are cleared by X', async ({ open }) => {
  const page = await open('#/browse?risk=high&tag=no-such-tag');
  await expect(page.getByRole('heading', { name: 'No skill passes all 2 filters.' })).toBeVisible();
  await expect(page.getByText(/Without “tag”/)).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.locator(rows)).toHaveCount(10);
});

test('a range of trust keeps what lies in it', async ({ open }) => {
  const page = await open('#/browse');
  await page.getByLabel('from trust').fill('90');
  await page.getByLabel('from trust').press('Enter');
  await expect(page).toHaveURL(/trust=90-100/);
  for (const trust of await page.locator(`${rows} .browse_cTrust b`).allTextContents())
    expect(Number(trust)).toBeGreaterThanOrEqual(90);
});

test('sorting by name turns around when it is chosen again', async ({ open }) => {
  const page = await open('#/browse');
  const names = () => page.locator(`${rows} .browse_cName b`).allTextContents();
  await page.getByRole('button', { name: /^Name/ }).click();
  await expect(page).toHaveURL(/sort=name/);
  const rising = await names();
  expect(rising).toEqual([...rising].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
  await page.getByRole('button', { name: /^Name/ }).click();
  await expect(page).toHaveURL(/order=desc/);
  expect(await names()).toEqual([...rising].reverse());
});

test('the list is walked and a skill opened by keys, and coming back finds the row again', async ({
  open,
}) => {
  const page = await open('#/browse?sort=name');
  await expect(page.locator(rows).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  const third = page.locator(rows).nth(2);
  await expect(third).toBeFocused();
  const name = await third.locator('b').first().textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '');
  await page.goBack();
  await expect(page.locator(rows).nth(2)).toHaveAttribute('data-here');
});

test('on a narrow window the filters open as a sheet', async ({ open, page }) => {
  await page.setViewportSize({ width: 420, height: 720 });
  await open('#/browse');
  await expect(page.getByRole('checkbox', { name: /^Rust/ })).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Rust/ }).check();
  await page.getByRole('button', { name: 'Close the filters' }).click();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
});
