import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import { clipboardOf, expect, test } from './browser-test.ts';

const TOKIO = 'rust/tokio-rs/tokio';
const hash = `#/skill/${TOKIO}`;

async function skillOf(url: string): Promise<FullSkill> {
  return (await (await fetch(`${url}/v1/skills/${TOKIO}`)).json()) as FullSkill;
}

test('the files stand in reading order with their tokens, and the first one is open', async ({
  open,
  service,
}) => {
  const skill = await skillOf(service.url);
  const page = await open(hash);
  const path = page.getByRole('navigation', { name: 'Files in reading order' });
  await expect(path.locator('.stop').first()).toBeVisible();
  const names = await path.locator('.stop .name').allTextContents();
  expect(names).toEqual([
    ...(skill.read_order ?? []),
    ...(skill.files?.P1 ?? []),
    ...(skill.files?.P2 ?? []),
    ...(skill.files?.P3 ?? []),
  ]);
  const tokens = await path.locator('.stop .tokens').allTextContents();
  expect(tokens.map((text) => Number(text.replace(/\D/g, '')))).toEqual(
    names.map((name) => skill._tokens[name]),
  );
  await expect(page.getByRole('article')).toHaveAccessibleName(names[0] ?? '');
});

test('the header shows what the skill declares, and trust as what it is made of', async ({
  open,
  service,
}) => {
  const skill = await skillOf(service.url);
  const page = await open(hash);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(skill.name);
  await expect(page.locator('.gauge-number')).toHaveText(String(skill.trust_score));
  const points = (await page.locator('.trust-figure li b').allTextContents()).map((text) =>
    Number.parseInt(text, 10),
  );
  expect(points.reduce((sum, point) => sum + point, 0)).toBe(skill.trust_score);
  for (const tag of skill.tags ?? [])
    await expect(page.locator('.tags').getByRole('link', { name: tag, exact: true })).toBeVisible();
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

test('pitfalls and red lines are numbered entries, and the path leads to each', async ({ open }) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  const entries = page.getByRole('article').locator('h3.entry');
  await expect(entries).toHaveCount(6);
  await page.locator('.sub a').nth(4).click();
  await expect(entries.nth(4)).toBeInViewport();
  await expect(page).toHaveURL(/at=/);
  await page.reload();
  await expect(entries.nth(4)).toBeInViewport();
});

test('the raw view shows the file as it is', async ({ open, service }) => {
  const skill = await skillOf(service.url);
  const page = await open(`${hash}?file=safety.md`);
  await page.getByRole('radio', { name: 'Raw' }).click();
  await expect(page).toHaveURL(/raw=/);
  expect(await page.locator('pre.raw').textContent()).toBe(skill._contents['safety.md']);
});

test('code is highlighted and copied as it stands in the file', async ({ open, service }) => {
  const skill = await skillOf(service.url);
  const page = await open(`${hash}?file=pitfalls.md`);
  const clipboard = await clipboardOf(page);
  const block = page.locator('.block').first();
  await expect(block.locator('.hljs-keyword').first()).toBeVisible();
  await block.hover();
  await block.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(clipboard).not.toBe('');
  expect(skill._contents['pitfalls.md']).toContain(await clipboard());
});

test('what fits into a budget is exact: files in reading order until one no longer fits', async ({
  open,
  service,
}) => {
  const { _tokens: tokens } = await skillOf(service.url);
  const page = await open(hash);
  await expect(page.locator('.fits .mono').first()).toBeVisible();
  const order = await page
    .locator('.fits .mono')
    .evaluateAll((items) => items.map((item) => item.firstChild?.textContent ?? ''));
  const [first = '', second = '', third = ''] = order;
  const exactly = (tokens[first] ?? 0) + (tokens[second] ?? 0);
  const budget = page.getByRole('spinbutton', { name: 'Budget' });
  const fitting = page.locator('.fits li:not(.out)');
  await budget.fill(String(exactly));
  await expect(fitting).toHaveCount(2);
  await expect(page.locator('.fit-sum')).toContainText(
    `${exactly.toLocaleString('en-US')} tokens, 2 of ${order.length} files`,
  );
  await expect(page.locator('.fit-sum')).toContainText(
    `0 left; ${third} needs ${(tokens[third] ?? 0).toLocaleString('en-US')}`,
  );
  await budget.fill(String(exactly - 1));
  await expect(fitting).toHaveCount(1);
  await budget.fill('10');
  await expect(page.locator('.fit-sum')).toContainText('Nothing fits into 10 tokens');
  await expect(fitting).toHaveCount(0);
});

test('copying for an agent puts exactly the files that fit on the clipboard', async ({ open, service }) => {
  const { _tokens: tokens, _contents: contents } = await skillOf(service.url);
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  await page
    .getByRole('spinbutton', { name: 'Budget' })
    .fill(String((tokens['overview.md'] ?? 0) + (tokens['safety.md'] ?? 0)));
  await page.getByRole('button', { name: /Copy text/ }).click();
  await expect(page.getByText(/Copied 2 files/)).toBeVisible();
  const text = await clipboard();
  expect(text).toContain(`key="${TOKIO}"`);
  expect(text).toContain(contents['overview.md']?.trimEnd());
  expect(text).toContain(contents['safety.md']?.trimEnd());
  expect(text).not.toContain('path="pitfalls.md"');
  expect(text.indexOf('overview.md')).toBeLessThan(text.indexOf('safety.md'));
});

test('the budget is kept for the next skill', async ({ open }) => {
  const page = await open(hash);
  await page.getByRole('spinbutton', { name: 'Budget' }).fill('1234');
  await open('#/skill/python/psf/requests');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/requests/i);
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toHaveValue('1234');
});

