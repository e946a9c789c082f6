import { clipboardOf, expect, painted, test } from './browser-test.ts';
import { ATTACK } from './service.ts';
import { bridgeState, installBridge } from './simulated-bridge.ts';

/** Skill texts are hostile until proven otherwise. That no request leaves the origin is held by every spec. */
test.use({ source: ATTACK });

const hash = '#/skill/js/mallory/attack';
const FILES = ['overview.md', 'pitfalls.md', 'safety.md', '__proto__.md', 'table.md', 'examples/basic.js'];

test('no text of a skill runs, in any file and view', async ({ open }) => {
  const page = await open();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const file of FILES)
    for (const raw of ['', '&raw']) {
      await open(`${hash}?file=${encodeURIComponent(file)}${raw}`);
      await expect(page.getByRole('article')).toHaveAccessibleName(file);
    }
  for (const other of ['#/', '#/source', '#/?q=attack', '#/?q=script+without+a+timeout']) {
    await open(other);
    await painted(page);
  }
  // One page all the way: what ran anywhere is known here.
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  expect(dialogs, 'dialogs that a text opened').toEqual([]);
});

test('HTML in a text is shown as text, and images are named, not loaded', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  const article = page.getByRole('article');
  await expect(article).toContainText("<script>window.attacked = 'script'</script>");
  await expect(article).toContainText('remote not loaded: http://attacker.invalid/remote.png');
  await expect(
    article.locator('script, img, iframe, style, form, base, meta, object, embed, input'),
  ).toHaveCount(0);
});

for (const host of ['browser', 'app'] as const)
  test(`in the ${host}, links lead only to the web and to files of the skill, and refused ones say why`, async ({
    open,
    page,
    service,
  }) => {
    if (host === 'app') await installBridge(page, bridgeState(service.url));
    await open(`${hash}?file=overview.md`);
    const article = page.getByRole('article');
    await expect(article.getByRole('link', { name: /^good/ })).toHaveAttribute('rel', /noopener noreferrer/);
    const addresses = await article
      .locator('a[target]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(address).toMatch(host === 'app' ? /^https:/ : /^(?:https?|mailto):/);
    expect(addresses.some((address) => address.includes('password'))).toBe(false);
    await expect(article.getByTitle('The address carries a name or password.')).toContainText(
      'phish (no link:',
    );
    if (host === 'app')
      await expect(article.getByTitle(/^Only https: addresses/).filter({ hasText: 'mailto:' })).toBeVisible();
  });

test('hidden and reordering characters are shown as what they are', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  const shown = page.locator('[data-markdown] [title^="Invisible character"]');
  await expect(shown.first()).toBeVisible();
  const codes = await shown.allTextContents();
  for (const code of ['U+200B', 'U+202E', 'U+202C', 'U+2066', 'U+E0041', 'U+00AD', 'U+0007'])
    expect(codes).toContain(code);
  await expect(page.getByRole('article')).toContainText('👨‍👩‍👧');
  await expect(page.getByText(/invisible characters in this file\.$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('U+200B');
});

test('a text cannot close its own frame in what is copied for an agent', async ({ open }) => {
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  await page.getByRole('button', { name: 'Choose what to copy' }).click();
  await page.getByRole('button', { name: /^The whole skill/ }).click();
  await expect(page.getByText(/^Copied \d+ files/)).toBeVisible();
  const text = await clipboard();
  expect(text.match(/<file-2 path=/g)).toHaveLength(FILES.length);
  expect(text.match(/<\/file-2>/g)).toHaveLength(FILES.length);
});

test('a huge table scrolls in its own place', async ({ open }) => {
  const page = await open(`${hash}?file=table.md`);
  const table = page.getByRole('group', { name: 'Table' });
  await expect(table).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await table.evaluate((box) => box.scrollWidth)).toBeGreaterThan(1000);
});
