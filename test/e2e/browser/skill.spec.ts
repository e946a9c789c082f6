import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { FullSkill } from '../../../src-server/contract/api/api.ts';
import { byImportance } from '../../../src-server/contract/api/files-to-read-first.ts';
import { clipboardOf, expect, painted, test } from './browser-test.ts';

const TOKIO = 'rust/tokio-rs/tokio';
const hash = `#/skill/${TOKIO}`;
/** Numbered headings of pitfalls.md and safety.md. */
const ENTRIES = '[data-markdown] h3[data-entry]';

async function skillOf(url: string): Promise<FullSkill> {
  return (await (await fetch(`${url}/v1/skills/${TOKIO}`)).json()) as FullSkill;
}

/** Changes skill.json of the copy that is served. */
function editManifest(
  registry: string,
  edit: (manifest: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): void {
  const file = join(registry, 'skills', TOKIO, 'skill.json');
  writeFileSync(
    file,
    JSON.stringify(edit(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)),
  );
}

const openPanel = (page: Page) =>
  page.getByRole('button', { name: 'Choose what is copied, and facts' }).click();

for (const width of [420, 320])
  test(`the stop of the reading path that has the focus is in view at ${width} px`, async ({
    open,
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await open('#/skill/rust/tokio-rs/tokio?file=pitfalls.md');
    const files = page.getByRole('navigation', { name: 'Files in reading order' });
    const stops = files.getByRole('listitem').getByRole('link');
    await expect(files.getByRole('link', { name: 'pitfalls.md' })).toBeInViewport({ ratio: 0.99 });
    await stops.first().focus();
    for (let at = 0; at < (await stops.count()); at += 1) {
      await expect(stops.nth(at)).toBeFocused();
      await expect(stops.nth(at)).toBeInViewport({ ratio: 0.99 });
      await page.keyboard.press('Tab');
    }
  });

test('the files stand in reading order with their tokens, and the first one is open', async ({
  open,
  service,
}) => {
  const skill = await skillOf(service.url);
  const page = await open(hash);
  const stops = page.getByRole('navigation', { name: 'Files in reading order' }).locator('[data-stop] > a');
  await expect(stops.first()).toBeVisible();
  const names = await stops.evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
  expect(names).toEqual([
    ...(skill.read_order ?? []),
    ...(skill.files?.P1 ?? []),
    ...(skill.files?.P2 ?? []),
    ...(skill.files?.P3 ?? []),
  ]);
  const tokens = await stops.evaluateAll((links) => links.map((link) => link.lastElementChild?.textContent));
  expect(tokens.map((text) => Number(text?.replace(/\D/g, '')))).toEqual(
    names.map((name) => skill._tokens[name]),
  );
  await expect(page.getByRole('article')).toHaveAccessibleName(names[0] ?? '');
});

test('the head shows what the skill is, and the meaning of its trust is one press away', {
  tag: '@own',
}, async ({ open, service, registry }) => {
  editManifest(registry.path, ({ released_at: _, ...manifest }) => ({
    ...manifest,
    trust_score: 95,
    trust_score_sources: {
      official_review: 40,
      stars: 20,
      community_votes: 15,
      update_freshness: 15,
      issue_health: 5,
    },
  }));
  await expect.poll(async () => (await skillOf(service.url)).trust_score).toBe(95);
  const skill = await skillOf(service.url);
  const page = await open(hash);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(skill.name);
  const trust = page.getByRole('button', { name: new RegExp(`Trust\\s*${skill.trust_score}$`) });
  await trust.click();
  const meaning = page.getByRole('tooltip').filter({ hasText: 'Its parts add up to it' });
  await expect(meaning).toBeVisible();
  const points = [...((await meaning.textContent()) ?? '').matchAll(/(\d+) of \d+/g)].map(([, own]) =>
    Number(own),
  );
  expect(points).toHaveLength(5);
  expect(points.reduce((sum, point) => sum + point, 0)).toBe(skill.trust_score);
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
});

test('the key that is shown is the key that can be pasted', async ({ open }) => {
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  await expect(
    page.getByRole('banner').or(page.locator('[data-head]')).getByText(TOKIO, { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Copy the key' }).click();
  await expect.poll(clipboard).toBe(TOKIO);
});

test('trust that is only declared says so beside its number, and nothing above the text', {
  tag: '@own',
}, async ({ open, registry }) => {
  editManifest(registry.path, ({ trust_score_sources: _, ...manifest }) => ({
    ...manifest,
    tier: 'tier2',
    trust_score: 80,
  }));
  const page = await open(hash);
  await page.getByRole('button', { name: /Trust\s*80\s*declared/ }).hover();
  const gap = 'The author’s own number, without any of its five parts';
  await expect(page.getByRole('tooltip').filter({ hasText: gap })).toBeVisible();
  await expect(page.locator('[data-markdown] p').first()).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('trust that its own parts contradict has a note above the text', {
  tag: '@own',
}, async ({ open, registry }) => {
  editManifest(registry.path, (manifest) => ({
    ...manifest,
    tier: 'tier1',
    trust_score: 90,
    trust_score_sources: { official_review: 0, stars: 20 },
  }));
  const page = await open(hash);
  const gap = 'Its parts add up to 20, not to 90';
  await expect(page.getByRole('note').filter({ hasText: gap })).toBeVisible();
});

test('a skill that claims no more than what tier2 begins with is unreviewed, without a note above its text', {
  tag: '@own',
}, async ({ open, registry }) => {
  editManifest(registry.path, ({ trust_score_sources: _, ...manifest }) => ({
    ...manifest,
    tier: 'tier2',
    trust_score: 50,
  }));
  const page = await open(hash);
  await page.getByRole('button', { name: /Trust\s*50\s*unreviewed/ }).hover();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Starting score' })).toBeVisible();
  await expect(page.locator('[data-markdown] p').first()).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('the words for priorities tell what they stand for', async ({ open }) => {
  const page = await open(hash);
  for (const [word, priority] of [
    ['Read first', 'P0'],
    ['When you use it', 'P1'],
    ['On demand', 'P2'],
    ['Examples', 'P3'],
  ] as const) {
    const term = page.getByRole('button', { name: word, exact: true });
    await term.focus();
    await expect(page.getByRole('tooltip').filter({ hasText: `${priority} in the format` })).toBeVisible();
    await expect(term).toHaveAccessibleDescription(new RegExp(`^${priority} in the format`));
  }
});

test('files are stepped through by keys and by the path', async ({ open }) => {
  const page = await open(hash);
  await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
  await page.keyboard.press(']');
  await expect(page.getByRole('article')).toHaveAccessibleName('safety.md');
  await page.keyboard.press('[');
  await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
  await page
    .getByRole('link', { name: /pitfalls\.md/ })
    .first()
    .click();
  await expect(page.getByRole('article')).toHaveAccessibleName('pitfalls.md');
  await expect(page).toHaveURL(/file=pitfalls\.md/);
});

test('the keys that read on do so at once, before anything was pressed in the text', async ({ open }) => {
  const page = await open('#/browse');
  await page
    .getByRole('link', { name: /^tokio/ })
    .first()
    .click();
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  const top = () => page.locator('[data-reading]').evaluate((reader) => reader.scrollTop);
  await page.keyboard.press('PageDown');
  await expect.poll(top).toBeGreaterThan(200);
  const once = await top();
  await page.keyboard.press('Space');
  await expect.poll(top).toBeGreaterThan(once);
  await page.keyboard.press('Home');
  await expect.poll(top).toBe(0);
});

test('pitfalls and red lines are numbered entries, and the path leads to each', async ({ open }) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  const entries = page.locator(ENTRIES);
  await expect(entries).toHaveCount(7);
  const link = page.getByRole('list', { name: 'Headings of this file' }).getByRole('link').nth(4);
  await link.click();
  await expect(entries.nth(4)).toBeInViewport();
  await expect(link).toHaveAttribute('aria-current', 'location');
  await expect(page).toHaveURL(/at=/);
  await page.reload();
  await expect(entries.nth(4)).toBeInViewport();
  // The same link leads there again, although it changes no address.
  await page.locator('[data-reading]').evaluate((reader) => reader.scrollTo(0, 0));
  await expect(entries.nth(4)).not.toBeInViewport();
  await link.click();
  await expect(entries.nth(4)).toBeInViewport();
});

test('the raw view shows the file as it is', async ({ open, service }) => {
  const skill = await skillOf(service.url);
  const page = await open(`${hash}?file=safety.md`);
  await page.getByRole('radio', { name: 'Raw' }).click();
  await expect(page).toHaveURL(/raw=/);
  await expect.poll(() => page.locator('[data-raw]').textContent()).toBe(skill._contents['safety.md']);
});

test('code is copied as it stands in the file, by its button and by selecting it', async ({
  open,
  service,
}) => {
  const skill = await skillOf(service.url);
  const page = await open(`${hash}?file=pitfalls.md`);
  const clipboard = await clipboardOf(page);
  const block = page.locator('[data-markdown] div:has(> [role=group] > pre)').first();
  await expect(block.locator('[data-kind=key]').first()).toBeVisible();
  const code = (await block.locator('pre').textContent()) ?? '';
  expect(skill._contents['pitfalls.md']).toContain(code);
  await block.getByRole('button', { name: 'Copy code' }).click();
  await expect.poll(clipboard).toBe(code);
  await page.evaluate(() => navigator.clipboard.writeText('something else'));
  // All of the block: the button's name is no code.
  await block.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('Control+c');
  await expect.poll(async () => (await clipboard()).trimEnd()).toBe(code.trimEnd());
});

test('what fits into a budget is exact: the most important files until one no longer fits', async ({
  open,
  service,
}) => {
  const { _tokens: tokens } = await skillOf(service.url);
  const page = await open(hash);
  await openPanel(page);
  const panel = page.getByRole('region', { name: 'Copy for an agent' });
  const files = panel.getByRole('listitem');
  await expect(files.first()).toBeVisible();
  const order = await files.evaluateAll((items) =>
    items.map((item) => item.querySelector('[title]')?.getAttribute('title') ?? ''),
  );
  const [first = '', second = '', third = ''] = byImportance(order.map((path) => ({ path }))).map(
    ({ path }) => path,
  );
  const exactly = (tokens[first] ?? 0) + (tokens[second] ?? 0);
  const budget = page.getByRole('spinbutton', { name: 'Budget' });
  const fitting = files.filter({ hasText: ', is copied' });
  await budget.fill(String(exactly));
  await expect(fitting).toHaveCount(2);
  await expect(panel).toContainText(`${exactly.toLocaleString('en-US')} tokens, 2 of ${order.length} files`);
  await expect(panel).toContainText(`0 left; ${third} needs ${(tokens[third] ?? 0).toLocaleString('en-US')}`);
  await budget.fill(String(exactly - 1));
  await expect(fitting).toHaveCount(1);
  await budget.fill('10');
  await expect(panel).toContainText('Nothing fits into 10 tokens');
  await expect(fitting).toHaveCount(0);
});

test('copying for an agent puts exactly the files that fit on the clipboard', async ({ open, service }) => {
  const { _tokens: tokens, _contents: contents } = await skillOf(service.url);
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  await openPanel(page);
  await page
    .getByRole('spinbutton', { name: 'Budget' })
    .fill(String((tokens['pitfalls.md'] ?? 0) + (tokens['safety.md'] ?? 0)));
  await page.getByRole('button', { name: /Copy text/ }).click();
  await expect(page.getByText(/Copied 2 files/)).toBeVisible();
  const text = await clipboard();
  expect(text).toContain(`key="${TOKIO}"`);
  expect(text).toContain(contents['pitfalls.md']?.trimEnd());
  expect(text).toContain(contents['safety.md']?.trimEnd());
  expect(text).not.toContain('path="overview.md"');
});

test('without a choice, what to read first is copied, with its tokens on the button', async ({
  open,
  service,
}) => {
  const skill = await skillOf(service.url);
  const first = skill.files?.P0 ?? [];
  const tokens = first.reduce((sum, path) => sum + (skill._tokens[path] ?? 0), 0);
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  await page
    .getByRole('button', { name: `Copy for an agent ${tokens.toLocaleString('en-US')} tokens` })
    .click();
  await expect(page.getByText(`Copied ${first.length} files`)).toBeVisible();
  const text = await clipboard();
  for (const path of Object.keys(skill._contents))
    expect(text.includes(`path="${path}"`), path).toBe(first.includes(path));
});

test('the budget is kept for the next skill, until it is what to read first again', async ({ open }) => {
  const page = await open(hash);
  await openPanel(page);
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('1234');
  await open('#/skill/python/psf/requests');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/requests/i);
  await openPanel(page);
  const budget = page.getByRole('spinbutton', { name: 'Budget' });
  await expect(budget).toHaveValue('1234');
  await page.getByRole('button', { name: 'What to read first' }).click();
  await expect(budget).not.toHaveValue('1234');
  await page.reload();
  await openPanel(page);
  await expect(page.getByRole('button', { name: 'What to read first' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a browser that keeps nothing shows every skill', async ({ open, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(hash);
  await expect(page.getByRole('article')).toBeVisible();
  await openPanel(page);
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('1234');
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toHaveValue('1234');
});

test('key, URL, curl and MCP call are copied', async ({ open, service }) => {
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  const url = `${service.url}/v1/skills/${TOKIO}`;
  await openPanel(page);
  for (const [name, text] of [
    ['Key', TOKIO],
    ['URL', url],
    ['curl', `curl ${url}`],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(clipboard).toBe(text);
  }
  await page.getByRole('button', { name: 'MCP call' }).click();
  await expect.poll(clipboard).toContain('get_skill');
  expect(JSON.parse(await clipboard())).toEqual({
    method: 'tools/call',
    params: { name: 'get_skill', arguments: { path: TOKIO } },
  });
  expect((await fetch(url)).status).toBe(200);
});

test('a file that is edited while one reads it is replaced without losing the place', {
  tag: '@own',
}, async ({ open, registry }) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  const reader = page.locator('[data-reading]');
  await expect(page.locator(ENTRIES)).toHaveCount(7);
  await reader.evaluate((element) => element.scrollTo(0, 400));
  appendFileSync(
    join(registry.path, 'skills', TOKIO, 'pitfalls.md'),
    '\n## An eighth pitfall\n\nWritten just now.\n',
  );
  await expect(page.locator(ENTRIES)).toHaveCount(8);
  await expect(page.getByText('This file changed on disk')).toBeVisible();
  await painted(page);
  expect(await reader.evaluate((element) => element.scrollTop)).toBe(400);
});

test('a skill that is removed while one reads it stays, and is said to be gone', { tag: '@own' }, async ({
  open,
  registry,
}) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  await expect(page.locator(ENTRIES).first()).toBeVisible();
  await page.locator('[data-reading]').evaluate((reader) => reader.scrollTo(0, reader.scrollHeight));
  rmSync(join(registry.path, 'skills', TOKIO), { recursive: true });
  await expect(page.getByText('This skill was removed while you read it.')).toBeInViewport({ ratio: 1 });
  await expect(page.locator(ENTRIES).last()).toBeVisible();
});

test('a listed file that is not there is shown as missing', { tag: '@own' }, async ({ open, registry }) => {
  rmSync(join(registry.path, 'skills', TOKIO, 'performance.md'));
  const page = await open(hash);
  await expect(page.locator('[data-stop=missing]')).toContainText('performance.md');
});

test('a skill that does not exist leads to a search for its name', async ({ open }) => {
  const page = await open('#/skill/rust/nobody/tokio');
  await expect(page.getByRole('heading', { name: 'There is no skill rust/nobody/tokio.' })).toBeVisible();
  await page.getByRole('link', { name: 'Search for “tokio”' }).click();
  await expect(page.locator('[data-rows] a').first()).toContainText('tokio');
});

test('a file that is one fence around everything is read as what is inside', {
  tag: '@own',
}, async ({ open, registry }) => {
  const file = join(registry.path, 'skills', TOKIO, 'overview.md');
  writeFileSync(file, `# Overview\n\n\`\`\`markdown\n${readFileSync(file, 'utf8')}\n\`\`\`\n`);
  const page = await open(`${hash}?file=overview.md`);
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
  await expect(page.getByRole('article').getByRole('paragraph').nth(1)).toBeVisible();
});

test('dependencies lead to their skills', { tag: '@own' }, async ({ open, registry }) => {
  editManifest(registry.path, (manifest) => ({
    ...manifest,
    dependencies: { skills: ['python/psf/requests', 'rust/not/here'] },
  }));
  const page = await open(hash);
  await openPanel(page);
  await expect(page.getByText('rust/not/here, not in this registry')).toBeVisible();
  await page.getByRole('link', { name: 'python/psf/requests' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/requests/i);
});

test('another file of the skill may change while one reads: focus, selection and headings stay', {
  tag: '@own',
}, async ({ open, registry }) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  const headings = page.getByRole('list', { name: 'Headings of this file' }).getByRole('link');
  await headings.nth(2).click();
  await expect(headings.nth(2)).toHaveAttribute('aria-current', 'location');
  await page
    .locator(ENTRIES)
    .nth(2)
    .evaluate((heading) => getSelection()?.selectAllChildren(heading));
  const selected = await page.evaluate(() => getSelection()?.toString());
  const tokens = page.getByRole('link', { name: /^overview\.md/ });
  const before = await tokens.textContent();
  expect(selected).toMatch(/\w/);
  appendFileSync(join(registry.path, 'skills', TOKIO, 'overview.md'), '\nOne more sentence.\n');
  await expect(tokens).not.toHaveText(before ?? '');
  await painted(page);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(selected);
  await expect(headings.nth(2)).toBeFocused();
  await expect(headings.nth(2)).toHaveAttribute('aria-current', 'location');
  await expect(headings).toHaveCount(7);
});

test('the text goes on while the service is stopped, and a strip says of when it is', {
  tag: '@own',
}, async ({ open, service }) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  await expect(page.locator(ENTRIES)).toHaveCount(7);
  await page.locator('[data-reading]').evaluate((reader) => reader.scrollTo(0, 400));
  await service.stop();
  await expect(page.getByText(/^This view is from \d\d:\d\d/)).toBeVisible();
  await expect(page.locator(ENTRIES)).toHaveCount(7);
  await painted(page);
  expect(await page.locator('[data-reading]').evaluate((reader) => reader.scrollTop)).toBe(400);
  await page.keyboard.press(']');
  await expect(page.getByRole('article')).not.toHaveAccessibleName('pitfalls.md');
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
});

test('the text goes on while the folder is away, and the strip leaves when it is back', {
  tag: '@own',
}, async ({ open, registry }) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  await expect(page.locator(ENTRIES)).toHaveCount(7);
  renameSync(registry.path, `${registry.path}-elsewhere`);
  const strip = page.getByText('is not readable now');
  await expect(strip.first()).toBeVisible();
  await expect(page.locator(ENTRIES)).toHaveCount(7);
  renameSync(`${registry.path}-elsewhere`, registry.path);
  await expect(strip).toHaveCount(0);
  await expect(page.locator(ENTRIES)).toHaveCount(7);
});
