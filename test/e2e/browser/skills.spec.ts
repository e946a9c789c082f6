import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type {
  FindResponse,
  IndexEntry,
  RegistryIndex,
  SearchResponse,
} from '../../../src-server/contract/api.ts';
import { countOfRisk, SAMPLE_COUNT, SAMPLE_KEYS } from '../../support/sample-skills.ts';
import { expect, painted, sayOfRegistry, test } from './browser-test.ts';
import { bridgeState, installBridge, tell, wanted } from './simulated-bridge.ts';

const QUESTION = 'rows leak a connection from the pool';
const asking = (question: string) => `#/?q=${encodeURIComponent(question)}`;
const box = (page: Page) => page.getByRole('textbox', { name: 'What are you about to do' });
const answers = (page: Page) => page.getByRole('list', { name: 'Answers' }).locator('> li');
const further = (page: Page) => page.getByRole('list', { name: 'Next in this skill' }).getByRole('link');
const skills = (page: Page) => page.getByRole('list', { name: 'Skills' }).getByRole('listitem');

test.describe('the list', () => {
  test('shows all skills, the riskiest first, and says the risk once for each group', async ({ open }) => {
    const page = await open();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(SAMPLE_COUNT);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      `High risk${countOfRisk('high')} skills`,
      `Medium risk${countOfRisk('medium')} skills`,
    ]);
    await expect(skills(page).first()).toContainText(/asyncio.*Python/);
    await expect(skills(page).last()).toHaveText(/^ws/);
  });

  test('says once what its texts are worth: those of the sample are reviewed and run', async ({
    open,
    page,
    service,
  }) => {
    await open();
    await expect(page.getByText('unreviewed notes')).toHaveCount(1);
    await sayOfRegistry(page, service.url, { sample: true });
    await page.getByRole('button', { name: 'Open the sample' }).click();
    await expect(page.getByText('the sample, reviewed and run')).toBeVisible();
    await expect(page.getByText('unreviewed notes')).toHaveCount(0);
  });

  test('keeps the focus at the place of a skill that is removed @own', async ({ open, registry }) => {
    const page = await open();
    await page.getByRole('link', { name: /^pgx/ }).focus();
    rmSync(join(registry.path, 'skills/go/jackc/pgx'), { recursive: true });
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length - 1);
    await expect(page.getByRole('link', { name: /^psycopg/ })).toBeFocused();
  });

  test('gives the focus to the list where the button for all skills was', async ({ open }) => {
    const page = await open('#/?lang=js&risk=low');
    await page.getByRole('button', { name: `All ${SAMPLE_COUNT}` }).press('Enter');
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
    await expect(page.getByRole('link', { name: /^asyncio/ })).toBeFocused();
  });

  test('is narrowed by language and risk, which the address holds', async ({ open }) => {
    const page = await open();
    await page.getByLabel('Language').selectOption('Rust');
    await page.getByLabel('Risk').selectOption('High');
    await expect(skills(page)).toContainText([/tokio/]);
    await page.reload();
    await expect(skills(page)).toContainText([/tokio/]);
  });

  test('opens a skill by arrows and Enter', async ({ open }) => {
    const page = await open();
    await box(page).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/skill\/js\/expressjs\/express$/);
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
    const manifest = join(registry.path, 'skills/python/python/asyncio/skill.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/"version": "[^"]+"/, '"version": "99.0.0"'));
    await expect(skills(page).first()).toContainText('99.0.0');
  });

  test('stays while the service is gone, and the bar says so @own', async ({ open, service }) => {
    const page = await open();
    await service.stop();
    await expect(page.getByRole('link', { name: 'Not answering' })).toBeVisible();
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
  });

  test('goes as soon as another folder is to be served, so that no skill of the former leads nowhere', async ({
    openInApp,
    page,
    service,
  }) => {
    await openInApp();
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
    const starting = { ...wanted(service.url), folder: '/home/someone/other', phase: 'starting', attempt: 1 };
    await tell(page, 'server', starting as never);
    await expect(
      page.getByRole('heading', { name: 'Starting. The skills can’t be shown yet.' }),
    ).toBeVisible();
    await expect(skills(page)).toHaveCount(0);
  });

  test('leads to Source where nothing is served', async ({ open, page, service }) => {
    const server = { ...wanted(service.url), phase: 'stopped', by: 'user' } as const;
    await installBridge(page, bridgeState(service.url, { server }));
    await open();
    await expect(page.getByRole('heading', { name: 'Stopped. The skills can’t be shown.' })).toBeVisible();
    await page.getByRole('link', { name: 'Open Source' }).click();
    await expect(page.locator('main')).toHaveAttribute('data-view', 'source');
  });
});

