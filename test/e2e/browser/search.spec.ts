import { rename } from 'node:fs/promises';
import type { Page } from 'playwright';
import type { ServiceState } from '../../../src-main/contract/desktop-bridge.ts';
import type { SearchResponse } from '../../../src-server/contract/api/api.ts';
import { clipboardOf, expect, painted, test } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { bridgeState, installBridge, starting, tell, wanted } from './simulated-bridge.ts';

const QUESTION = '#/search?q=request+hangs+forever+without+a+timeout';
const WEAK = '#/search?q=kubernetes+operator+reconcile+loop';
const NOTHING = '#/search?q=qqqqzzzz';

const names = (page: Page) => page.getByRole('list', { name: 'Names' }).getByRole('listitem');
const answers = (page: Page) => page.getByRole('list', { name: 'Answers from the texts' }).locator('> li');
const box = (page: Page) => page.locator('#ask');
const reason = (page: Page) => page.getByRole('complementary', { name: /^Why it comes/ });

/** Holds the answers to what matches until they are released; `asked` when the first is asked for. */
async function holdAnswers(page: Page, matching: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = page.waitForRequest(matching);
  await page.route(matching, async (route) => {
    await released;
    // Whoever no longer wants it has hung up.
    const response = await route.fetch().catch(() => undefined);
    await (response === undefined ? route.abort() : route.fulfill({ response })).catch(() => {});
    answer();
  });
  return { asked, answered, release };
}

