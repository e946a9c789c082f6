/** What the page says where its address names a place that doesn't exist. */
import { expect, test } from './browser-test.ts';
import { goTo } from './go-to.ts';

test('an address that names no view says so, with a way on', async ({ open, page }) => {
  await open('#/nonsense');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page.');
  await expect(page.getByRole('alert')).toContainText('#/nonsense');
  await expect(page).toHaveTitle('No such page · Skills Registry');
  await page.getByRole('link', { name: 'Browse all skills' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'All skills' })).toBeVisible();
});

test('a browser says of the app’s own views that only the app has them', async ({ open, page }) => {
  await open('#/settings');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings are part of the desktop app.');
  await goTo(page, '#/');
  await open('#/activity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity is part of the desktop app.');
});

test('a file that the skill lacks is not replaced by another file', async ({ open, page }) => {
  await open('#/skill/rust/tokio-rs/tokio?file=nope.md');
  await expect(page.getByRole('heading', { name: 'This skill has no file nope.md.' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByRole('link', { name: /^Open / }).click();
  await expect(page.getByRole('article')).toBeVisible();
});
