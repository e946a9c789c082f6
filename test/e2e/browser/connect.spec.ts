/** Connecting programs. */
import type { Page } from 'playwright';
import { MCP_CLIENT_IDS } from '../../../src-server/contract/clients/mcp-clients.ts';
import { test as base, clipboardOf, expect } from './browser-test.ts';
import { callAs } from './mcp-calls.ts';
import {
  type BridgeState,
  bridgeState,
  CLIENTS,
  callsOf,
  installBridge,
  wanted,
} from './simulated-bridge.ts';

const test = base.extend<{ openInApp: (changes?: Partial<BridgeState>, hash?: string) => Promise<Page> }>({
  openInApp: async ({ open, page, service }, use) => {
    await use(async (changes = {}, hash = '#/connect') => {
      await installBridge(page, bridgeState(service.url, { clients: CLIENTS, ...changes }));
      return open(hash);
    });
  },
});

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const toggle = (page: Page, name: string) =>
  row(page, name).getByRole('button', { name: new RegExp(`: ${name}$`) });

test.describe('connecting in a browser', () => {
  test('offers every program its lines to copy', async ({ open, service }) => {
    const page = await open('#/connect');
    const read = await clipboardOf(page);
    const names = page.getByRole('list').getByRole('heading', { level: 2 });
    await expect(names).toHaveText(['Claude Code', 'Cursor', 'VS Code', 'Codex', 'Gemini CLI']);
    await page.getByRole('button', { name: 'Show how', exact: true }).click();
    await expect(names).toHaveCount(MCP_CLIENT_IDS.length);
    await toggle(page, 'VS Code').click();
    await row(page, 'VS Code').getByRole('button', { name: 'Copy the lines' }).click();
    await expect
      .poll(async () => JSON.parse((await read()) || 'null'))
      .toEqual({
        servers: { 'skills-registry': { type: 'http', url: `${service.url}/mcp` } },
      });
  });

  test('says of a program that it was seen, and never that it is not set up', { tag: '@own' }, async ({
    open,
    service,
  }) => {
    const page = await open('#/connect');
    await callAs(service.url, 'codex-mcp-client');
    await expect(row(page, 'Codex')).toContainText('Seen');
    await expect(page.getByText('Not set up')).toHaveCount(0);
    await expect(page.getByText('No call yet')).toHaveCount(4);
  });

  test('has lines for a terminal, of which the program reads each as one word', async ({ open, service }) => {
    const page = await open('#/connect');
    const read = await clipboardOf(page);
    await page.getByRole('button', { name: 'Copy: read one file' }).click();
    await expect.poll(read).toMatch(/^curl http:\/\/127\.0\.0\.1:\d+\/v1\/skills\/[\w/.-]+\.md$/);
    const url = (await read()).replace('curl ', '');
    expect((await fetch(url)).status).toBe(200);
    expect(url.startsWith(service.url)).toBe(true);
  });

  test('names the command for a program whose settings hold a path, which a page can’t know', async ({
    open,
  }) => {
    const page = await open('#/connect?client=claude-desktop');
    const panel = page.getByRole('group', { name: 'Connecting Claude Desktop' });
    await expect(panel).toContainText('skills-registry connect claude-desktop --write');
    await expect(panel.getByRole('group', { name: 'Settings for Claude Desktop' })).toHaveCount(0);
    await expect(page.getByText('npx')).toHaveCount(0);
  });

  test('has the pointer to copy, and the command that writes it', async ({ open }) => {
    const page = await open('#/connect');
    const read = await clipboardOf(page);
    const section = page.getByRole('region', { name: /tell a project’s agents to ask/ });
    await section.getByRole('button', { name: 'Show the lines' }).click();
    await expect(section).toContainText('skills-registry connect --pointer --scope project --write');
    await section.getByRole('button', { name: 'Copy the block' }).click();
    await expect.poll(read).toContain('<!-- skills-registry:start -->\n## Library skills');
    await section.getByRole('button', { name: 'Hide the lines' }).click();
    await expect(section.getByRole('group')).toHaveCount(0);
  });

  test('leads to the OpenAPI document', async ({ open, service }) => {
    const page = await open('#/connect');
    const link = page.getByRole('link', { name: 'What it answers (OpenAPI)' });
    await expect(link).toHaveAttribute('href', `${service.url}/openapi.json`);
  });
});

