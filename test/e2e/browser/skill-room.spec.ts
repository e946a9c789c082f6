/** How much of a window is text, at every size that people have, and what they can still reach there. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { bringIntoView, expect, painted, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';

const TOKIO = 'rust/tokio-rs/tokio';
const hash = `#/skill/${TOKIO}?file=pitfalls.md`;

const reader = (page: Page) => page.locator('[data-reading]');
const head = (page: Page) => page.locator('[data-head]');

async function heightOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.height ?? 0;
}

/** Nothing but the text may scroll. */
async function expectNothingAside(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
      const main = document.querySelector('main');
      return [
        scrollWidth - clientWidth,
        scrollHeight - clientHeight,
        (main?.scrollHeight ?? 0) - (main?.clientHeight ?? 0),
      ];
    });
  await expect.poll(over, 'wider and higher than the window, higher than its place').toEqual([0, 0, 0]);
}

const SIZES = [
  [1280, 800],
  [820, 700],
  [420, 640],
  [640, 400],
  [320, 480],
] as const;

test.describe('at every size', () => {
  test('at least 60 % of the height is text, before and after scrolling', { tag: '@ci' }, async ({
    open,
    page,
  }) => {
    await open(hash);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const size = `${width} x ${height}`;
      const share = async () => (await heightOf(reader(page))) / height;
      await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
      await reader(page).evaluate((element) => element.scrollTo(0, 0));
      await expect(head(page).locator('h1')).toBeVisible();
      // Lower ones fold it for good.
      if (height >= 700) await expect(head(page)).not.toHaveAttribute('data-folded');
      await expect.poll(share, `${size}, at the top`).toBeGreaterThanOrEqual(0.6);
      await expectNothingAside(page);
      await reader(page).evaluate((element) => element.scrollTo(0, 500));
      await expect(head(page)).toHaveAttribute('data-folded', 'true');
      await expect.poll(() => heightOf(head(page)), size).toBeLessThanOrEqual(44);
      expect(await heightOf(head(page)), size).toBeGreaterThan(0);
      await expect.poll(share, `${size}, scrolled`).toBeGreaterThanOrEqual(0.6);
      await expectNothingAside(page);
    }
  });

  test('every control is at least 24 px wide and high', { tag: '@ci' }, async ({ open, page }) => {
    await open(hash);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
      await expect.poll(() => smallControls(page), `${width} x ${height}`).toEqual([]);
      await openPanel(page);
      await expect.poll(() => smallControls(page), `${width} x ${height}, with the panel`).toEqual([]);
      await closePanel(page);
    }
  });

  for (const [first, colorScheme] of (['light', 'dark'] as const).entries())
    test(`there is no accessibility violation in the ${colorScheme} theme, folded or with the panel`, {
      tag: '@ci',
    }, async ({ open, page }) => {
      await page.emulateMedia({ colorScheme });
      await open(hash);
      // Every second size in each theme.
      for (const [width, height] of SIZES.filter((_, index) => index % 2 === first)) {
        await page.setViewportSize({ width, height });
        await reader(page).evaluate((element) => element.scrollTo(0, 0));
        await expectNoViolation(page, `${width} x ${height}, at the top`);
        await reader(page).evaluate((element) => element.scrollTo(0, 500));
        await openPanel(page);
        await expectNoViolation(page, `${width} x ${height}, with the panel`);
        await closePanel(page);
      }
    });

  test('long and unbroken names break nothing', { tag: '@own' }, async ({ open, page, registry }) => {
    writeLongSkill(registry.path);
    await open('#/skill/rust/someone/long');
    await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible();
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await expectNothingAside(page);
      for (const scrollTop of [0, 200]) {
        await reader(page).evaluate((element, top) => element.scrollTo(0, top), scrollTop);
        await expect
          .poll(() => overlaps(head(page)), { message: `${width} x ${height}, scrolled to ${scrollTop}` })
          .toEqual([]);
      }
      expect(await reader(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
  });
});