test.describe('a stopped service', () => {
  const stopped = (url: string) => ({ server: { ...wanted(url), phase: 'stopped', by: 'user' } as const });

  for (const [hash, name] of [
    ['#/?q=deadlock', 'answers'],
    ['#/skill/go/jackc/pgx', 'skill'],
  ] as const)
    test(`says that the ${name} can’t be shown, and loads nothing for ever`, async ({
      openInApp,
      service,
    }) => {
      const page = await openInApp(hash, stopped(service.url));
      await expect(page.getByRole('heading', { name: `Stopped. The ${name} can’t be shown.` })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    });

  test('gives no answers to a former question for a new one', async ({ openInApp, service }) => {
    const page = await openInApp(asking(QUESTION));
    await expect(answers(page).first()).toContainText('pgx');
    await tell(page, 'server', stopped(service.url).server);
    await box(page).fill('something else');
    await expect(page.getByRole('heading', { name: 'Stopped. The answers can’t be shown.' })).toBeVisible();
    await expect(answers(page)).toHaveCount(0);
  });
});

test.describe('skills by name', () => {
  const named = (page: Page) => page.getByRole('list', { name: 'By name' }).getByRole('listitem');

  test('stand above the answers, with the scores of the search', async ({ open, service }) => {
    const { results } = (await (await fetch(`${service.url}/v1/search?q=postgres`)).json()) as SearchResponse;
    expect(results.length).toBeGreaterThan(1);
    const page = await open(asking('postgres'));
    await expect(named(page)).toHaveText(
      results.slice(0, 3).map(({ name, _score }) => new RegExp(`^${name}.*${_score}$`)),
    );
    const [first, second] = await Promise.all([
      named(page).first().boundingBox(),
      answers(page).first().boundingBox(),
    ]);
    expect(first?.y).toBeLessThan(second?.y ?? 0);
  });

  test('are found by the name in a longer question', async ({ open }) => {
    const page = await open(asking('pgx rows leak a connection from the pool'));
    await expect(named(page)).toHaveText([/^pgx.*100$/]);
    await expect(answers(page).first()).toContainText('pgx');
  });

  test('are no group where no skill is called so', async ({ open }) => {
    const page = await open(asking(QUESTION));
    await expect(answers(page).first()).toBeVisible();
    await expect(named(page)).toHaveCount(0);
  });

  test('are moved through by arrows first, and the reader follows', async ({ open }) => {
    const page = await open(asking('postgres'));
    await box(page).press('ArrowDown');
    await expect(named(page).first().getByRole('link')).toBeFocused();
    await expect(
      page.getByRole('main').getByRole('heading', { level: 2, name: 'node-postgres', exact: true }),
    ).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(
      page.getByRole('main').getByRole('heading', { level: 2, name: 'pgx', exact: true }),
    ).toBeVisible();
  });

  test('are opened by Enter at once', async ({ open }) => {
    const page = await open();
    await box(page).fill('spdlog');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/skill\/cpp\/gabime\/spdlog/);
  });
});

