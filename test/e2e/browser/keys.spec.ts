/** The keys of the window: one step back, the views, the list of keys, and the box. */
import type { Page } from 'playwright';
import { SAMPLE_KEYS } from '../../support/sample-skills.ts';
import { expect, test, title } from './browser-test.ts';
import { ATTACK } from './service.ts';

const SKILL = '#/skill/go/jackc/pgx';
const box = (page: Page) => page.getByRole('textbox', { name: 'What are you about to do' });
const skills = (page: Page) => page.getByRole('list', { name: 'Skills' }).getByRole('listitem');
const answers = (page: Page) => page.locator('[data-answers]');
const hashOf = (page: Page) => page.evaluate(() => location.hash);
/** Takes the cursor out of the box, as a click beside it does. */
const leaveBox = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur());

test.describe('1 to 4', () => {
  test('lead to the views, in the order of the bar', async ({ open }) => {
    const page = await open('#/source');
    for (const [key, view] of [
      ['2', 'project'],
      ['3', 'agents'],
      ['4', 'source'],
      ['1', 'skills'],
    ] as const) {
      await leaveBox(page);
      await page.keyboard.press(key);
      await expect(page.locator(`main[data-view=${view}]`)).toBeVisible();
    }
  });

  test('are digits in a field, and nothing with Ctrl or Alt, nor under a dialog', async ({ open }) => {
    const page = await open();
    await box(page).press('2');
    await expect(box(page)).toHaveValue('2');
    await open('#/source');
    await page.keyboard.press('Control+2');
    await page.keyboard.press('Alt+2');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await page.keyboard.press('2');
    await expect(page.locator('main[data-view=source]')).toBeVisible();
  });
});

test('a question mark lists every key, the views among them', async ({ open }) => {
  const page = await open('#/project');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('1 to 4');
  await expect(keys).toContainText('Skills, Project, Agents, Source');
  await expect(keys).toContainText('One step back');
  await expect(keys.locator('kbd', { hasText: /^to$/ })).toHaveCount(0);
});

test.describe('the box', () => {
  test('shows the key that leads into it, until the cursor is there', async ({ open }) => {
    const page = await open();
    const hint = page.locator('search kbd');
    await expect(hint).toBeHidden();
    await box(page).press('Escape');
    await expect(hint).toBeVisible();
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue('');
    await expect(hint).toBeHidden();
  });

  test('calls nobody back who left for another view while the question rested', async ({ open }) => {
    const page = await open();
    await box(page).press('p');
    await page.evaluate(async () => {
      history.pushState(null, '', '#/source');
      await new Promise((rested) => setTimeout(rested, 300));
      dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await expect(page.locator('main[data-view=source]')).toBeVisible();
  });

  test('waits for two letters, and shows the list again for one', async ({ open }) => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/search'))
        asked.push(new URL(request.url()).searchParams.get('q') ?? '');
    });
    await box(page).pressSequentially('p');
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
    await box(page).pressSequentially('g');
    await expect(answers(page)).toBeVisible();
    expect(await hashOf(page)).toBe('#/?q=pg');
    await box(page).press('Backspace');
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
    await expect(box(page)).toHaveValue('p');
    await expect.poll(() => hashOf(page)).toBe('#/');
    await expect(box(page)).toHaveValue('p');
    expect(asked).toEqual(['pg']);
  });

  test('takes one character of a script that writes words with one', async ({ open }) => {
    const page = await open();
    await box(page).fill('鎖');
    await expect(skills(page)).toHaveCount(0);
    await expect.poll(() => hashOf(page)).toBe(`#/?q=${encodeURIComponent('鎖')}`);
  });

  test('asks one letter where Enter says so', async ({ open }) => {
    const page = await open();
    await box(page).fill('r');
    await box(page).press('Enter');
    await expect.poll(() => hashOf(page)).toContain('q=r');
    await expect(skills(page)).toHaveCount(0);
  });
});

test.describe('Escape goes one step back', () => {
  test('from a text in the box to the empty box, and out of that', async ({ open }) => {
    const page = await open('#/?q=deadlock');
    await box(page).focus();
    await box(page).press('Escape');
    await expect(box(page)).toHaveValue('');
    await expect(box(page)).toBeFocused();
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
    await box(page).press('Escape');
    await expect(box(page)).not.toBeFocused();
  });

  test('from answers to the list, wherever one has clicked', async ({ open }) => {
    const page = await open('#/?q=deadlock');
    await expect(answers(page)).toBeVisible();
    await leaveBox(page);
    await page.keyboard.press('Escape');
    // The text beside the answers goes to the box first.
    if (await box(page).evaluate((element) => element === document.activeElement))
      await page.keyboard.press('Escape');
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
  });

  test('from a skill to where one came from', async ({ open }) => {
    const page = await open('#/source');
    await page.evaluate((hash) => {
      location.hash = hash;
    }, SKILL);
    await expect(page.locator('[data-markdown]')).toBeVisible();
    await page.keyboard.press(']');
    await expect.poll(() => hashOf(page)).toContain('file=');
    await page.keyboard.press('Escape');
    await expect(page.locator('main[data-view=source]')).toBeVisible();
  });

  test('from the keys to what stood below them', async ({ open }) => {
    const page = await open(SKILL);
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('article')).toBeVisible();
  });

  test('from an update to Source', async ({ openInApp }) => {
    const page = await openInApp('#/source?update=team');
    await expect(page.locator('main[data-view=source]')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect.poll(() => hashOf(page)).toBe('#/source');
  });

  test('and stays in a view that nothing led into', async ({ open }) => {
    const page = await open('#/agents');
    await page.keyboard.press('Escape');
    await expect(page.locator('main[data-view=agents]')).toBeVisible();
  });
});

test.describe('Escape in an opened row', () => {
  test.use({ source: ATTACK });

  test('closes it, and stays at its line', async ({ open }) => {
    const page = await open('#/source');
    const details = page.locator('main details').first();
    await expect(details).toBeVisible();
    const summary = details.locator('summary').first();
    await summary.focus();
    await summary.press('Enter');
    await expect(details).toHaveAttribute('open');
    await page.keyboard.press('Escape');
    await expect(details).not.toHaveAttribute('open');
    await expect(summary).toBeFocused();
    await expect(title(page)).toBeVisible();
  });
});

test.describe('answers appear', () => {
  const fade = (page: Page) =>
    answers(page).evaluate((element) => {
      const { animationDuration, animationName } = getComputedStyle(element);
      return animationName === 'none' ? 'none' : animationDuration;
    });

  test('in 120 ms', async ({ open, page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await open('#/?q=deadlock');
    expect(await fade(page)).toBe('0.12s');
  });

  test('at once for whoever wants no motion', async ({ open, page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open('#/?q=deadlock');
    expect(await fade(page)).toBe('none');
  });
});