/** Controls that a finger misses, with their size. */
function smallControls(page: Page): Promise<readonly string[]> {
  return page
    .locator('main')
    .locator('button:visible, a:visible, input:visible')
    .evaluateAll((controls) =>
      controls.flatMap((control) => {
        const { width, height } = control.getBoundingClientRect();
        // A link within a sentence is as high as its line.
        const inLine = control.matches('[data-markdown] :is(p, li) a');
        return inLine || (width >= 24 && height >= 24) ? [] : [`${control.outerHTML} ${width} x ${height}`];
      }),
    );
}

async function closePanel(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  else await page.getByRole('button', { name: 'Choose what is copied, and facts' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toBeHidden();
}

/** Where there is no room for the arrow, the way leads over the files. */
async function openPanel(page: Page): Promise<void> {
  await expect(head(page)).toBeVisible();
  const arrow = page.getByRole('button', { name: 'Choose what is copied, and facts' });
  if (await arrow.isVisible()) await arrow.click();
  else {
    await page.getByRole('button', { name: /^File \d+ of/ }).click();
    await page.getByRole('button', { name: 'Copying and facts' }).click();
  }
  await expect(page.getByRole('spinbutton', { name: 'Budget' })).toBeVisible();
}

for (const [what, width, height] of [
  ['820 x 700 at 200 % zoom', 410, 350],
  ['640 x 512 at 200 % zoom', 320, 256],
] as const)
  test(`text can be read at ${what}`, async ({ open, page }) => {
    await page.setViewportSize({ width, height });
    await open(hash);
    const text = page.getByRole('article').getByRole('paragraph').last();
    // What is to be known of the skill may stand before its first heading.
    await expect(reader(page).locator('[role="note"], article :is(h2, h3)').first()).toBeInViewport();
    // Three lines at least.
    await expect.poll(() => heightOf(reader(page))).toBeGreaterThanOrEqual(3 * 26);
    await bringIntoView(text);
    await expectNothingAside(page);
  });

test.describe('a tall window', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('folds the head to what one must not forget, and unfolds it at the very top alone', async ({
    open,
  }) => {
    const page = await open(hash);
    const summary = head(page).getByText(/Async runtime for Rust/);
    await expect(page.locator('[data-markdown] h3[data-entry]')).toHaveCount(7);
    await expect(summary).toBeVisible();
    await reader(page).evaluate((element) => element.scrollTo(0, 300));
    await expect(summary).toBeHidden();
    for (const text of ['tokio', 'High', 'Trust', 'pitfalls.md', 'Copy for an agent'])
      await expect(head(page).getByText(text, { exact: true }).first()).toBeVisible();
    await reader(page).evaluate((element) => element.scrollTo(0, 10));
    await painted(page);
    await expect(summary).toBeHidden();
    await reader(page).evaluate((element) => element.scrollTo(0, 0));
    await expect(summary).toBeVisible();
  });

  test('stays as it is where a text hardly scrolls', { tag: '@own' }, async ({ open, registry }) => {
    const lines = Array.from({ length: 19 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
    writeFileSync(join(registry.path, 'skills', TOKIO, 'overview.md'), lines);
    const page = await open(`#/skill/${TOKIO}?file=overview.md`);
    await expect(page.getByText('Paragraph 18.')).toBeAttached();
    const room = await reader(page).evaluate((element) => element.scrollHeight - element.clientHeight);
    await page.setViewportSize({ width: 1280, height: 800 + room - 40 });
    await reader(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await painted(page);
    await expect(head(page)).not.toHaveAttribute('data-folded', 'true');
    await expect(page.getByRole('article')).toBeVisible();
  });
});

test.describe('a low window', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('has its path behind a button, and the keyboard comes back to it', async ({ open }) => {
    const page = await open(hash);
    const button = page.getByRole('button', { name: 'File 3 of 8' });
    await button.click();
    const files = page.getByRole('dialog', { name: 'Files in reading order' });
    await expect(files).toBeVisible();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () =>
            document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
        ),
      ).toBe(true);
    }
    // On a word whose meaning is shown, the first Escape takes that away.
    await files.getByRole('link').first().focus();
    await page.keyboard.press('Escape');
    await expect(files).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await files.getByRole('link', { name: /^safety\.md/ }).click();
    await expect(files).toBeHidden();
    await expect(page.getByRole('article')).toHaveAccessibleName('safety.md');
  });
});