test.describe('connecting on the desktop', () => {
  test('says how far each program got and why, and what is not here last', async ({ openInApp }) => {
    const page = await openInApp();
    await expect(row(page, 'Cursor')).toContainText('Not set up');
    await expect(row(page, 'Claude Code')).toContainText('Waiting');
    await expect(row(page, 'Zed')).toContainText('Can’t work');
    await expect(row(page, 'Zed')).toContainText('set up for port 9999; this service is on');
    await expect(row(page, 'Gemini CLI')).toContainText("can't be understood");
    await expect(page.getByText('Not on this computer: Claude Desktop')).toBeVisible();
    await page.getByRole('button', { name: 'Show how' }).click();
    await toggle(page, 'Claude Desktop').click();
    await expect(row(page, 'Claude Desktop')).toContainText('Restart it afterwards.');
  });

  test('turns a row green with that program’s call, and no other row', { tag: '@own' }, async ({
    openInApp,
    service,
  }) => {
    const page = await openInApp();
    await expect(row(page, 'Claude Code')).toContainText('Waiting');
    await fetch(`${service.url}/v1/skills`, { headers: { 'User-Agent': 'cursor/1.0' } });
    await callAs(service.url, 'claude-code', { path: 'cpp/gabime/spdlog', section: 'safety' });
    await expect(row(page, 'Claude Code')).toContainText('Works');
    await expect(row(page, 'Cursor')).toContainText('Not set up');
  });

  test('shows a change below its row before it is written, and writes only what was shown', async ({
    openInApp,
  }) => {
    const page = await openInApp();
    await toggle(page, 'Cursor').click();
    const change = page.getByRole('group', { name: 'Connecting Cursor' });
    await expect(change).toContainText('1 line added, none removed');
    await expect(change.getByRole('group', { name: 'Change of the settings of Cursor' })).toContainText(
      '"mcpServers": {}',
    );
    await toggle(page, 'Cursor').click();
    await expect(change).toHaveCount(0);
    expect(await callsOf(page, 'connectClient')).toEqual([]);
    await toggle(page, 'Cursor').click();
    await page.getByRole('button', { name: 'Write this change' }).click();
    await expect(page.getByText('Written to settings.json.')).toBeVisible();
    expect(await callsOf(page, 'connectClient')).toEqual([
      ['connectClient', { client: 'cursor', token: '0'.repeat(32) }],
    ]);
  });

  test('connects by a command where that is wanted, and disconnects, each shown before', async ({
    openInApp,
  }) => {
    const page = await openInApp();
    await toggle(page, 'Claude Code').click();
    const panel = page.getByRole('group', { name: 'Connecting Claude Code' });
    await expect(panel.getByRole('radio', { name: 'By address' })).toBeChecked();
    await panel.getByRole('radio', { name: 'By command' }).click();
    await panel.getByRole('button', { name: 'Disconnect Claude Code' }).click();
    await panel.getByRole('button', { name: 'Write this change' }).click();
    await expect(page.getByText('Written to settings.json.')).toBeVisible();
    const payloads = (await callsOf(page, 'previewClient')).map(([, payload]) => payload);
    const client = 'claude-code';
    expect(payloads.slice(0, 3)).toEqual([{ client }, { client, way: 'command' }, { client, remove: true }]);
    expect(await callsOf(page, 'connectClient')).toEqual([
      ['connectClient', { client, remove: true, token: '0'.repeat(32) }],
    ]);
  });

  test('opens the row of the program that Home led to', async ({ openInApp }) => {
    const page = await openInApp({}, '#/');
    await page.getByRole('link', { name: 'Connect Cursor' }).click();
    await expect(page.getByRole('button', { name: 'Write this change' })).toBeVisible();
  });

  test('shows the pointer in a chosen project before it is written, and takes it out again', async ({
    openInApp,
  }) => {
    const page = await openInApp();
    const section = page.getByRole('region', { name: /tell a project’s agents to ask/ });
    await section.getByRole('button', { name: 'Show the lines' }).click();
    await section.getByRole('button', { name: 'Choose a project…' }).click();
    const change = section.getByRole('group', { name: 'Change of the rules of the project' });
    await expect(change).toContainText('+ <!-- skills-registry:start -->');
    expect(await callsOf(page, 'writePointer')).toEqual([]);
    await section.getByRole('button', { name: 'Write this change' }).click();
    await expect(section).toContainText('Written to /home/someone/src/payments/AGENTS.md.');
    await expect(section).toContainText('has the pointer');
    await section.getByRole('button', { name: 'Show how it is taken out' }).click();
    await expect(change).toContainText('- <!-- skills-registry:start -->');
    await section.getByRole('button', { name: 'Write this change' }).click();
    const target = { scope: 'project', folder: '/home/someone/src/payments' };
    await expect
      .poll(() => callsOf(page, 'writePointer'))
      .toEqual(
        ['add', 'remove'].map((action) => ['writePointer', { target, action, token: '1'.repeat(32) }]),
      );
    await expect(section.getByRole('button', { name: 'Write this change' })).toHaveCount(0);
  });

  test('shows the pointer of a program beside its entry, once asked for', async ({ openInApp }) => {
    const page = await openInApp();
    await toggle(page, 'Claude Code').click();
    await expect(page.getByRole('button', { name: 'Show the pointer for Claude Code' })).toBeVisible();
    expect(await callsOf(page, 'previewPointer')).toEqual([]);
    await page.getByRole('button', { name: 'Show the pointer for Claude Code' }).click();
    await expect(page.getByRole('group', { name: 'Change of the rules of Claude Code' })).toContainText(
      'skills-registry:end',
    );
  });

  test('says why a program has no file for the pointer', async ({ openInApp }) => {
    const page = await openInApp({ refusals: { previewPointer: 'Cursor keeps rules in no file of yours.' } });
    await toggle(page, 'Cursor').click();
    await page.getByRole('button', { name: 'Show the pointer for Cursor' }).click();
    await expect(row(page, 'Cursor')).toContainText('Cursor keeps rules in no file of yours.');
  });

  test('says why something was refused', async ({ openInApp }) => {
    const page = await openInApp({ refusals: { connectClient: 'The disk is full.' } });
    await toggle(page, 'Cursor').click();
    await page.getByRole('button', { name: 'Write this change' }).click();
    await expect(page.getByRole('alert')).toContainText('The disk is full.');
  });

  test('says why the settings could not be read, and reads them again when asked', async ({ openInApp }) => {
    const page = await openInApp({ refusals: { getClients: 'The home folder is gone.' } });
    await expect(page.getByRole('alert')).toContainText('The home folder is gone.');
    const before = (await callsOf(page, 'getClients')).length;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await callsOf(page, 'getClients')).length).toBeGreaterThan(before);
  });

  test('looks for what keeps programs from the service by itself, and again when asked', async ({
    openInApp,
  }) => {
    const page = await openInApp();
    const doctor = page.getByRole('complementary', { name: /Can they reach it/ });
    await expect(doctor.getByRole('listitem').first()).toContainText('Warning: HTTP_PROXY is set.');
    const before = (await callsOf(page, 'examineConnection')).length;
    await doctor.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(async () => (await callsOf(page, 'examineConnection')).length).toBeGreaterThan(before);
  });

  test('says that it is looking for that, which takes a while where a service hangs', async ({
    openInApp,
  }) => {
    const page = await openInApp({ held: ['examineConnection'] });
    const doctor = page.getByRole('complementary', { name: /Can they reach it/ });
    await expect(doctor).toContainText('Checking whether programs can reach the service…');
    await expect(doctor.getByRole('listitem')).toHaveCount(0);
  });

  test('leads from what is wrong to the change that mends it, or has the line to copy', async ({
    openInApp,
  }) => {
    const page = await openInApp();
    const doctor = page.getByRole('complementary', { name: /Can they reach it/ });
    await doctor.getByRole('button', { name: 'Copy the command' }).click();
    await expect
      .poll(() => callsOf(page, 'copyText'))
      .toEqual([['copyText', { text: 'NO_PROXY=127.0.0.1' }]]);
    await doctor.getByRole('link', { name: 'Show the change of Zed' }).click();
    await expect(page.getByRole('group', { name: 'Connecting Zed' })).toBeVisible();
  });

  test('an address that nothing answers at does not look alive', async ({ openInApp, service }) => {
    const page = await openInApp({ server: { ...wanted(service.url), phase: 'stopped', by: 'user' } });
    await expect(page.getByText(`${service.url}/mcp`, { exact: true })).toHaveCSS(
      'text-decoration-line',
      'line-through',
    );
    await expect(row(page, 'Claude Code')).toContainText('No answer');
  });
});
