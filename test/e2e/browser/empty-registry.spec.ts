import { expect, test } from './browser-test.ts';
import { EMPTY } from './service.ts';

test.use({ source: EMPTY });

const BEGIN = /^skills-registry init -r .+ <language>\/<author>\/<name>$/;

test('Home leads to how a first skill begins', async ({ open }) => {
  const page = await open('#/');
  await expect(page.getByRole('main').getByText('0 skills', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'How to start a skill' }).click();
  await expect(page.getByRole('heading', { name: 'The registry serves no skill yet.' })).toBeVisible();
  await expect(page.getByText(BEGIN)).toBeVisible();
});

test('a question is told that there is nothing to look through, and offered no list of nothing', async ({
  open,
}) => {
  const page = await open('#/search?q=close%20a%20pool');
  await expect(page.getByRole('heading', { name: 'The registry serves no skill yet.' })).toBeVisible();
  await expect(page.getByText(BEGIN)).toBeVisible();
  await expect(page.getByText('0 skills were looked through')).toHaveCount(0);
  await expect(page.getByText('Show all 0 skills')).toHaveCount(0);
});