test.describe('a narrow window', () => {
  test.use({ viewport: { width: 420, height: 720 } });

  test('has the budget in a drawer, which Escape closes', async ({ open }) => {
    const page = await open(hash);
    const budget = page.getByRole('spinbutton', { name: 'Budget' });
    await expect(budget).toBeHidden();
    await openPanel(page);
    await page.keyboard.press('Escape');
    await expect(budget).toBeHidden();
  });

  test('has the headings of the file behind the list of files', async ({ open }) => {
    const page = await open(hash);
    await page.getByRole('button', { name: 'All files and headings' }).click();
    const heading = page.getByRole('list', { name: 'Headings of this file' }).getByRole('link').nth(3);
    await heading.click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('[data-markdown] h3[data-entry]').nth(3)).toBeInViewport();
  });

  test('shows the meaning of a word as a sheet at the bottom', async ({ open }) => {
    const page = await open(hash);
    await page.getByRole('button', { name: /Trust/ }).click();
    const sheet = page.getByRole('tooltip').filter({ hasText: 'Starting score. No reviews or votes yet.' });
    await expect(sheet).toBeVisible();
    await expect.poll(async () => (await sheet.boundingBox())?.width).toBeGreaterThan(380);
    await expect.poll(async () => (await sheet.boundingBox())?.y).toBeGreaterThan(360);
    await page.mouse.click(200, 300);
    await expect(sheet).toBeHidden();
  });
});

/** Names as no one would choose them, but may write them. */
const LONG = `a-library-with-a-very-long-hyphenated-name-${'and-more-'.repeat(12)}x${'y'.repeat(150)}`;

function writeLongSkill(registry: string): void {
  const folder = join(registry, 'skills/rust/someone/long');
  const [first, second] = [`${'f'.repeat(90)}.md`, `examples/${'e'.repeat(80)}.rs`];
  const entries = [LONG, 'Z'.repeat(200)].map((heading) => `## ${heading}\n\ntext\n`).join('\n');
  mkdirSync(join(folder, 'examples'), { recursive: true });
  writeFileSync(join(folder, first), `# ${'T'.repeat(300)}\n\n${'w'.repeat(400)}\n\n${entries}`);
  writeFileSync(join(folder, second), 'fn main() {}\n');
  writeFileSync(
    join(folder, 'skill.json'),
    JSON.stringify({
      schema: 'skills/v1',
      name: LONG,
      repo: 'someone/long',
      language: 'rust',
      tier: 'tier2',
      version: '1'.repeat(60),
      summary: 'S'.repeat(300),
      trust_score: 80,
      risk_level: 'high',
      tags: ['t'.repeat(60)],
      files: { P0: [first], P3: [second] },
      read_order: [first],
    }),
  );
}

/** What stands in the head and not beside the rest of it, within the window. */
function overlaps(where: Locator): Promise<readonly string[]> {
  return where.locator('h1, [data-part], button:visible').evaluateAll((parts) => {
    const boxes = parts.map((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      return { what: part.textContent?.slice(0, 20), left, right, top, bottom };
    });
    const outside = boxes
      .filter(({ right }) => right > innerWidth)
      .map(({ what }) => `${what} leaves the window`);
    const over = boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (b) => a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1,
        )
        .map((b) => `${a.what} over ${b.what}`),
    );
    return [...outside, ...over];
  });
}
