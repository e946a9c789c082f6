import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { clipboardOf, expect, painted, type Registry, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { ATTACK } from './service.ts';

const KEYS = ['rust/tokio-rs/tokio', 'python/psf/requests', 'js/websockets/ws'] as const;
const manifestOf = (registry: Registry, key: string) => join(registry.path, 'skills', key, 'skill.json');

/** Rewrites fields of a skill.json; undefined takes one out. */
function change(registry: Registry, key: string, fields: Readonly<Record<string, unknown>>): void {
  const file = manifestOf(registry, key);
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...manifest, ...fields }, undefined, 2));
}

const cause = (page: Page, id: string) => page.locator(`[data-cause="${id}"]`);
const headOf = (page: Page, id: string) => cause(page, id).locator('button[aria-expanded]');

async function openCause(page: Page, id: string): Promise<void> {
  const head = headOf(page, id);
  await expect(head).toBeVisible();
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

test.use({ own: true });

/** The skills alone: an index would disagree with what a test changes. */
test.beforeEach(({ registry }) => {
  rmSync(join(registry.path, 'index.json'), { force: true });
});

/** Opens what is closed, one after the other. */
async function openAll(page: Page): Promise<void> {
  const closed = page.locator('main button[aria-expanded=false]');
  await expect(page.locator('[data-cause]').first()).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
}

test('a clean registry is said to be clean, and can be checked again', async ({ open }) => {
  const page = await open('#/problems');
  await expect(page.getByRole('heading', { name: 'All 10 skills are clean.' })).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Checked again. Nothing changed.')).toBeVisible();
});

test('a skill.json that is no JSON is shown at the line that is wrong, and goes once it is mended', async ({
  open,
  registry,
}) => {
  const file = manifestOf(registry, KEYS[0]);
  const before = readFileSync(file, 'utf8');
  const page = await open('#/problems');
  writeFileSync(file, '{\n  "name": "tokio",\n  "tier": core\n}\n');
  await openCause(page, 'skill-json-invalid');
  const broken = cause(page, 'skill-json-invalid');
  await expect(broken).toContainText('Make skill.json a valid JSON object');
  await expect(broken.getByRole('group', { name: 'The lines in question' })).toContainText('"tier": core');
  await expect(broken.getByText('line 3', { exact: true })).toBeVisible();
  await expect(broken).toContainText('The last good version is still served.');
  writeFileSync(file, before);
  await expect(broken).toHaveCount(0);
});

test.describe('wrong labels in three skills', () => {
  test.beforeEach(({ registry }) => {
    for (const key of KEYS) change(registry, key, { tier: 'core' });
  });

  test('are one cause with how often each word is wrong and what it must be', async ({ open }) => {
    const page = await open('#/problems');
    await openCause(page, 'labels');
    await expect(headOf(page, 'labels')).toContainText(
      /Labels outside the format’s lists: tier is “core”3 places in 3 skills.*search and replace/,
    );
    await expect(cause(page, 'labels')).toContainText('3× tier "core" must be tier1 or tier2');
    await expect(page.getByRole('link', { name: /^Problems/ })).toContainText('1');
  });

  test('are shown as they stand in the file, each of the places', async ({ open }) => {
    const page = await open('#/problems');
    await openCause(page, 'labels');
    const lines = cause(page, 'labels').getByRole('group', { name: 'The lines in question' });
    await expect(lines).toContainText('"tier": "core"');
    await expect(lines).toContainText('must be tier1 or tier2');
    const second = cause(page, 'labels').getByRole('button', { name: /psf\/requests\/skill.json/ });
    await second.click();
    await expect(second).toHaveAttribute('aria-current', 'true');
    await expect(cause(page, 'labels').getByRole('heading', { level: 4 }).first()).toContainText(
      'python/psf/requests/skill.json',
    );
    await expect(lines).toContainText('"tier": "core"');
  });

  test('never move what is pressed when their lines come', async ({ open, page }) => {
    let showLines = () => {};
    const shown = new Promise<void>((resolve) => {
      showLines = resolve;
    });
    await page.route('**/v1/diagnostics/lines?*', async (route) => {
      await shown;
      await route.continue();
    });
    await open('#/problems');
    await openCause(page, 'labels');
    const again = cause(page, 'labels').getByRole('button', { name: 'Check again' });
    const before = await again.boundingBox();
    showLines();
    await expect(cause(page, 'labels').getByRole('group', { name: 'The lines in question' })).toBeVisible();
    expect((await again.boundingBox())?.y).toBe(before?.y);
  });

  test('that are mended in part are said to be, and go once all are', async ({ open, registry }) => {
    const page = await open('#/problems');
    await openCause(page, 'labels');
    const again = cause(page, 'labels').getByRole('button', { name: 'Check again' });
    await again.click();
    await expect(page.getByText('Still there: 3 places.')).toBeVisible();
    change(registry, KEYS[0], { tier: 'tier2' });
    await expect(headOf(page, 'labels')).toContainText('2 places in 2 skills');
    for (const key of KEYS.slice(1)) change(registry, key, { tier: 'tier2' });
    await expect(cause(page, 'labels')).toHaveCount(0);
  });

  test('are copied as text, one cause or all', async ({ open }) => {
    const page = await open('#/problems');
    const clipboard = await clipboardOf(page);
    await openCause(page, 'labels');
    await page.getByRole('button', { name: 'Copy all places' }).click();
    await expect
      .poll(clipboard)
      .toContain('Labels outside the format’s lists: tier is “core” (3 places in 3 skills)');
    expect((await clipboard()).match(/\[enum-invalid\]/g)).toHaveLength(3);
    await page.getByRole('button', { name: 'Copy as text' }).click();
    await expect.poll(clipboard).toMatch(/^Misleading for agents\n/);
  });

  test('leave the other skills clean, which is told', async ({ open }) => {
    const page = await open('#/problems');
    await expect(page.getByText('7 skills are clean. 3 have something to fix.')).toBeVisible();
  });

  test('of one skill are linked from it, and lead back to all', async ({ open }) => {
    const page = await open('#/skill/python/psf/requests');
    await page.getByRole('button', { name: 'Choose what is copied, and facts' }).click();
    await page.getByRole('link', { name: 'What to do about it' }).click();
    await expect(page).toHaveURL(/#\/problems\?skill=python%2Fpsf%2Frequests$/);
    await expect(headOf(page, 'labels')).toContainText('1 place in 1 skill');
    await page.getByRole('link', { name: 'Show all' }).click();
    await expect(headOf(page, 'labels')).toContainText('3 places in 3 skills');
  });
});

test('what is not served stands first, what no agent notices last, and only the others are counted', async ({
  open,
  registry,
}) => {
  for (const key of KEYS) change(registry, key, { read_order: ['overview.md', 'pitfalls.md'] });
  change(registry, KEYS[0], { tier: 'core' });
  const folder = join(registry.path, 'skills/js/someone/broken');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'skill.json'), 'not JSON');
  const page = await open('#/problems');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Not served',
    'Misleading for agents',
    'Cosmetic',
  ]);
  await expect(page.getByRole('main').getByText(/^2 problems affect agents, 1 is cosmetic/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Problems/ })).toContainText('2');
  await expect(headOf(page, 'skill-json-invalid')).toHaveAttribute('aria-expanded', 'true');
});

