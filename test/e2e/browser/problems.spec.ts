import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clipboardOf, expect, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { ATTACK } from './service.ts';

test('a clean registry is said to be clean', async ({ open }) => {
  const page = await open('#/problems');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('clean');
});

test('a problem that is made is listed with its place and its fix, and one that is mended goes', async ({
  open,
  registry,
}) => {
  const file = join(registry.path, 'skills/rust/tokio-rs/tokio/skill.json');
  const page = await open('#/problems');
  writeFileSync(file, '{ "name": "tokio", ');
  const problem = page.locator('.prob', { hasText: 'skill-json-invalid' });
  await expect(problem).toBeVisible({ timeout: 20_000 });
  await problem.locator('summary').click();
  await expect(problem).toContainText('Make skill.json a valid JSON object');
  await expect(problem).toContainText('skills/rust/tokio-rs/tokio/skill.json');
  await expect(problem).toContainText('The last good version is still served.');
  rmSync(join(registry.path, 'skills/rust/tokio-rs/tokio'), { recursive: true });
  await expect(problem).toHaveCount(0, { timeout: 20_000 });
});

test('a skill that cannot be read is listed as not served', async ({ open, registry }) => {
  const folder = join(registry.path, 'skills/js/someone/broken');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'skill.json'), 'not JSON');
  const page = await open('#/problems');
  const group = page.getByRole('region', { name: 'js/someone/broken' });
  await expect(group).toContainText('not served under this key', { timeout: 20_000 });
});

test.describe('a registry with problems', () => {
  test.use({ source: ATTACK });

  test('severities and kinds filter the list, and stand in the URL', async ({ open }) => {
    const page = await open('#/problems');
    await expect(page.locator('.prob').first()).toBeVisible();
    const all = await page.locator('.prob').count();
    await page.getByRole('checkbox', { name: /error/ }).uncheck();
    await expect(page).toHaveURL(/without=error/);
    await expect.poll(() => page.locator('.prob').count()).toBeLessThan(all);
    await expect(page.locator('.prob [data-severity="error"]')).toHaveCount(0);
  });

  test('on a narrow window the filters open as a sheet, with how many are on', async ({ open, page }) => {
    await page.setViewportSize({ width: 420, height: 720 });
    await open('#/problems');
    const button = page.getByRole('button', { name: /^Filters/ });
    await expect(page.getByRole('checkbox', { name: /error/ })).toBeHidden();
    await button.click();
    await expect(page.getByRole('button', { name: 'Close the filters' })).toBeFocused();
    await page.getByRole('checkbox', { name: /error/ }).uncheck();
    await expectNoViolation(page, 'problems, filters open');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('checkbox', { name: /error/ })).toBeHidden();
    await expect(button).toHaveText('Filters (1)');
    await expect(button).toBeFocused();
    await expect(page.locator('.prob [data-severity="error"]')).toHaveCount(0);
    await page.keyboard.press('x');
    await expect(button).toHaveText('Filters');
    await expect(page).toHaveURL(/#\/problems$/);
  });

  test('problems are grouped by kind as well, and copied as text', async ({ open }) => {
    const page = await open('#/problems');
    const clipboard = await clipboardOf(page);
    await page.getByRole('radio', { name: 'Kind' }).click();
    await expect(page).toHaveURL(/by=code/);
    const [code] = await page.locator('.problem-groups h2 .mono').allTextContents();
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect.poll(clipboard).toContain(`[${code}]`);
    expect(await clipboard()).toContain('fix: ');
  });

  test('the problems of one skill are linked from it', async ({ open }) => {
    const page = await open('#/skill/js/mallory/attack');
    await page.getByRole('link', { name: 'What to do about it' }).click();
    await expect(page).toHaveURL(/#\/problems\?skill=/);
    await expect(page.locator('.prob').first()).toBeVisible();
  });
});