test.describe('Enter, before the answers are there', () => {
  /** Holds every answer back until `answer` is called. */
  const holding = async (page: Page) => {
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/v1/find?*', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    return () => answer();
  };
  const settled = async (page: Page) => {
    await expect(page.locator('[data-answers][aria-busy=false]')).toBeVisible();
    await painted(page);
  };

  test('opens the best once it is known', async ({ open, page }) => {
    const answer = await holding(page);
    await open();
    await box(page).fill(QUESTION);
    await page.keyboard.press('Enter');
    answer();
    await expect(page).toHaveURL(/#\/skill\/go\/jackc\/pgx/);
  });

  test('opens nothing in the middle of a word that is typed on', async ({ open, page }) => {
    const answer = await holding(page);
    await open();
    await box(page).fill(QUESTION);
    await page.keyboard.press('Enter');
    await box(page).pressSequentially(' and mo');
    answer();
    await settled(page);
    await expect(box(page)).toHaveValue(`${QUESTION} and mo`);
    await expect(page.locator('main')).toHaveAttribute('data-view', 'skills');
  });

  test('opens nothing where the same words are typed anew', async ({ open, page }) => {
    const answer = await holding(page);
    await open();
    await box(page).fill(QUESTION);
    await page.keyboard.press('Enter');
    await box(page).press('Backspace');
    await box(page).pressSequentially('l');
    answer();
    await settled(page);
    await expect(page.locator('main')).toHaveAttribute('data-view', 'skills');
  });

  test('opens nothing after Escape, nor for whoever went elsewhere', async ({ open, page }) => {
    const answer = await holding(page);
    await open();
    await box(page).fill(QUESTION);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('link', { name: 'Agents' }).focus();
    answer();
    await settled(page);
    await expect(page.locator('main')).toHaveAttribute('data-view', 'skills');
  });

  test('is left to an input method', async ({ open }) => {
    const page = await open();
    await box(page).fill('tokio');
    await box(page).evaluate((input) => {
      for (const key of ['Enter', 'ArrowDown', 'Escape'])
        input.dispatchEvent(
          new KeyboardEvent('keydown', { key, isComposing: true, bubbles: true, cancelable: true }),
        );
    });
    await painted(page);
    await expect(box(page)).toHaveValue('tokio');
    await expect(box(page)).toBeFocused();
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
    await page.keyboard.press('End');
    const last = answers(page).last().getByRole('link');
    await expect(last).toBeFocused();
    const name = (await last.locator('b').textContent()) ?? '';
    await expect(page.getByRole('main').getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
  });

  test('have more answers behind a button, whose focus goes to the first of them', async ({ open }) => {
    const page = await open(asking(QUESTION));
    await page.getByRole('button', { name: /only a few words/ }).press('Enter');
    const more = page.getByRole('list', { name: 'Share only a few words' });
    await expect(more.getByRole('link').first()).toBeFocused();
  });

  test('are cleared by Escape, and Back brings them back', async ({ open }) => {
    const page = await open();
    await box(page).fill(QUESTION);
    await expect(answers(page).first()).toBeVisible();
    await box(page).press('Escape');
    await expect(box(page)).toHaveValue('');
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
    await page.goBack();
    await expect(box(page)).toHaveValue(QUESTION);
    await expect(answers(page).first()).toBeVisible();
  });

  test('about a library without a skill say so, with the next step', async ({ open }) => {
    const page = await open(asking('matplotlib draws an empty figure'));
    await expect(page.getByRole('heading', { name: 'No skill covers matplotlib.' })).toBeVisible();
    await expect(page.getByText(/init -r .* <language>\/<author>\/<name>/)).toBeVisible();
    await page.getByRole('link', { name: `All ${SAMPLE_COUNT}` }).click();
    await expect(skills(page)).toHaveCount(SAMPLE_KEYS.length);
  });

  test('about a skill that is here and broken say so, instead of how to begin another @own', async ({
    open,
    registry,
  }) => {
    writeFileSync(join(registry.path, 'skills/cpp/gabime/spdlog/skill.json'), '{ "name": "spdlog", oops }');
    const page = await open(asking('spdlog sink rotates twice'));
    await expect(
      page.getByRole('heading', { name: 'cpp/gabime/spdlog is here, and is not served.' }),
    ).toBeVisible();
    await expect(page.getByText(/ init -r /)).toHaveCount(0);
  });

  test('can be begun from every view by one key', async ({ open }) => {
    const page = await open('#/source');
    await page.keyboard.press('/');
    await expect(box(page)).toBeFocused();
  });
});

test.describe('the next entries of the skill that answers', () => {
  /** What the service says of the first skill: each title with its file. */
  const told = async (url: string) => {
    const answer = await fetch(`${url}/v1/find?q=${encodeURIComponent(QUESTION)}&explain=1`);
    const { results } = (await answer.json()) as FindResponse;
    const also = results[0]?.also ?? [];
    expect(also.length).toBeGreaterThan(3);
    return also.map(({ file, heading, danger = heading }) => ({ heading, file, shown: `${danger} ${file}` }));
  };

  for (const width of [1280, 420])
    test(`stand as the service orders them, and lead to their places, at ${width} px`, async ({
      open,
      page,
      service,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(asking(QUESTION));
      const titles = await told(service.url);
      await expect(further(page)).toHaveText(titles.map(({ shown }) => shown));
      const beyond = await page.getByRole('main').evaluate((main) => main.scrollWidth - main.clientWidth);
      expect(beyond).toBe(0);
      await further(page).nth(2).click();
      await expect(page).toHaveURL(/#\/skill\/go\/jackc\/pgx\?file=[\w.-]+&line=\d+&q=/);
      const { heading = '', file = '' } = titles[2] ?? {};
      const article = page.getByRole('article', { name: file });
      await expect(article.getByRole('heading', { name: heading })).toBeInViewport();
    });

  test('stand below the entry that answers in a narrow window', async ({ open, page }) => {
    await page.setViewportSize({ width: 420, height: 800 });
    await open(asking(QUESTION));
    const [more, first, second] = await Promise.all([
      page.getByRole('link', { name: 'Read all of it' }).boundingBox(),
      further(page).first().boundingBox(),
      answers(page).nth(1).boundingBox(),
    ]);
    expect(more?.y).toBeLessThan(first?.y ?? 0);
    expect(first?.y).toBeLessThan(second?.y ?? 0);
  });

  test('are reached by arrows behind the answer, the reader follows, and Enter opens them', async ({
    open,
    service,
  }) => {
    const page = await open(asking(QUESTION));
    const [first] = await told(service.url);
    const heading = first?.heading ?? '';
    await box(page).press('ArrowDown');
    await expect(answers(page).first().getByRole('link').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(further(page).first()).toBeFocused();
    await expect(further(page).first()).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('[data-answers] [aria-current]')).toHaveCount(1);
    await expect(page.getByRole('article').getByRole('heading', { name: heading })).toBeInViewport();
    await expect(page.locator('main')).toHaveAttribute('data-view', 'skills');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/skill\/go\/jackc\/pgx\?file=/);
    await expect(page.getByRole('article').getByRole('heading', { name: heading })).toBeInViewport();
  });

  test('are reached by arrows in a narrow window, too', async ({ open, page }) => {
    await page.setViewportSize({ width: 420, height: 800 });
    await open(asking(QUESTION));
    await box(page).press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(further(page).first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/skill\/go\/jackc\/pgx\?file=/);
  });
});

test.describe('ten thousand skills', () => {
  /** Well above a full window, far below a node for each skill. */
  const MOST_NODES = 2_000;
  const SKILLS: readonly IndexEntry[] = Array.from({ length: 10_000 }, (_, number) => ({
    key: `rust/someone/shelf-${number}`,
    name: `shelf-${number}`,
    language: 'rust',
    tier: 'tier2',
    group: 'contrib',
    summary: 'Keeps everything in order.',
    tags: [],
    trust_score: 50,
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

  test('keep the focus in a row that is scrolled away', async ({ open }) => {
    const page = await open();
    await box(page).press('ArrowDown');
    const first = page.getByRole('link', { name: /^shelf-0 / });
    await expect(first).toBeFocused();
    await page.locator('main [class*=sheet]').evaluate((list) => list.scrollTo(0, 100_000));
    const places = () =>
      skills(page).evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('aria-posinset'))));
    await expect.poll(async () => Math.max(...(await places()))).toBeGreaterThan(1_000);
    await expect(first).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: /^shelf-1 / })).toBeFocused();
    await expect(page.getByRole('link', { name: /^shelf-1 / })).toBeInViewport();
  });
});

test('of a usual registry all rows are on the page, for the browser to find words in', async ({
  open,
  page,
  service,
}) => {
  const list = (await (await fetch(`${service.url}/v1/skills`)).json()) as RegistryIndex;
  const many = Array.from({ length: 500 }, (_, number) => ({
    ...list.skills[0],
    key: `cpp/someone/shelf-${number}`,
    name: `shelf-${number}`,
  }));
  await page.route('**/v1/skills', (route) => route.fulfill({ json: { ...list, skills: many } }));
  await open();
  await expect(skills(page)).toHaveCount(500);
});
