import { expect, test } from './browser-test.ts';
import { ATTACK } from './service.ts';

/** Skill texts are hostile until proven otherwise. That no request leaves the origin is held by every spec. */
test.use({ source: ATTACK });

const hash = '#/skill/js/mallory/attack';
const FILES = ['overview.md', 'pitfalls.md', 'safety.md', '__proto__.md', 'table.md', 'examples/basic.js'];

test('no text of a skill runs, in any file and view', async ({ open }) => {
  const page = await open('#/browse');
  page.on('dialog', (dialog) => expect(dialog.message(), 'a text opened a dialog').toBe(''));
  for (const file of FILES)
    for (const raw of ['', '&raw']) {
      await open(`${hash}?file=${encodeURIComponent(file)}${raw}`);
      await expect(page.getByRole('article')).toHaveAccessibleName(file);
      await page.waitForLoadState('networkidle');
    }
  for (const other of [
    '#/browse',
    '#/problems',
    '#/search?q=attack',
    '#/search?q=script+without+a+timeout',
  ]) {
    await open(other);
    await page.waitForLoadState('networkidle');
  }
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  expect(
    await page.evaluate(() => ({}) as { polluted?: unknown }).then(({ polluted }) => polluted),
  ).toBeUndefined();
});

test('HTML in a text is shown as text, and adds no element of its own', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  const article = page.getByRole('article');
  await expect(article).toContainText("<script>window.attacked = 'script'</script>");
  await expect(
    article.locator('script, img, iframe, style, form, base, meta, object, embed, input'),
  ).toHaveCount(0);
});

test('links lead only to the web, to mail and to files of the skill', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  await expect(page.getByRole('article').getByText('good')).toBeVisible();
  const addresses = await page
    .getByRole('article')
    .locator('a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(3);
  for (const address of addresses) expect(address).toMatch(/^(https?:|mailto:)/);
  expect(addresses.some((address) => address.includes('password'))).toBe(false);
  await expect(page.getByText('phish')).toHaveAttribute('title', /carries a name or password/);
  await expect(page.getByRole('link', { name: /^good/ })).toHaveAttribute('rel', /noopener noreferrer/);
});

test('images are named, not loaded', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  await expect(page.locator('.image-stand-in').first()).toContainText(
    'remote not loaded: http://attacker.invalid/remote.png',
  );
});

test('hidden and reordering characters are shown as what they are', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  const shown = page.locator('.markdown .hidden-character');
  await expect(shown.first()).toBeVisible();
  const codes = await shown.allTextContents();
  for (const code of ['U+200B', 'U+202E', 'U+202C', 'U+2066', 'U+E0041', 'U+00AD', 'U+0007'])
    expect(codes).toContain(code);
  await expect(page.getByRole('article')).toContainText('👨‍👩‍👧');
  await expect(page.getByRole('note')).toContainText('hidden characters in this file');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('U+200B');
});

test('a text cannot close its own frame in what is copied for an agent', async ({ open }) => {
  const page = await open(hash);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('30000');
  await page.getByRole('button', { name: /Copy text/ }).click();
  await expect(page.getByText(/Copied \d+ files/)).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.match(/<file-2 path=/g)).toHaveLength(FILES.length);
  expect(text.match(/<\/file-2>/g)).toHaveLength(FILES.length);
});

test('a huge table scrolls in its own place', async ({ open }) => {
  const page = await open(`${hash}?file=table.md`);
  await expect(page.locator('.table-scroll')).toBeVisible({ timeout: 20_000 });
  const { page: pageWidth, table } = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    table: document.querySelector('.table-scroll')?.scrollWidth ?? 0,
  }));
  expect(pageWidth).toBe(0);
  expect(table).toBeGreaterThan(1000);
});
