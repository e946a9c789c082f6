/** What the window draws is bounded by the window: ten thousand skills are as many nodes as a few. */
import type {
  FindResponse,
  IndexEntry,
  RegistryIndex,
  SearchResponse,
} from '../../../src-server/contract/api/api.ts';
import { expect, test } from './browser-test.ts';

/** All of them have an "e" in their name, which is the worst that one key can ask for. */
const SKILLS: readonly IndexEntry[] = Array.from({ length: 10_000 }, (_, number) => ({
  key: `rust/someone/shelf-${number}`,
  name: `shelf-${number}`,
  language: 'rust',
  tier: 'tier2',
  group: 'contrib',
  summary: 'Keeps everything in order, whatever else there is.',
  tags: ['shelves', `place-${number % 500}`],
  trust_score: number % 101,
}));

/** Nodes: well above a full window, far below a node for each skill. */
const MOST_NODES = 4_000;

test.use({ viewport: { width: 1280, height: 800 } });

test.beforeEach(async ({ page, service }) => {
  const list = (await (await fetch(`${service.url}/v1/skills`)).json()) as RegistryIndex;
  await page.route('**/v1/skills', (route) => route.fulfill({ json: { ...list, skills: SKILLS } }));
  // As a service answers that has them: as many as it is asked for, all where it isn't told.
  await page.route('**/v1/find?*', (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const query = asked.get('q') ?? '';
    const limit = Number(asked.get('limit') ?? SKILLS.length);
    const results = SKILLS.slice(0, limit).map(({ key }) => ({ key, score: 100, raw_score: 1 }));
    return route.fulfill({ json: { query, results } satisfies FindResponse });
  });
  await page.route('**/v1/search?*', (route) => {
    const query = new URL(route.request().url()).searchParams.get('q') ?? '';
    const results = SKILLS.map(({ key, name, language }) => ({ key, name, language, _score: 100 }));
    return route.fulfill({ json: { query, results } satisfies SearchResponse });
  });
  // Each node that is drawn counts, also one that is gone again.
  await page.addInitScript(() => {
    const drawn = { nodes: 0 };
    Object.assign(window, { drawn });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          drawn.nodes += node instanceof Element ? 1 + node.querySelectorAll('*').length : 1;
    }).observe(document, { childList: true, subtree: true });
  });
});

const drawnSoFar = () => (window as unknown as { drawn: { nodes: number } }).drawn.nodes;

test('one key in the box draws a window full of hits, not all of them', async ({ open, page }) => {
  await open('#/browse');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('10,000');
  const before = await page.evaluate(drawnSoFar);
  await page.getByRole('searchbox', { name: 'Ask, or type a name' }).press('e');
  await expect(page.getByText('Answers from the texts')).toBeVisible();
  await page.getByRole('button', { name: 'First 50 of 10,000 names' }).click();
  await expect(page.getByRole('list', { name: 'Names' }).getByRole('listitem')).toHaveCount(50);
  expect((await page.evaluate(drawnSoFar)) - before).toBeLessThan(MOST_NODES);
});

test('the list draws the rows in view, and lets go of those that were', async ({ open, page }) => {
  await open('#/browse');
  const rows = page.getByRole('list', { name: 'Skills, sorted by risk' });
  await expect(rows.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '10000');
  await page.keyboard.press('j');
  await expect(rows.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '10000');
  expect(await page.locator('*').count()).toBeLessThan(MOST_NODES);
});
