/** What stands around the views: the bar, older addresses, keys, notices. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { ViteDevServer } from 'vite';
import { SAMPLE_COUNT } from '../../support/sample-skills.ts';
import { clipboardOf, expect, painted, test } from './browser-test.ts';
import { PROJECT } from './service.ts';
import { bridgeState, callsOf, installBridge, tell } from './simulated-bridge.ts';

const served = (page: Page) => page.getByRole('banner').getByRole('link').last();

test('the bar has four views, and says what is served', async ({ open }) => {
  const page = await open();
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Skills',
    'Project',
    'Agents',
    'Source',
  ]);
  await expect(served(page)).toHaveText(new RegExp(`^${SAMPLE_COUNT} from `));
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
});

test('an address that leads nowhere shows the skills, with a line', async ({ open }) => {
  const page = await open('#/nowhere/at/all');
  await expect(page.getByText('There is no such page.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Skills' })).toBeVisible();
});

test('a question mark shows the keys, and Escape hides them', async ({ open }) => {
  const page = await open('#/source');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Copy the skill for an agent');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Tab goes from the first link to the content, past the bar', async ({ open }) => {
  const page = await open('#/source');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

const VIEWS = ['#/', '#/?q=deadlock', '#/skill/go/jackc/pgx', '#/project', '#/agents', '#/source'];
/** More stops than any view has. */
const MOST_STOPS = 150;

test('Tab goes through every view and out again, and each stop has a name and is seen', async ({ open }) => {
  for (const hash of VIEWS) {
    const page = await open(hash);
    await page.reload();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const stops: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const stop = page.locator(':focus');
      if ((await stop.count()) === 0) break;
      await expect(stop).toHaveAccessibleName(/\S/);
      await expect(stop).toBeInViewport();
      stops.push(await stop.evaluate(({ outerHTML }) => outerHTML));
      expect(stops.length, hash).toBeLessThan(MOST_STOPS);
    }
    expect(stops.length, hash).toBeGreaterThan(5);
  }
});

test('a passing message stands above the notices, also above three of them', async ({
  open,
  page,
  service,
}) => {
  const ids = ['no-tray', 'closed-to-tray', 'sample-registry'] as const;
  const notices = ids.map((id) => ({ id, title: `Notice ${id}.`, text: 'It has words.' }));
  await installBridge(page, bridgeState(service.url, { notices }));
  await open('#/skill/go/jackc/pgx');
  await clipboardOf(page);
  await expect(page.getByRole('button', { name: 'Close the notice' })).toHaveCount(3);
  await page.getByRole('button', { name: 'Copy for an agent' }).click();
  const message = page.getByRole('button', { name: 'Close the message' }).locator('..');
  await expect(message).toBeVisible();
  const [above, below] = [await message.boundingBox(), await page.getByLabel('Notices').boundingBox()];
  expect(below?.height).toBeGreaterThan(60);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
});

test('the app’s notices stand below the view, until closed', async ({ open, page, service }) => {
  const notices = [
    { id: 'no-tray', title: 'There is no tray.', text: 'Closing the window quits.' },
    { id: 'closed-to-tray', title: 'It goes on.', text: 'In the tray.' },
  ] as const;
  await installBridge(page, bridgeState(service.url, { notices }));
  await open();
  await expect(page.getByText('There is no tray.')).toBeVisible();
  await page.getByRole('button', { name: 'Close the notice' }).first().click();
  expect(await callsOf(page, 'dismissNotice')).toEqual([['dismissNotice', { id: 'no-tray' }]]);
});

test('the app’s menu finds words of the text, across highlighted code', async ({ open, page, service }) => {
  await installBridge(page, bridgeState(service.url));
  await open('#/skill/go/jackc/pgx?file=pitfalls.md');
  await tell(page, 'menu', 'find');
  const bar = page.getByRole('search', { name: 'Find in this view' });
  await bar.getByRole('textbox').fill('pool.QueryRow(ctx');
  await expect(bar.getByRole('status')).toHaveText(/^1 of \d+$/);
  await bar.getByRole('textbox').fill('nothing like this');
  await expect(bar.getByRole('status')).toHaveText('Not found');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test.describe('the words of the find bar', () => {
  const bar = (page: Page) => page.getByRole('search', { name: 'Find in this view' });
  const count = (page: Page) => bar(page).getByRole('status');

  test('find every skill of the list, also below what is seen', async ({ openInApp }) => {
    const page = await openInApp();
    await page.setViewportSize({ width: 1280, height: 400 });
    await tell(page, 'menu', 'find');
    for (const name of ['grpc', 'requests', 'Plain WebSocket client']) {
      await bar(page).getByRole('textbox').fill(name);
      await expect(count(page)).toHaveText(/^1 of \d+$/);
    }
    await expect(page.getByRole('link', { name: /^ws/ })).toBeInViewport();
  });

  test('stay while one goes on to another view, and are looked for there', async ({ openInApp }) => {
    const page = await openInApp('#/skill/go/jackc/pgx?file=pitfalls.md');
    await tell(page, 'menu', 'find');
    await bar(page).getByRole('textbox').fill('connection');
    await expect(count(page)).toHaveText(/^1 of \d+$/);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(page.getByRole('article')).not.toHaveAccessibleName('pitfalls.md');
    await expect(bar(page).getByRole('textbox')).toHaveValue('connection');
    await page.getByRole('link', { name: 'Source', exact: true }).click();
    await expect(count(page)).toHaveText('Not found');
  });

  test('are counted anew when the text under them changes @own', async ({ openInApp, registry }) => {
    const page = await openInApp('#/skill/go/jackc/pgx?file=pitfalls.md');
    await tell(page, 'menu', 'find');
    await bar(page).getByRole('textbox').fill('quixotic');
    await expect(count(page)).toHaveText('Not found');
    appendFileSync(join(registry.path, 'skills/go/jackc/pgx/pitfalls.md'), '\nA quixotic text.\n');
    await expect(count(page)).toHaveText('1 of 1');
  });
});

test('dialogs stay open in the page that is developed, too', async ({ page, service }) => {
  const server = await developmentServer(service.url);
  try {
    await page.goto(`${server.resolvedUrls?.local[0]}#/source`);
    await expect(page.getByRole('banner')).toBeVisible();
    await page.locator('body').press('?');
    const dialog = page.getByRole('dialog', { name: 'Keys' });
    await expect(dialog).toBeVisible();
    await painted(page);
    await painted(page);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  } finally {
    await server.close();
  }
});

/** Serves what `npm run dev` does, on a free port. */
async function developmentServer(url: string): Promise<ViteDevServer> {
  process.env['SERVICE'] = url;
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: join(PROJECT, 'vite.config.ts'),
    root: join(PROJECT, 'src-renderer'),
    logLevel: 'error',
    clearScreen: false,
    cacheDir: test.info().outputPath('vite'),
    server: { port: 0, host: '127.0.0.1' },
  });
  return server.listen();
}

test('in a browser the settings are said to be in the app, over the view', async ({ open }) => {
  const page = await open('#/agents');
  await page.evaluate(() => location.assign('#/settings'));
  await expect(page.getByRole('dialog', { name: 'Settings are in the terminal' })).toBeVisible();
  await expect(page.locator('main')).toHaveAttribute('data-view', 'agents');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/#\/agents$/);
});
