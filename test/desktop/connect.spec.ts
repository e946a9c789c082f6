import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright';
import { discoveryFile } from '../support/discovery-file.ts';
import { ask, expect, serverIs, test } from './desktop-test.ts';
import { newFolder } from './driver.ts';
import { PROJECT } from './project.ts';

const CURSOR = `{
  // my servers
  "mcpServers": {
    "docs": { "command": "docs-mcp" }, // keep
  },
}
`;

/** A home with settings of clients in it, by path. */
function homeWith(files: Readonly<Record<string, string>>): string {
  const home = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

async function openConnect(page: Page): Promise<void> {
  await serverIs(page, 'serving');
  await page.evaluate(() => {
    location.hash = '#/connect';
  });
  await expect(page.getByRole('heading', { name: 'Connect', level: 1 })).toBeVisible();
}

const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const toggle = (page: Page, name: string) =>
  row(page, name).getByRole('button', { name: new RegExp(`: ${name}$`) });

/** One request of a client that introduces itself with this name. */
async function askAs(name: string, port: number): Promise<void> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  await client.close();
}

test('a client is connected with one click after its change was shown, proven by its request, and disconnected', async ({
  start,
}) => {
  const home = homeWith({ '.cursor/mcp.json': CURSOR });
  const file = join(home, '.cursor', 'mcp.json');
  const app = await start({ home });
  const page = await app.page();
  await openConnect(page);
  await expect(row(page, 'Cursor')).toContainText('Not set up');
  await expect(page.getByText(/^Not on this computer: .*Zed/)).toBeVisible();

  await toggle(page, 'Cursor').click();
  await expect(page.getByRole('group', { name: 'Change of the settings of Cursor' })).toContainText(
    `+      "url": "http://127.0.0.1:${app.port}/mcp"`,
  );
  expect(readFileSync(file, 'utf8')).toBe(CURSOR);

  await page.getByRole('button', { name: 'Write this change' }).click();
  await expect(page.getByText(`Written to ${file}.`)).toBeVisible();
  await expect(row(page, 'Cursor')).toContainText('Waiting');
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('"docs": { "command": "docs-mcp" }, // keep');
  expect(written).toContain(`http://127.0.0.1:${app.port}/mcp`);

  await askAs('cursor-vscode', app.port);
  await expect(row(page, 'Cursor')).toContainText('it started, no call of it was answered so far');

  await page.getByRole('button', { name: 'Disconnect Cursor' }).click();
  await page.getByRole('button', { name: 'Write this change' }).click();
  // The sentence about the first change may still stand there.
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(CURSOR);
  expect(readFileSync(`${file}.skills-registry.bak`, 'utf8')).toBe(written);
});

test('settings that do not parse are left alone, and the snippet is offered', async ({ start }) => {
  const home = homeWith({ '.gemini/settings.json': '{ "theme": ' });
  const app = await start({ home });
  const page = await app.page();
  await openConnect(page);
  await expect(row(page, 'Gemini CLI')).toContainText("can't be understood");
  await toggle(page, 'Gemini CLI').click();
  await expect(page.getByRole('group', { name: 'Settings for Gemini CLI' })).toContainText('"httpUrl"');
  await expect(page.getByText('is left as it is')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Write this change' })).toHaveCount(0);
  expect(readFileSync(join(home, '.gemini', 'settings.json'), 'utf8')).toBe('{ "theme": ');
});

test('the doctor finds a stale port, and connecting again mends it', async ({ start }) => {
  const stale = { mcpServers: { skills: { serverUrl: 'http://127.0.0.1:1/mcp' } } };
  const home = homeWith({ '.codeium/windsurf/mcp_config.json': JSON.stringify(stale) });
  const app = await start({ home });
  const page = await app.page();
  await openConnect(page);
  await expect(page.getByText('says http://127.0.0.1:1/mcp; the service is elsewhere')).toBeVisible();
  await expect(row(page, 'Windsurf')).toContainText('set up for port 1; this service is on');
  await toggle(page, 'Windsurf').click();
  await page.getByRole('button', { name: 'Write this change' }).click();
  await expect(page.getByText(/^Written to /)).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Windsurf is set up for this service.')).toBeVisible();
});

test('the doctor knows a service that hangs, and one whose registry is gone', async ({ start }) => {
  const registry = newFolder();
  cpSync(join(PROJECT, 'assets', 'sample-registry'), registry, { recursive: true });
  const app = await start({ settings: { registry } });
  const page = await app.page();
  const { address: url } = await serverIs(page, 'serving');
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const port = (mute.address() as AddressInfo).port;
  const hung = `http://127.0.0.1:${port}`;
  writeFileSync(
    join(app.discoveryFolder, `${process.pid}.json`),
    JSON.stringify(discoveryFile({ instanceId: 'mute', port, registry: '/hung' })),
  );
  await openConnect(page);
  const doctor = page.getByRole('complementary', { name: 'Can they reach it?' });
  await expect(doctor).toContainText(`The service at ${hung}, which serves /hung, does not answer`);
  await expect(doctor).toContainText(`End process ${process.pid}, if it is skills-registry still.`);
  rmSync(registry, { recursive: true });
  await expect.poll(() => page.evaluate(async () => (await fetch('/health')).status)).toBe(503);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(doctor).toContainText(
    new RegExp(`The service at ${url} runs.* registry .*${registry} .*is gone`),
  );
  await expect(doctor).not.toContainText('kill -9');
  mute.close();
});

test('writing needs the token of a change that was shown', async ({ start }) => {
  const home = homeWith({ '.cursor/mcp.json': CURSOR });
  const app = await start({ home });
  const page = await app.page();
  await serverIs(page, 'serving');
  const result = await ask(page, 'connectClient', { client: 'cursor', token: '0'.repeat(32) });
  expect(result.ok).toBe(false);
  expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toBe(CURSOR);
  await expect(ask(page, 'previewClient', { client: '../../etc' })).rejects.toThrow('bad-payload');
});

test('the tray opens the view', async ({ start }) => {
  const app = await start({ args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await app.clickTray('Connect an IDE…');
  const page = await app.page();
  await expect(page.getByRole('heading', { name: 'Connect', level: 1 })).toBeVisible();
});
