/** Connecting clients and reading the HTTP interface, in a browser, which writes nobody's settings. */
import type { Page } from 'playwright';
import { test as base, clipboardOf, expect } from './browser-test.ts';
import { type BridgeState, bridgeState, CLIENTS, callsOf, installBridge, tell } from './simulated-bridge.ts';

const test = base.extend<{ openInApp: (changes?: Partial<BridgeState>) => Promise<Page> }>({
  openInApp: async ({ open, page, service }, use) => {
    await use(async (changes = {}) => {
      await installBridge(page, bridgeState(service.url, { clients: CLIENTS, ...changes }));
      return open('#/connect');
    });
  },
});

const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test.describe('connecting in a browser', () => {
  test('offers every client a snippet to copy', async ({ open, service }) => {
    const page = await open('#/connect');
    const read = await clipboardOf(page);
    await expect(page.getByRole('list').getByRole('heading', { level: 3 })).toHaveCount(9);
    await row(page, 'VS Code').click();
    await page
      .locator('.client')
      .filter({ hasText: 'VS Code' })
      .locator('.code-copy')
      .getByRole('button')
      .click();
    expect(JSON.parse(await read())).toEqual({
      servers: { skills: { type: 'http', url: `${service.url}/mcp` } },
    });
  });

  test('offers links and commands where the client has them', async ({ open, service }) => {
    const page = await open('#/connect');
    await row(page, 'Cursor').click();
    const link = await page.getByRole('link', { name: 'Add to Cursor' }).getAttribute('href');
    const config = new URL(link ?? '').searchParams.get('config') ?? '';
    expect(JSON.parse(atob(config))).toEqual({ url: `${service.url}/mcp` });
    await row(page, 'Codex').click();
    await expect(page.getByText(`codex mcp add skills --url ${service.url}/mcp`)).toBeVisible();
    await expect(page.getByRole('button', { name: /Write|Show the change|Run it/ })).toHaveCount(0);
  });

  test('leads to the HTTP interface: every path, what it takes and answers', async ({ open }) => {
    const page = await open('#/connect');
    await page.getByRole('link', { name: 'What it answers' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'HTTP interface' })).toBeVisible();
    const find = page.getByRole('article').filter({ hasText: '/v1/find' });
    await expect(find).toContainText('Ranks the skills by TF-IDF');
    await expect(find).toContainText('Maximum number of results, 1 to 1,000');
    await find.getByRole('button', { name: 'FindResponse' }).click();
    await expect(page.getByRole('group', { name: 'Schema FindResponse' })).toContainText('"raw_score"');
  });
});

test.describe('connecting on the desktop', () => {
  test('says how each client stands, those that are here first', async ({ openInApp }) => {
    const page = await openInApp();
    await expect(row(page, 'Cursor')).toContainText('Not connected');
    await expect(row(page, 'Claude Code')).toContainText('Set up, waiting for its first request');
    await expect(row(page, 'Zed')).toContainText('Set up for another address');
    await expect(row(page, 'Gemini CLI')).toContainText('can’t be understood');
    await expect(page.locator('.client').last()).toContainText('Claude Desktop');
  });

  test('turns a row green with that client’s request, and no other row', async ({ openInApp }) => {
    const page = await openInApp();
    await expect(row(page, 'Claude Code')).toContainText('waiting');
    const event = {
      route: 'initialize',
      target: '',
      status: 200,
      durationMs: 1,
      at: new Date().toISOString(),
    };
    await tell(page, 'activity', {
      kind: 'added',
      events: [{ ...event, sequence: 1, client: 'cursor', door: 'http' }],
    });
    await tell(page, 'activity', {
      kind: 'added',
      events: [{ ...event, sequence: 2, client: 'claude-code', door: 'mcp' }],
    });
    await expect(row(page, 'Claude Code')).toContainText('Connected, asked just now');
    await expect(row(page, 'Cursor')).toContainText('Not connected');
  });

  test('writes only what was shown, and nothing after Cancel', async ({ openInApp }) => {
    const page = await openInApp();
    await row(page, 'Cursor').click();
    await expect(page.getByRole('button', { name: 'Write', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show the change' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await callsOf(page, 'connectClient')).toEqual([]);
    await page.getByRole('button', { name: 'Show the change' }).click();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await expect(page.getByText('Written to settings.json.')).toBeVisible();
    expect(await callsOf(page, 'connectClient')).toEqual([
      ['connectClient', { client: 'cursor', token: '0'.repeat(32) }],
    ]);
  });

  test('opens links and runs commands only when asked', async ({ openInApp }) => {
    const page = await openInApp();
    await row(page, 'Claude Code').click();
    expect(await callsOf(page, 'runClientCommand')).toEqual([]);
    await page.getByRole('button', { name: 'Run it' }).click();
    await expect(page.getByText('Added.')).toBeVisible();
    await row(page, 'Cursor').click();
    await page.getByRole('button', { name: 'Add to Cursor' }).click();
    expect(await callsOf(page, 'openExternal')).toEqual([
      ['openExternal', { url: 'cursor://anysphere.cursor-deeplink/mcp/install?name=skills' }],
    ]);
  });

  test('says why something was refused', async ({ openInApp }) => {
    const page = await openInApp({ refusals: { connectClient: 'The disk is full.' } });
    await row(page, 'Cursor').click();
    await page.getByRole('button', { name: 'Show the change' }).click();
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The disk is full.');
  });
});