test.describe('one box', () => {
  test('names are found while one types, with the matched part marked', async ({ open }) => {
    const page = await open('#/browse');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tok');
    await expect(names(page).first()).toContainText('tokio');
    await expect(names(page).first().locator('mark')).toHaveText('tok');
    await expect(page).toHaveURL(/#\/search\?q=tok$/);
    await expect(names(page).first().getByRole('link')).toHaveAttribute('aria-current', 'true');
  });

  test('shows the skills that the service’s own search finds, in its order', async ({ open }) => {
    const page = await open('#/search');
    for (const query of ['http', 'pg', 'websocket', 'SQLAlchemy==2.0.36', 'database pool', '@types/ws']) {
      await box(page).fill(query);
      const { results } = await page.evaluate(async (q) => {
        const answer = await fetch(`/v1/search?q=${encodeURIComponent(q)}&names=1`);
        return (await answer.json()) as SearchResponse;
      }, query);
      const expected = results.slice(0, 5).map(({ key }) => `#/skill/${key}`);
      expect(expected.length, query).toBeGreaterThan(0);
      await expect
        .poll(
          () =>
            names(page)
              .getByRole('link')
              .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
          { message: query },
        )
        .toEqual(expected);
    }
  });

  test('Enter opens the name that the edge stands at, before any answer is there', async ({ open }) => {
    const page = await open('#/search');
    await page.route('**/v1/find?**', () => {});
    await box(page).fill('tokio');
    await expect(names(page).first()).toContainText('tokio');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('tokio');
  });

  test('Enter opens the best section of a question, though the answer is still on its way', async ({
    open,
  }) => {
    const page = await open('#/search');
    const held = await holdAnswers(page, '**/v1/find?**');
    await box(page).fill('request hangs forever without a timeout');
    await held.asked;
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/search/);
    held.release();
    await expect(page).toHaveURL(/#\/skill\/.+file=.+line=\d+/);
  });

  test('keys pressed after Enter go to the skill, though its name arrived after an arrow key', async ({
    open,
  }) => {
    const page = await open('#/search');
    const held = await holdAnswers(page, '**/v1/search?q=requests**');
    await box(page).fill('requests');
    await held.asked;
    // No row to focus yet.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    held.release();
    await expect(page.getByRole('article')).toHaveAccessibleName('overview.md');
    await page.keyboard.press(']');
    await expect(page.getByRole('article')).toHaveAccessibleName('safety.md');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('an Enter that was meant for one question opens nothing for the next', async ({ open }) => {
    const page = await open('#/search');
    const asked = page.waitForRequest('**/v1/find?q=first**');
    await page.route('**/v1/find?q=first**', () => {});
    await box(page).fill('first question of all');
    await page.keyboard.press('Enter');
    await asked;
    await box(page).fill('request hangs forever without a timeout');
    await expect(answers(page).first()).toHaveAttribute('aria-current', 'true');
    await painted(page);
    await expect(page).toHaveURL(/#\/search/);
  });

  test('a link from a time with modes still opens', async ({ open }) => {
    const page = await open('#/search?q=request+hangs+forever+without+a+timeout&in=texts');
    await expect(answers(page).first()).toBeVisible();
    await expect(box(page)).toHaveValue('request hangs forever without a timeout');
  });

  test('arrows lead from row to row, whether name or answer, and back into the box', async ({ open }) => {
    const page = await open('#/search?q=http');
    await expect(answers(page).first()).toBeVisible();
    await box(page).press('ArrowDown');
    const rows = await names(page).count();
    await expect(names(page).first().getByRole('link')).toBeFocused();
    for (let i = 0; i < rows; i += 1) await page.keyboard.press('ArrowDown');
    await expect(answers(page).first().getByRole('heading').getByRole('link')).toBeFocused();
    await expect(answers(page).first()).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(answers(page).nth(1).getByRole('heading').getByRole('link')).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
  });

  test('what an input method composes is no answer', async ({ open }) => {
    const page = await open('#/search?q=tokio');
    await expect(names(page).first()).toBeVisible();
    await box(page).focus();
    for (const key of ['Escape', 'ArrowDown', 'Enter'])
      await box(page).evaluate((field, pressed) => {
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, isComposing: true, bubbles: true, cancelable: true }),
        );
      }, key);
    await painted(page);
    await expect(box(page)).toBeFocused();
    await expect(page).toHaveURL(/#\/search\?q=tokio$/);
  });

  test('Escape leads back to where the search began', async ({ open }) => {
    const page = await open('#/problems');
    await page.keyboard.press('/');
    await page.keyboard.type('tokio');
    await expect(names(page).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/#\/problems$/);
  });

  test('typing never waits for an answer', async ({ open }) => {
    const page = await open('#/search');
    await page.route('**/v1/find?**', () => {});
    await box(page).pressSequentially('a name that nobody answers');
    await expect(box(page)).toHaveValue('a name that nobody answers');
  });

  test('an older answer never overtakes a newer one', async ({ open }) => {
    const page = await open('#/search');
    const held = await holdAnswers(page, '**/v1/find?q=memory**');
    await box(page).fill('memory');
    await held.asked;
    await box(page).fill('request hangs forever without a timeout');
    await expect(answers(page).first()).toHaveAttribute('aria-current', 'true');
    const first = await answers(page).first().textContent();
    held.release();
    await held.answered;
    await painted(page);
    expect(await answers(page).first().textContent()).toBe(first);
  });
});

test.describe('an answer', () => {
  test('says how strong it is, and why it comes first', async ({ open }) => {
    const page = await open(QUESTION);
    await expect(answers(page).first()).toContainText(/Strong|Partial/);
    await expect(reason(page)).toContainText(/Best match for .+ in .+\./);
  });

  test('tells another rank when another row is focused', async ({ open }) => {
    const page = await open(QUESTION);
    await expect(answers(page).nth(1)).toBeVisible();
    await box(page).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('complementary', { name: /^Why it comes second/ })).toBeVisible();
    await answers(page).nth(2).getByRole('button', { name: 'Why it comes third' }).click();
    await expect(page.getByRole('complementary', { name: /^Why it comes third/ })).toBeVisible();
  });

  test('shows code as its own lines, and copying it leaves the numbers behind', async ({ open }) => {
    const page = await open('#/search?q=mount+retry+adapter');
    const code = answers(page).getByRole('group', { name: 'Code in this section' }).first();
    await expect(code).toBeVisible();
    const copied = await code.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
      return getSelection()?.toString() ?? '';
    });
    const lines = copied.trimEnd().split('\n');
    expect(copied).toMatch(/\w/);
    expect(lines.length).toBeLessThanOrEqual(6);
    for (const line of lines) expect(line).not.toMatch(/^\s*\d+\s\s/);
    expect(await code.locator('[data-number]').count()).toBe(lines.length);
  });

  test('opens at its section, and “Read first” at the beginning of its skill', async ({ open }) => {
    const page = await open(QUESTION);
    const first = answers(page).first();
    await expect(first.getByRole('link', { name: /^Read it in/ })).toHaveAttribute('href', /file=.+line=\d+/);
    await first.getByRole('link', { name: /^Read first/ }).click();
    await expect(page).toHaveURL(/#\/skill\/[^?]+$/);
    await page.goBack();
    await first.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/#\/skill\/.+line=\d+/);
    await expect(page.getByRole('article')).toBeVisible();
  });

  test('is copied for an agent with its file and what to read first', async ({ open }) => {
    const page = await open(QUESTION);
    const read = await clipboardOf(page);
    const first = answers(page).first();
    const href = await first.getByRole('link', { name: /^Read it in/ }).getAttribute('href');
    const file = new URLSearchParams(href?.split('?')[1]).get('file') ?? '';
    await first.getByRole('button', { name: /^Copy for an agent/ }).click();
    await expect(page.getByText(/Copied \d+ files? of/)).toBeVisible();
    const text = await read();
    expect(text).toContain(`path="${file}"`);
    expect(text).toContain('priority="P0"');
  });
});

test.describe('no answer', () => {
  test('names the words that are nowhere, and shows the three nearest', async ({ open }) => {
    const page = await open(WEAK);
    await expect(page.getByRole('heading', { name: 'Closest matches, not sure.' })).toBeVisible();
    await expect(page.getByText(/kubernetes.+in none of the 10 skills/)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'The three nearest' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Weak')).not.toHaveCount(0);
    await expect(page.getByText(/skills(?:-registry)? init -r .*registry/)).toBeVisible();
  });

  test('says so where no word is in any text, and offers the next step', async ({ open }) => {
    const page = await open(NOTHING);
    await expect(page.getByRole('heading', { name: /No name and no text has “qqqqzzzz”/ })).toBeVisible();
    await page.getByRole('link', { name: 'Show all 10 skills' }).click();
    await expect(page).toHaveURL(/#\/browse/);
  });

  test('offers the name that a slip was near to', async ({ open }) => {
    const page = await open('#/search?q=spdlgo');
    await page.getByRole('link', { name: 'spdlog', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('spdlog');
  });

  test('is asked for with an example before anything is typed', async ({ open }) => {
    const page = await open('#/search');
    await page.getByRole('link', { name: 'request hangs forever without a timeout' }).click();
    await expect(box(page)).toHaveValue('request hangs forever without a timeout');
    await expect(answers(page).first()).toBeVisible();
  });
});

test.describe('a service that does not serve', () => {
  test('leaves answers that say of when they are, and names that still open', { tag: '@own' }, async ({
    open,
    service,
  }) => {
    const page = await open(QUESTION);
    await expect(answers(page).first()).toBeVisible();
    await service.stop();
    await expect(page.getByText(/This view is from \d\d:\d\d/)).toBeVisible();
    for (const answer of await answers(page).all()) await expect(answer).toContainText(/from \d\d:\d\d/);
    await box(page).fill('tokio');
    await expect(names(page).first()).toContainText('tokio');
    await box(page).fill('a question that was never answered');
    await expect(page.getByText(/Nothing answers at 127\.0\.0\.1:\d+/)).toBeVisible();
    await expect(answers(page)).toHaveCount(0);
  });

  test('says that its folder is away, and goes on when it is back', { tag: '@own' }, async ({
    open,
    registry,
  }) => {
    const page = await open(QUESTION);
    await expect(answers(page).first()).toBeVisible();
    await rename(registry.path, `${registry.path}-away`);
    await expect(page.getByText(/is not readable now/)).toBeVisible();
    await expect(answers(page).first()).toContainText(/from \d\d:\d\d/);
    await rename(`${registry.path}-away`, registry.path);
    await expect(page.getByText(/is not readable now/)).toHaveCount(0);
    await expect(answers(page).first()).not.toContainText(/from \d\d:\d\d/);
  });

  const states: ReadonlyArray<readonly [string, (url: string) => ServiceState, RegExp, string | undefined]> =
    [
      [
        'stopped',
        (url) => ({ ...wanted(url), phase: 'stopped', by: 'user' }),
        /The service is stopped/,
        'Start',
      ],
      ['starting', (url) => starting(url), /The service is starting/, undefined],
      [
        'failed',
        (url) => ({
          ...wanted(url),
          phase: 'failed',
          steps: [],
          failure: { reason: 'gave-up', message: 'It stopped three times.' },
        }),
        /kept stopping/,
        'Try again',
      ],
    ];
  for (const [state, status, words, button] of states)
    test(`says that it is ${state}, over old answers and instead of new ones`, async ({
      open,
      page,
      service,
    }) => {
      await installBridge(page, bridgeState(service.url));
      await open(QUESTION);
      await expect(answers(page).first()).toBeVisible();
      await tell(page, 'server', status(service.url));
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(answers(page).first()).toContainText(/from \d\d:\d\d/);
      if (button !== undefined)
        await expect(page.getByRole('main').getByRole('button', { name: button })).toBeVisible();
      await expectNoViolation(page, `answers while ${state}`);
      await box(page).fill('a question that was never answered');
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(answers(page)).toHaveCount(0);
    });
});

for (const { colorScheme, ...viewport } of [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 480, height: 720, colorScheme: 'dark' },
] as const)
  test(`at ${viewport.width} px nothing is cut off, a finger finds every target, axe is content`, async ({
    open,
    page,
  }) => {
    test.slow();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const hash of [QUESTION, '#/search?q=http', WEAK, NOTHING, '#/search']) {
      await open(hash);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      await expectNoViolation(page, `${hash}, ${viewport.width}, ${colorScheme}`);
      expect(await wideElements(page), `${hash}, ${viewport.width}`).toEqual([]);
      if (viewport.width < 640) expect(await smallTargets(page), `${hash}, ${viewport.width}`).toEqual([]);
    }
  });

test('where there is no room beside, the reason unfolds in its answer', async ({ open, page }) => {
  await page.setViewportSize({ width: 480, height: 720 });
  await open(QUESTION);
  await expect(answers(page).first()).toBeVisible();
  await expect(reason(page)).toHaveCount(0);
  const button = answers(page).nth(1).getByRole('button', { name: 'Why it comes second' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await expect(answers(page).nth(1).getByRole('complementary')).toBeVisible();
  await expectNoViolation(page, 'the unfolded reason');
  expect(await wideElements(page)).toEqual([]);
  await button.click();
  await expect(reason(page)).toHaveCount(0);
});

/** What is wider than its place and scrolls to the side for it, but for code and commands. */
function wideElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main :not([role=group])')]
      .filter((element) => {
        const { overflowX, display } = getComputedStyle(element);
        if (overflowX === 'hidden' || overflowX === 'clip' || display === 'inline') return false;
        const isShown = element.clientWidth > 1;
        return isShown && element.scrollWidth > element.clientWidth + 1 && /auto|scroll/.test(overflowX);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

/** Buttons and links in a row of their own that are smaller than a finger needs (WCAG 2.5.8: 24 pixels). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(button, a[class])')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isInText = getComputedStyle(element).display === 'inline';
        return !isInText && width > 0 && (height < 24 || width < 24);
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

test('each button that copies for an agent has a name of its own', async ({ open }) => {
  const page = await open(QUESTION);
  await expect(answers(page).nth(2)).toBeVisible();
  const names = await page
    .getByRole('button', { name: /^Copy for an agent/ })
    .evaluateAll((all) => all.map((button) => button.ariaLabel ?? button.textContent));
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBe(names.length);
});
