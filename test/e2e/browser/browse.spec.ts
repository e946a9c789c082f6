import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryIndex } from '../../../src-server/contract/api/api.ts';
import { clipboardOf, expect, painted, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';

const rows = '[data-rows] a.browse_row';

test.describe('skills of different trust', { tag: '@own' }, () => {
  const TRUST = { 'rust/tokio-rs/tokio': 80, 'python/psf/requests': 65 };

  test.beforeEach(async ({ registry, service }) => {
    rmSync(join(registry.path, 'index.json'), { force: true });
    for (const [key, trust_score] of Object.entries(TRUST)) {
      const file = join(registry.path, 'skills', key, 'skill.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...manifest, trust_score }));
    }
    const scores = async () => {
      const { skills } = (await (await fetch(`${service.url}/v1/skills`)).json()) as RegistryIndex;
      return skills.flatMap(({ key, trust_score }) => (key in TRUST ? [trust_score] : [])).toSorted();
    };
    await expect.poll(scores).toEqual([65, 80]);
  });

  test('all skills are listed, on request the most trusted first', async ({ open }) => {
    const page = await open('#/browse?sort=trust');
    await expect(page.locator(rows)).toHaveCount(10);
    const trust = (await page.locator(`${rows} .browse_cTrust b`).allTextContents()).map(Number);
    expect(trust).toHaveLength(10);
    expect(new Set(trust).size).toBeGreaterThan(1);
    expect(trust).toEqual(trust.toSorted((a, b) => b - a));
  });

  test('a range of trust keeps what lies in it', async ({ open }) => {
    const page = await open('#/browse');
    await expect(page.locator(rows)).toHaveCount(10);
    const scores = async () => (await page.locator(`${rows} .browse_cTrust b`).allTextContents()).map(Number);
    const trust = await scores();
    await page.getByLabel('from trust').fill('60');
    await page.getByLabel('from trust').press('Enter');
    await expect(page).toHaveURL(/trust=60-100/);
    const inRange = trust.filter((score) => score >= 60);
    expect(inRange.length).toBeGreaterThan(0);
    expect(inRange.length).toBeLessThan(trust.length);
    await expect.poll(scores).toEqual(inRange);
  });

  test('sorting by name turns around when it is chosen again', async ({ open }) => {
    const page = await open('#/browse');
    await expect(page.locator(rows)).toHaveCount(10);
    const names = () => page.locator(`${rows} .browse_cName b`).allTextContents();
    const before = await names();
    const rising = before.toSorted((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' }));
    expect(rising).not.toEqual(before);
    await page.getByRole('button', { name: /^Name/ }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect.poll(names).toEqual(rising);
    await page.getByRole('button', { name: /^Name/ }).click();
    await expect(page).toHaveURL(/order=desc/);
    await expect.poll(names).toEqual(rising.toReversed());
  });
});

test('what Tier, Trust and Read first mean is one hover away', async ({ open }) => {
  const page = await open('#/browse');
  const heads = page.getByRole('toolbar', { name: 'Sort by' });
  for (const [word, meaning] of [
    [page.getByRole('button', { name: 'Tier', exact: true }), 'Who looks after a skill.'],
    [heads.getByRole('button', { name: /^Trust/ }), 'maintainer review (up to 40)'],
    [heads.getByRole('button', { name: 'Read first' }), 'before it writes a line of code'],
  ] as const) {
    await word.hover();
    await expect(page.getByRole('tooltip')).toContainText(meaning);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
  }
});

test('in a narrow window they are one tap away, in the filters', async ({ open, page }) => {
  await page.setViewportSize({ width: 480, height: 800 });
  await open('#/browse');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  for (const [word, meaning] of [
    ['Tier', 'Who looks after a skill.'],
    ['Trust', 'maintainer review (up to 40)'],
  ] as const) {
    await page.getByRole('button', { name: word, exact: true }).click();
    await expect(page.getByRole('tooltip')).toContainText(meaning);
  }
});

test('the riskiest come first, and the order turns around', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page.locator(rows)).toHaveCount(10);
  const risks = () => page.locator(`${rows} .browse_cRisk`).allTextContents();
  const heaviest = (await risks()).toSorted();
  expect(new Set(heaviest).size).toBeGreaterThan(1);
  expect(await risks()).toEqual(heaviest);
  await page.getByRole('button', { name: /^Risk/ }).click();
  await expect(page).toHaveURL(/order=asc$/);
  await expect.poll(risks).toEqual(heaviest.toReversed());
  await page.getByRole('button', { name: /^Risk/ }).click();
  await expect.poll(risks).toEqual(heaviest);
});

test('the list is filtered by name, and a name that no skill has leads to the texts', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page.locator(rows)).toHaveCount(10);
  const field = page.getByRole('searchbox', { name: 'Filter by name' });
  await field.pressSequentially('REQ ps');
  await expect(page.locator(`${rows} .key`)).toHaveText(['python/psf/requests']);
  await expect(page).toHaveURL(/name=REQ\+ps$/);
  await field.fill('deadlock');
  await page.getByRole('link', { name: 'Search the texts for “deadlock”' }).click();
  await expect(page).toHaveURL(/#\/search\?q=deadlock$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page.locator(rows)).toHaveCount(10);
});

for (const width of [1280, 480])
  test(`the first skill is within five tab stops at ${width} px`, async ({ open, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open('#/');
    await page.evaluate(() => {
      location.hash = '#/browse';
    });
    await expect(page.locator(rows)).toHaveCount(10);
    await expect(page.getByRole('main')).toBeFocused();
    const first = page.locator(rows).first();
    const isFirst = () => first.evaluate((row) => row === document.activeElement);
    let stops = 0;
    while (!(await isFirst()) && stops < 20) {
      await page.keyboard.press('Tab');
      stops += 1;
    }
    expect(stops).toBeLessThanOrEqual(5);
  });

test('a filter narrows the list, stands in the URL and survives a reload', async ({ open }) => {
  const page = await open('#/browse');
  const rust = page.getByRole('checkbox', { name: /^Rust/ });
  const count = Number(
    await page.locator('label', { has: rust }).locator('.filter-sheet_count').textContent(),
  );
  await rust.check();
  await expect(page.locator(rows)).toHaveCount(count);
  await expect(page).toHaveURL(/#\/browse\?language=rust$/);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /^Rust/ })).toBeChecked();
  await expect(page.locator(rows)).toHaveCount(count);
});

test('counts of a filter say what it would give with the others as they are', async ({ open }) => {
  const page = await open('#/browse?risk=high');
  await expect(page.locator(rows).first()).toBeVisible();
  const listed = await page.locator(rows).count();
  const languages = page.getByRole('group', { name: 'Language' }).locator('.filter-sheet_count');
  const counts = (await languages.allTextContents()).map(Number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(listed);
});

test('two values of one filter are alternatives, two filters both count', async ({ open, service }) => {
  const page = await open('#/browse?language=rust&language=python');
  const { skills } = (await (await fetch(`${service.url}/v1/skills`)).json()) as RegistryIndex;
  const both = skills.filter(({ language }) => ['rust', 'python'].includes(language));
  const high = both.filter(({ risk_level }) => risk_level === 'high');
  expect(high.length).toBeGreaterThan(0);
  expect(high.length).toBeLessThan(both.length);
  const listed = async () => (await page.locator(`${rows} .key`).allTextContents()).sort();
  await expect.poll(listed).toEqual(both.map(({ key }) => key).sort());
  await page.getByRole('checkbox', { name: /^High/ }).check();
  await expect(page).toHaveURL(/risk=high/);
  await expect.poll(listed).toEqual(high.map(({ key }) => key).sort());
});

test('filters that leave nothing say which one hides the most, and are cleared by X', async ({ open }) => {
  const page = await open('#/browse?risk=high&tag=no-such-tag');
  await expect(page.getByRole('heading', { name: 'No skill passes all 2 filters.' })).toBeVisible();
  await expect(page.getByText(/Without “tag”/)).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.locator(rows)).toHaveCount(10);
});

test('the list is walked and a skill opened by keys, and coming back finds the row again', async ({
  open,
}) => {
  const page = await open('#/browse?sort=name');
  await expect(page.locator(rows).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  const third = page.locator(rows).nth(2);
  await expect(third).toBeFocused();
  const name = await third.locator('b').first().textContent();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name ?? '');
  await page.goBack();
  await expect(page.locator(rows).nth(2)).toHaveAttribute('data-here');
});

test('what is about to be ticked stays where it is, whatever is ticked before', async ({ open }) => {
  const page = await open('#/browse');
  await expect(page.locator(rows)).toHaveCount(10);
  const ticks = page.getByRole('checkbox');
  const names = () => page.locator('.filter-sheet_option > :not(.filter-sheet_count)').allTextContents();
  const [before, places] = [await names(), await ticks.evaluateAll(tops)];
  for (const [name, filter] of [
    [/^Rust/, /language=rust/],
    [/^High/, /risk=high/],
    [/^Has problems/, /problems=/],
  ] as const) {
    await page.getByRole('checkbox', { name }).check();
    await expect(page).toHaveURL(filter);
    await painted(page);
    expect(await names()).toEqual(before);
    expect(await ticks.evaluateAll(tops)).toEqual(places);
  }
});

const tops = (elements: readonly Element[]) => elements.map((element) => (element as HTMLElement).offsetTop);

test('what a skill costs to read first is told as the skill tells it', async ({ open, service, page }) => {
  await open('#/browse?sort=name');
  const row = page.locator(rows, { hasText: 'rust/tokio-rs/tokio' });
  await expect(row.locator('.browse_cCost')).toHaveText(/^[\d,]+ tokens to read first$/);
  const skill = (await (await page.request.get(`${service.url}/v1/skills/rust/tokio-rs/tokio`)).json()) as {
    readonly files: { readonly P0: readonly string[] };
    readonly _tokens: Readonly<Record<string, number>>;
  };
  const first = skill.files.P0.reduce((sum, file) => sum + (skill._tokens[file] ?? 0), 0);
  await expect(row.locator('.browse_cCost')).toContainText(first.toLocaleString('en-US'));
});

test('the key that is shown is the key that is copied', async ({ open }) => {
  const page = await open('#/browse?sort=name');
  const clipboard = await clipboardOf(page);
  await expect(page.locator(rows).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.locator(rows).first()).toBeFocused();
  const shown = await page.locator(rows).first().locator('.key').textContent();
  await page.keyboard.press('y');
  await expect.poll(clipboard).toBe(shown);
});

test('a row is read once: every fact in it a single time, and no title beside', async ({ open }) => {
  const page = await open('#/browse?sort=name');
  const row = page.getByRole('link', { name: /tokio/ }).first();
  await expect(row).toHaveAccessibleName(/^tokio rust\/tokio-rs\/tokio .* risk High trust \d+ /i);
  await expect(row).toHaveAccessibleDescription('');
  expect(await row.evaluate((element) => element.querySelectorAll('[title]').length)).toBe(0);
});

test.describe('names and labels without a place to break', { tag: '@own' }, () => {
  test.beforeEach(({ registry }) => {
    rmSync(join(registry.path, 'index.json'), { force: true });
    const from = join(registry.path, 'skills/rust/tokio-rs/tokio');
    const name = `a-${'very-'.repeat(18)}long-name`;
    const to = join(registry.path, 'skills/rust', 'x'.repeat(60), name);
    cpSync(from, to, { recursive: true });
    const file = join(to, 'skill.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
    const labels = { skill_type: 'y'.repeat(80), risk_level: 'z'.repeat(80), summary: 'w'.repeat(300) };
    writeFileSync(file, JSON.stringify({ ...manifest, ...labels, name, repo: `${'x'.repeat(60)}/${name}` }));
  });

  test('reach into nothing else at any width', async ({ open, page }) => {
    await open('#/browse?sort=name');
    for (const width of [480, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await painted(page);
      const row = page.locator(rows, { hasText: 'very-very' });
      await expect(row).toBeVisible();
      const boxes = await row.evaluate((element) =>
        [...element.children]
          .filter((cell) => cell.getClientRects().length > 0)
          .map((cell) => {
            const { left, right, top, bottom } = cell.getBoundingClientRect();
            return {
              name: cell.className,
              left,
              right,
              top,
              bottom,
              hides: getComputedStyle(cell).overflowX,
            };
          }),
      );
      for (const [index, one] of boxes.entries()) {
        expect(one.hides, `${one.name} at ${width} px`).toBe('hidden');
        expect(one.right, `${one.name} at ${width} px`).toBeLessThanOrEqual(width);
        for (const other of boxes.slice(index + 1)) {
          const isApart =
            one.right <= other.left + 0.5 ||
            other.right <= one.left + 0.5 ||
            one.bottom <= other.top + 0.5 ||
            other.bottom <= one.top + 0.5;
          expect(isApart, `${one.name} and ${other.name} at ${width} px`).toBe(true);
        }
      }
      const bounds = await row.boundingBox();
      const next = await page.locator(rows).nth(1).boundingBox();
      expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual((next?.y ?? 0) + 0.5);
    }
  });
});

test.describe('on a narrow window the filters are a sheet', () => {
  test.use({ viewport: { width: 480, height: 720 } });

  test('that keeps Tab inside, and gives the focus back', async ({ open }) => {
    const page = await open('#/browse');
    await expect(page.getByRole('checkbox', { name: /^Rust/ })).toHaveCount(0);
    const opener = page.getByRole('button', { name: 'Filters', exact: true });
    await opener.click();
    await expect(page.getByRole('button', { name: 'Close the filters' })).toBeFocused();
    const isInside = () =>
      page.evaluate(
        () => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body,
      );
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      expect(await isInside()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test('that says what closing it shows, and clears', async ({ open }) => {
    const page = await open('#/browse');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Show 10 skills' })).toBeVisible();
    const rust = page.getByRole('checkbox', { name: /^Rust/ });
    const count = Number(
      await page.locator('label', { has: rust }).locator('.filter-sheet_count').textContent(),
    );
    await rust.check();
    await page.getByRole('button', { name: new RegExp(`^Show ${count} skills?$`) }).click();
    await expect(page.locator(rows)).toHaveCount(count);
    await page.getByRole('button', { name: 'Filters (1)' }).click();
    await page.getByRole('button', { name: /^Clear/ }).click();
    await expect(page.getByRole('button', { name: 'Show 10 skills' })).toBeVisible();
  });

  test('that filters by name', async ({ open }) => {
    const page = await open('#/browse');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('tok');
    await page.getByRole('button', { name: 'Show 1 skill' }).click();
    await expect(page.locator(rows)).toHaveCount(1);
  });

  test('that sorts, since there are no heads of columns', async ({ open }) => {
    const page = await open('#/browse');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A');
    await expect(page).toHaveURL(/sort=name&order=desc/);
    await page.getByRole('button', { name: 'Show 10 skills' }).click();
    await expect(page.locator(rows)).toHaveCount(10);
    const names = await page.locator(`${rows} .browse_cName b`).allTextContents();
    expect(names).toHaveLength(10);
    expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, 'en', { sensitivity: 'base' })));
  });

  test('whose every target has at least 24 px', async ({ open }) => {
    const page = await open('#/browse');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Close the filters' })).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('dialog :is(button, label, select, input:not([type=checkbox]))')]
        .filter((element) => element.getClientRects().length > 0)
        .map((element) => ({ text: element.textContent, ...element.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => width < 24 || height < 24),
    );
    expect(small).toEqual([]);
    await expectNoViolation(page, 'browse, filters open');
  });
});