test('key, URL, curl and MCP call are copied', async ({ open, service }) => {
  const page = await open(hash);
  const clipboard = await clipboardOf(page);
  const url = `${service.url}/v1/skills/${TOKIO}`;
  for (const [name, text] of [
    ['Key', TOKIO],
    ['URL', url],
    ['curl', `curl '${url}'`],
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

test('a file that is edited while one reads it is replaced without losing the place', async ({
  open,
  registry,
}) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  const reader = page.locator('[data-reading]');
  await expect(page.locator('h3.entry')).toHaveCount(6);
  await reader.evaluate((element) => element.scrollTo(0, 400));
  appendFileSync(
    join(registry.path, 'skills', TOKIO, 'pitfalls.md'),
    '\n## A seventh pitfall\n\nWritten just now.\n',
  );
  await expect(page.locator('h3.entry')).toHaveCount(7, { timeout: 20_000 });
  expect(await reader.evaluate((element) => element.scrollTop)).toBe(400);
  await expect(page.getByText('pitfalls.md changed on disk')).toBeVisible();
});

test('a skill that is removed while one reads it stays, and is said to be gone', async ({
  open,
  registry,
}) => {
  const page = await open(`${hash}?file=pitfalls.md`);
  await expect(page.locator('h3.entry').first()).toBeVisible();
  rmSync(join(registry.path, 'skills', TOKIO), { recursive: true });
  await expect(page.getByText('This skill was removed while you read it.')).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('h3.entry').first()).toBeVisible();
});

test('a listed file that is not there is shown as missing', async ({ open, registry }) => {
  rmSync(join(registry.path, 'skills', TOKIO, 'performance.md'));
  const page = await open(hash);
  await expect(page.locator('.stop.missing')).toContainText('performance.md', { timeout: 20_000 });
});

test('a skill that does not exist leads to a search for its name', async ({ open }) => {
  const page = await open('#/skill/rust/nobody/tokio');
  await expect(page.getByRole('heading', { name: 'There is no skill rust/nobody/tokio.' })).toBeVisible();
  await page.getByRole('link', { name: 'Search for “tokio”' }).click();
  await expect(page.locator('[data-rows] a.hit').first()).toContainText('Tokio');
});

test('a file that is one fence around everything is read as what is inside', async ({ open, registry }) => {
  const file = join(registry.path, 'skills', TOKIO, 'overview.md');
  writeFileSync(file, `# Overview\n\n\`\`\`markdown\n${readFileSync(file, 'utf8')}\n\`\`\`\n`);
  const page = await open(`${hash}?file=overview.md`);
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('article').getByRole('paragraph').nth(1)).toBeVisible();
});

test('dependencies lead to their skills', async ({ open, registry }) => {
  const file = join(registry.path, 'skills', TOKIO, 'skill.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, dependencies: { skills: ['python/psf/requests', 'rust/not/here'] } }),
  );
  const page = await open(hash);
  await expect(page.getByText('rust/not/here, not in this registry')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('link', { name: 'python/psf/requests' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/requests/i);
});

test('on a narrow window the budget opens over the text, and Escape closes it', async ({ open, page }) => {
  await page.setViewportSize({ width: 420, height: 720 });
  await open(hash);
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toBeHidden();
  await page.getByRole('button', { name: 'Budget' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toBeHidden();
});
