import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createDesktopConnector, type DesktopConnectorOptions } from '../../src-main/commands.ts';
import { storeCaller } from '../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../src-server/platform/files.ts';
import { runCliAs } from '../support/run-cli-here.ts';
import { isolateUserFolders } from '../support/test-server.ts';

const desktopConnector = (changes: Partial<DesktopConnectorOptions> = {}) =>
  createDesktopConnector({ serviceUrl: () => undefined, port: () => 8701, ...changes });

/** Makes the folders of a user who has Cursor, and no settings of it. */
function userWithCursor() {
  const userFolder = isolateUserFolders();
  const settings = join(userFolder, '.cursor', 'mcp.json');
  mkdirSync(dirname(settings));
  return { userFolder, settings };
}

async function connectInWindow() {
  const connector = desktopConnector();
  const preview = await connector.preview('cursor');
  return connector.write('cursor', preview.ok ? preview.token : '');
}

it('tells the window what a client did that starts the program by itself', async () => {
  isolateUserFolders();
  const at = new Date().toISOString();
  await storeCaller(userFolders().data, { name: 'claude-code', lastAt: at, lastCall: at });
  const connector = desktopConnector();
  expect(await connector.state('claude-code')).toMatchObject({ seen: { lastAt: at, lastCall: at } });
  expect(await connector.state('zed')).not.toHaveProperty('seen');
});

it('leaves settings that it made to the command line, whose --remove takes them away again', async () => {
  const { userFolder, settings } = userWithCursor();
  expect(await connectInWindow()).toMatchObject({ ok: true });
  expect(await runCliAs(['connect', 'cursor', '--remove'], { userFolder })).toMatchObject({ code: 0 });
  expect(existsSync(settings)).toBe(false);
});

it('replaces an entry that starts the program of an older version by its address', async () => {
  const { settings } = userWithCursor();
  const entry = { command: '/gone/cli/node', args: ['/gone/cli/dist/server/skills-registry.cjs', 'mcp'] };
  writeFileSync(settings, JSON.stringify({ mcpServers: { 'skills-registry': entry } }));
  expect(await desktopConnector().state('cursor')).toMatchObject({
    connection: { state: 'broken', faults: [{ kind: 'gone' }] },
  });
  expect(await connectInWindow()).toMatchObject({ ok: true });
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
    mcpServers: { 'skills-registry': { url: 'http://127.0.0.1:8701/mcp' } },
  });
});
