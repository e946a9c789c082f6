import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { IndexEntry, RegistryIndex } from '../../../src-server/contract/api/api.ts';
import { expect, test } from './browser-test.ts';
import { bridgeState, installBridge, wanted } from './simulated-bridge.ts';

const QUESTION = 'rows leak a connection from the pool';
const asking = (question: string) => `#/?q=${encodeURIComponent(question)}`;
const box = (page: Page) => page.getByRole('textbox', { name: 'What are you about to do' });
const answers = (page: Page) => page.getByRole('list', { name: 'Answers' }).getByRole('listitem');
const skills = (page: Page) => page.getByRole('list', { name: 'Skills' }).getByRole('listitem');

test.describe('the list', () => {
  test('shows all skills, the riskiest first', async ({ open }) => {
    const page = await open();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('10 skills');
    await expect(skills(page).first()).toContainText(/^grpc.*C\+\+High.*deadlines/);
    await expect(skills(page).last()).toContainText(/^ws.*Medium/);
  });

  test('is narrowed by language and risk, which the address holds', async ({ open }) => {
    const page = await open();
    await page.getByLabel('Language').selectOption('Rust');
    await page.getByLabel('Risk').selectOption('High');
    await expect(skills(page)).toContainText([/^tokio/]);
    await page.reload();
    await expect(skills(page)).toContainText([/^tokio/]);
  });

  test('opens a skill by arrows and Enter', async ({ open }) => {
    const page = await open();
    await box(page).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/skill\/js\/brianc\/node-postgres$/);
  });

  test('is where it was left, when one comes back', async ({ open }) => {
    const page = await open();
    await page.setViewportSize({ width: 1280, height: 400 });
    await skills(page).last().scrollIntoViewIfNeeded();
    const link = page.getByRole('link', { name: /^ws/ });
    await link.click();
    await expect(page).toHaveURL(/websockets\/ws/);
    await page.goBack();
    await expect(link).toBeInViewport();
  });

  test('takes in an edit without being loaded again @own', async ({ open, registry }) => {
    const page = await open();
    const manifest = join(registry.path, 'skills/cpp/grpc/grpc/skill.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
    await expect(skills(page).first()).toContainText('99.0.0');
  });

  test('stays while the service is gone, and the bar says so @own', async ({ open, service }) => {
    const page = await open();
    await service.stop();
    await expect(page.getByRole('link', { name: 'Not answering' })).toBeVisible();
    await expect(skills(page)).toHaveCount(10);
  });

  test('leads to Source where nothing is served', async ({ open, page, service }) => {
    const server = { ...wanted(service.url), phase: 'stopped', by: 'user' } as const;
    await installBridge(page, bridgeState(service.url, { server }));
    await open();
    await expect(page.getByRole('heading', { name: 'Stopped. There are no skills to show.' })).toBeVisible();
    await page.getByRole('link', { name: 'Open Source' }).click();
    await expect(page.locator('main')).toHaveAttribute('data-view', 'source');
  });
});

