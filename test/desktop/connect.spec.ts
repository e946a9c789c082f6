import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ask, expect, serverIs, test } from './desktop-test.ts';
import { newFolder } from './driver.ts';

const CURSOR = `{
  // my servers
  "mcpServers": {
    "docs": { "command": "docs-mcp" }, // keep
  },
}
`;

/** One request of a client that introduces itself with this name. */
async function askAs(name: string, port: number): Promise<void> {
  const client = new Client({ name, version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  await client.close();
}

test('a client is connected after its change was shown, seen at its first request, and disconnected', async ({
  start,
}) => {
  const home = newFolder();
  const file = join(home, '.cursor', 'mcp.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, CURSOR);
  const app = await start({ home, args: ['--hidden'] });
  await expect.poll(async () => (await app.tray())?.icon).toMatch(/^serving/);
  await app.clickTray('Connect an IDE…');
  const page = await app.page();
  await serverIs(page, 'serving');
  const row = page.getByRole('listitem').filter({ hasText: /^Cursor:/ });
  await expect(row).toContainText('not connected');

  await page.getByRole('button', { name: 'Connect Cursor' }).click();
  await expect(page.getByRole('region', { name: 'The change for Cursor' })).toContainText(
    `+       "url": "http://127.0.0.1:${app.port}/mcp"`,
  );
  expect(readFileSync(file, 'utf8')).toBe(CURSOR);
  await expect(ask(page, 'previewClient', { client: '../../etc' })).rejects.toThrow('bad-payload');
  const unseen = await ask(page, 'connectClient', { client: 'cursor', token: '0'.repeat(32) });
  expect(unseen.ok).toBe(false);

  await page.getByRole('button', { name: 'Write this change' }).click();
  await expect(row).toContainText('connected, has not asked yet');
  const written = readFileSync(file, 'utf8');
  expect(written).toContain('"docs": { "command": "docs-mcp" }, // keep');
  expect(written).toContain(`http://127.0.0.1:${app.port}/mcp`);

  await askAs('cursor-vscode', app.port);
  await expect(row).toContainText('started just now, has read nothing yet');

  await page.getByRole('button', { name: 'Disconnect Cursor…' }).click();
  await page.getByRole('button', { name: 'Write this change' }).click();
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(CURSOR);
  expect(readFileSync(`${file}.skills-registry.bak`, 'utf8')).toBe(written);
});