test('a command that fixes a cause is given for this folder', async ({ open, registry }) => {
  change(registry, KEYS[0], { schema: 'libskills/v1' });
  const page = await open('#/problems');
  await openCause(page, 'schema');
  await expect(cause(page, 'schema')).toContainText(`skills-registry validate --fix ${registry.path}`);
});

test('a draft is named and never counted', async ({ open, registry }) => {
  change(registry, KEYS[1], { summary: '{{write: one line}}' });
  const page = await open('#/problems');
  await expect(page.getByRole('heading', { level: 2, name: 'Drafts' })).toBeVisible();
  await expect(page.getByText('9 skills are clean. 1 draft is not served.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Still to write: one line.')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('9 skills, 1 draft');
  await expect(page.getByRole('main').getByText(/^No problems/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^Problems/ })).toHaveText('Problems');
});

test.describe('a folder that nobody follows', () => {
  test.use({ serveOptions: ['--no-watch'] });

  test('is looked at again when asked', async ({ open, registry }) => {
    const page = await open('#/problems');
    await expect(page.getByRole('heading', { name: 'All 10 skills are clean.' })).toBeVisible();
    change(registry, KEYS[0], { tier: 'core' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(headOf(page, 'labels')).toContainText('1 place in 1 skill');
    await expect(page.getByText(/10 skills checked at \d\d:\d\d, in /)).toBeVisible();
  });
});

test.describe('a hostile registry', () => {
  test.use({ source: ATTACK });

  test('reorders and hides nothing in the names of its places', async ({ open }) => {
    const page = await open('#/problems');
    const main = page.getByRole('main');
    await expect(main).toContainText('1 skill checked at');
    await openAll(page);
    // Every place that has a line in a file is shown as it stands there.
    const places = main.getByRole('heading', { name: /line \d+$/ });
    await expect(places).not.toHaveCount(0);
    await expect(main.getByRole('group', { name: 'The lines in question' })).toHaveCount(
      await places.count(),
    );
    // What would do it was there: it is written out.
    await expect(main).toContainText('U+202E');
    const text = (await main.textContent()) ?? '';
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u{E0000}-\u{E007F}]/u);
  });
});

test('stays, with the time it is of, while the service is stopped', async ({ open, registry, service }) => {
  change(registry, KEYS[0], { tier: 'core' });
  const page = await open('#/problems');
  await expect(headOf(page, 'labels')).toBeVisible();
  await service.stop();
  await expect(page.getByText(/This view is from \d\d:\d\d/)).toBeVisible();
  await expect(headOf(page, 'labels')).toBeVisible();
});

test('stays while the folder is away, and says why', async ({ open, registry }) => {
  change(registry, KEYS[0], { tier: 'core' });
  const page = await open('#/problems');
  await expect(headOf(page, 'labels')).toBeVisible();
  renameSync(registry.path, `${registry.path}.away`);
  await expect(page.getByText(/is not readable now/).first()).toBeVisible();
  await expect(headOf(page, 'labels')).toBeVisible();
  renameSync(`${registry.path}.away`, registry.path);
  await expect(page.getByText(/is not readable now/)).toHaveCount(0);
});

test('everything open has no accessibility violation, and nothing is wider than the window, at two widths', async ({
  open,
  page,
  registry,
}) => {
  for (const key of KEYS) change(registry, key, { tier: 'core', schema: 'libskills/v1' });
  change(registry, KEYS[1], { summary: '{{write: one line}}', skill_type: undefined });
  rmSync(join(registry.path, 'skills', KEYS[2], 'examples'), { recursive: true, force: true });
  await open('#/problems');
  await openAll(page);
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 480],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 720 });
    await painted(page);
    await expectNoViolation(page, `problems, everything open, ${colorScheme}, ${width} px`);
    const over = await page
      .getByRole('main')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(over, `${width} px`).toBeLessThanOrEqual(0);
  }
});