test.describe('questions', () => {
  test('that have a strong answer here stand under the box', async ({ open }) => {
    const page = await open();
    const examples = page.getByText('For example').locator('..').getByRole('link');
    await expect(examples).toHaveCount(3);
    await examples.first().click();
    await expect(answers(page).first()).toContainText('strong match');
  });

  test('are asked once, when typing rests', async ({ open }) => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/v1/find' && url.searchParams.get('limit') === '10')
        asked.push(url.searchParams.get('q') ?? '');
    });
    await page.getByText('For example').waitFor();
    await box(page).pressSequentially('leak a conn', { delay: 5 });
    await expect(answers(page).first()).toBeVisible();
    expect(asked.at(-1)).toBe('leak a conn');
    expect(asked.length).toBeLessThan(4);
  });

  test('are answered by sections, and only the first says how well', async ({ open }) => {
    const page = await open(asking(QUESTION));
    await expect(page.getByRole('main').getByRole('status').first()).toContainText(/\d answers?/);
    await expect(answers(page).first()).toContainText(/pgx.*match.*High.*QueryRow/);
    await expect(page.getByText(/(strong|partial|weak) match/)).toHaveCount(1);
    const heading = page.getByRole('article').getByRole('heading', { name: /Calling QueryRow and dropping/ });
    await expect(heading).toBeInViewport();
  });

  test('leave the box where it is while the reader goes to its section', async ({ open, page }) => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await open(asking(QUESTION));
    await page.getByRole('button', { name: /only a few words/ }).click();
    await box(page).press('ArrowDown');
    await page.keyboard.press('End');
    await expect(page.locator('article [data-arrived]')).toBeInViewport();
    const main = await page.getByRole('main').evaluate((element) => ({
      scrolled: element.scrollTop,
      hidden: element.scrollHeight - element.clientHeight,
    }));
    expect(main).toEqual({ scrolled: 0, hidden: 0 });
  });

  test('carry the section below the first answer in a narrow window', async ({ open, page }) => {
    await page.setViewportSize({ width: 480, height: 720 });
    await open(asking(QUESTION));
    await expect(answers(page).first()).toContainText(/Good:.*Scan you leak one connection/s);
    await page.getByRole('link', { name: 'Read all of it' }).click();
    await expect(page).toHaveURL(/#\/skill\/go\/jackc\/pgx\?file=pitfalls\.md&line=\d+/);
  });

  test('open the best answer by Enter, at its section', async ({ open }) => {
    const page = await open();
    await box(page).fill(QUESTION);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/skill\/go\/jackc\/pgx\?file=pitfalls\.md&line=\d+/);
  });

  test('are moved through by arrows, and the reader follows', async ({ open }) => {
    const page = await open(asking(QUESTION));
    await box(page).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = answers(page).nth(1).getByRole('link');
    await expect(second).toBeFocused();
    const name = (await second.locator('b').textContent()) ?? '';
    await expect(
      page.getByRole('region', { name }).or(page.getByRole('heading', { name })).first(),
    ).toBeVisible();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
  });

  test('are cleared by Escape, and Back brings them back', async ({ open }) => {
    const page = await open();
    await box(page).fill(QUESTION);
    await expect(answers(page).first()).toBeVisible();
    await box(page).press('Escape');
    await expect(box(page)).toHaveValue('');
    await expect(skills(page)).toHaveCount(10);
    await page.goBack();
    await expect(box(page)).toHaveValue(QUESTION);
    await expect(answers(page).first()).toBeVisible();
  });

  test('about a library without a skill say so, with the next step', async ({ open }) => {
    const page = await open(asking('pandas dataframe merge'));
    await expect(page.getByRole('heading', { name: 'No skill covers pandas.' })).toBeVisible();
    await expect(page.getByText(/init -r .* <language>\/<author>\/<name>/)).toBeVisible();
    await page.getByRole('link', { name: 'All 10 skills' }).click();
    await expect(skills(page)).toHaveCount(10);
  });

  test('can be begun from every view by one key', async ({ open }) => {
    const page = await open('#/source');
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
  });
});

test.describe('ten thousand skills', () => {
  /** Well above a full window, far below a node for each skill. */
  const MOST_NODES = 2_000;
  const SKILLS: readonly IndexEntry[] = Array.from({ length: 10_000 }, (_, number) => ({
    ...{ key: `rust/someone/shelf-${number}`, name: `shelf-${number}`, language: 'rust', tier: 'tier2' },
    ...{ group: 'contrib', summary: 'Keeps everything in order.', tags: [], trust_score: 50 },
  }));

  test.beforeEach(async ({ page, service }) => {
    const list = (await (await fetch(`${service.url}/v1/skills`)).json()) as RegistryIndex;
    await page.route('**/v1/skills', (route) => route.fulfill({ json: { ...list, skills: SKILLS } }));
  });

  test('are drawn as far as they are seen', async ({ open }) => {
    const page = await open();
    await expect(skills(page).first()).toHaveAttribute('aria-setsize', '10000');
    await box(page).press('ArrowDown');
    await page.keyboard.press('End');
    await expect(skills(page).last()).toHaveAttribute('aria-posinset', '10000');
    expect(await page.locator('*').count()).toBeLessThan(MOST_NODES);
  });
});
