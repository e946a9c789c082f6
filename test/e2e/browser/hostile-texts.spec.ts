import { expect, painted, test } from './browser-test.ts';
import { ATTACK } from './service.ts';
import { bridgeState, installBridge } from './simulated-bridge.ts';

/** Skill texts are hostile until proven otherwise. That no request leaves the origin is held by every spec. */
test.use({ source: ATTACK });

const hash = '#/skill/js/mallory/attack';
const FILES = ['overview.md', 'pitfalls.md', 'safety.md', '__proto__.md', 'table.md', 'examples/basic.js'];

test('no text of a skill runs, in any file and view', async ({ open }) => {
  const page = await open('#/browse');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  for (const file of FILES)
    for (const raw of ['', '&raw']) {
      await open(`${hash}?file=${encodeURIComponent(file)}${raw}`);
      await expect(page.getByRole('article')).toHaveAccessibleName(file);
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    }
  for (const other of [
    '#/browse',
    '#/problems',
    '#/search?q=attack',
    '#/search?q=script+without+a+timeout',
  ]) {
    await open(other);
    await expect(page.getByRole('main').getByText('attack').first()).toBeVisible();
  }
  await painted(page);
  // One page all the way: what ran anywhere is known here.
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  expect(dialogs, 'dialogs that a text opened').toEqual([]);
});

test('a label without end leaves the name of its skill room in a narrow list', async ({ open, page }) => {
  await page.setViewportSize({ width: 480, height: 640 });
  await open('#/browse');
  const name = page.getByRole('main').getByRole('listitem').getByText('attack').first();
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(60);
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
  await expect(page.getByRole('button', { name: 'phish' })).toHaveAccessibleDescription(
    /carries a name or password/,
  );
  await expect(page.getByRole('link', { name: /^good/ })).toHaveAttribute('rel', /noopener noreferrer/);
});

test('in the desktop app, what it would refuse to open is no link, and says so', async ({
  open,
  page,
  service,
}) => {
  await installBridge(page, bridgeState(service.url));
  await open(`${hash}?file=overview.md`);
  const article = page.getByRole('article');
  await expect(article.getByRole('link', { name: /^good/ })).toBeVisible();
  const addresses = await article
    .locator('a[target]')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  expect(addresses.length).toBeGreaterThan(0);
  for (const address of addresses) expect(address).toMatch(/^https:/);
  const mail = article.getByRole('button', { name: 'mail', exact: true });
  await mail.focus();
  await expect(page.getByRole('tooltip').filter({ hasText: 'mailto:someone@example.org' })).toBeVisible();
  await expect(mail).toHaveAccessibleDescription(/^Only https: addresses are opened from here/);
});

test('images are named, not loaded', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  await expect(page.getByRole('article')).toContainText(
    'remote not loaded: http://attacker.invalid/remote.png',
  );
});

test('hidden and reordering characters are shown as what they are', async ({ open }) => {
  const page = await open(`${hash}?file=overview.md`);
  const shown = page.locator('[data-markdown] [title^="Invisible character"]');
  await expect(shown.first()).toBeVisible();
  const codes = await shown.allTextContents();
  for (const code of ['U+200B', 'U+202E', 'U+202C', 'U+2066', 'U+E0041', 'U+00AD', 'U+0007'])
    expect(codes).toContain(code);
  await expect(page.getByRole('article')).toContainText('👨‍👩‍👧');
  await expect(page.getByRole('note').filter({ hasText: 'invisible characters in this file' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('U+200B');
});

test('a text cannot close its own frame in what is copied for an agent', async ({ open }) => {
  const page = await open(hash);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Choose what is copied, and facts' }).click();
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('30000');
  await page.getByRole('button', { name: /Copy text/ }).click();
  await expect(page.getByText(/Copied \d+ files/)).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.match(/<file-2 path=/g)).toHaveLength(FILES.length);
  expect(text.match(/<\/file-2>/g)).toHaveLength(FILES.length);
});

test('a huge table scrolls in its own place', async ({ open }) => {
  const page = await open(`${hash}?file=table.md`);
  const table = page.getByRole('group', { name: 'Table' });
  await expect(table).toBeVisible();
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
  expect(await table.evaluate((box) => box.scrollWidth)).toBeGreaterThan(1000);
});
