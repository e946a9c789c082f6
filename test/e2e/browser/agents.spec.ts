/** Programs that ask: how far each got, what it would take, what they asked; in the app and in a browser. */
import type { Page } from 'playwright';
import type { RecordedEvent } from '../../../src-main/contract/desktop-bridge.ts';
import { button, clipboardOf, expect, test, title } from './browser-test.ts';
import { expectNoViolation } from './expect-no-violation.ts';
import { callAs } from './mcp-calls.ts';
import { CLIENTS, callsOf, tell } from './simulated-bridge.ts';

const row = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Agents' })
    .getByRole('listitem')
    .filter({ hasText: `${name}:` });
const black = (page: Page) => page.locator('main [data-kind="primary"]');
const without = (...ids: string[]) => CLIENTS.filter(({ id }) => !ids.includes(id));

test('each program has a sentence, what needs a change first', async ({ openInApp }) => {
  const page = await openInApp('#/agents');
  await expect(title(page)).toHaveText('Claude Code is connected, and has read nothing yet.');
  await expect(page.getByRole('list', { name: 'Agents' }).locator('> li')).toContainText([
    /Zed: set up for another port, 9999; the service is on \d+/,
    'Claude Code: connected, has not asked yet',
    /Gemini CLI: .*settings\.json can't be understood/,
    'Cursor: not connected',
  ]);
});

test('a change shows in its row before it is written, and only what was shown is', async ({ openInApp }) => {
  const page = await openInApp('#/agents');
  await button(page, 'Connect Cursor').click();
  const change = page.getByRole('group', { name: 'Connecting Cursor' });
  await expect(change).toContainText('~/settings.json, 1 line changes, a backup is kept:');
  await expect(change.getByRole('region', { name: 'The change for Cursor' })).toContainText(
    '"mcpServers": {}',
  );
  await expect(black(page)).toHaveText('Write this change');
  await expectNoViolation(page, 'a change');
  await button(page, 'Write this change').click();
  await expect(change).toHaveCount(0);
  expect((await callsOf(page, 'connectClient')).map(([, payload]) => payload)).toEqual([
    { client: 'cursor', token: '0'.repeat(32) },
  ]);
});

test('an address leads to the change of one program, which may be closed unwritten', async ({
  openInApp,
}) => {
  const page = await openInApp('#/agents?client=zed');
  await expect(page.getByRole('group', { name: 'Connecting Zed' })).toBeVisible();
  await button(page, 'Not now').click();
  await expect(page.getByRole('group', { name: 'Connecting Zed' })).toHaveCount(0);
  expect(await callsOf(page, 'connectClient')).toEqual([]);
});

test('a connected program is disconnected, which is shown first, too', async ({ openInApp }) => {
  const page = await openInApp('#/agents');
  await button(page, 'Disconnect Claude Code…').click();
  await expect(page.getByRole('group', { name: 'Disconnecting Claude Code' })).toBeVisible();
  await button(page, 'Write this change').click();
  expect((await callsOf(page, 'connectClient')).map(([, payload]) => payload)).toEqual([
    { client: 'claude-code', remove: true, token: '0'.repeat(32) },
  ]);
});

test('settings that can’t be read are left alone, and the lines are offered by hand', async ({
  openInApp,
}) => {
  const page = await openInApp('#/agents', {
    refusals: { previewClient: 'The settings can’t be understood.' },
  });
  await button(page, 'By hand: Gemini CLI').click();
  await expect(page.getByRole('alert')).toContainText('The settings can’t be understood.');
  await button(page, 'Close').click();
  expect(await callsOf(page, 'connectClient')).toEqual([]);
});

test('the prompt stands in the row until the program’s first read', { tag: '@own' }, async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/agents', { clients: without('zed', 'gemini-cli') });
  const prompt = page.getByText(/Look it up with the tools of skills-registry/);
  await expect(row(page, 'Claude Code').getByRole('button', { name: 'Copy the prompt' })).toBeVisible();
  await button(page, 'Copy the prompt').click();
  const [[, copied] = []] = await callsOf(page, 'copyText');
  expect((copied as { text: string }).text).toMatch(/Look it up with the tools of skills-registry/);
  await callAs(service.url, 'claude-code', { path: 'rust/tokio-rs/tokio', section: 'pitfalls.md' });
  await expect(row(page, 'Claude Code')).toContainText('works, read tokio just now');
  await expect(prompt).toHaveCount(0);
  await expect(title(page)).toHaveText('1 of 2 agents works.');
});

const AT = new Date(Date.now() - 130_000).toISOString();
const event = (sequence: number, changes: Partial<RecordedEvent>): RecordedEvent => ({
  ...{ sequence, at: AT, client: 'claude-code', protocol: 'mcp', route: 'find_skills', target: '' },
  ...{ status: 200, durationMs: 12, ...changes },
});
const KEY = 'go/jackc/pgx';
const EVENTS = [
  event(1, { target: 'kafka rebalance', results: 0 }),
  event(2, { target: 'kafka rebalance', results: 0 }),
  event(3, { target: 'zod union', results: 0 }),
  event(4, { route: 'get_section', skillKey: KEY, target: `${KEY}/pitfalls.md` }),
];

test('the last reads have an age and no milliseconds, and a new one comes on top', async ({ openInApp }) => {
  const page = await openInApp('#/agents', { activity: EVENTS });
  const reads = page.locator('section', { hasText: 'Last reads' }).getByRole('listitem');
  await expect(reads).toHaveText(['Claude Code read pgx pitfalls.md2 min ago']);
  const read = event(5, { client: 'cursor', skillKey: KEY, target: `${KEY}/safety.md` });
  await tell(page, 'activity', [read]);
  await expect(reads.first()).toContainText('Cursor read pgx safety.md');
});

test('programs that are not here stand under More, with what any other needs', async ({
  openInApp,
  service,
}) => {
  const page = await openInApp('#/agents');
  await expect(button(page, 'Connect Claude Desktop')).toBeHidden();
  await page.getByText('More: 1 other program, and by hand').click();
  await expect(button(page, 'Connect Claude Desktop')).toBeVisible();
  await expect(page.getByText(`${service.url}/mcp`, { exact: true })).toBeVisible();
  await expectNoViolation(page, 'more programs');
});

test('a page in a browser has the line to paste for a program, and sees its first call', {
  tag: '@own',
}, async ({ open, service }) => {
  const page = await open('#/agents');
  await expect(title(page)).toHaveText('No agent has asked yet.');
  const read = await clipboardOf(page);
  await row(page, 'Cursor').getByRole('button', { name: 'Copy the command' }).click();
  expect(await read()).toBe('skills-registry connect cursor --write');
  await callAs(service.url, 'cursor-vscode', { path: 'rust/tokio-rs/tokio', section: 'pitfalls.md' });
  await expect(row(page, 'Cursor')).toContainText('works, read tokio just now');
  await expect(row(page, 'Claude Code')).toContainText('no call yet');
  await expect(title(page)).toHaveText('1 agent works.');
});
