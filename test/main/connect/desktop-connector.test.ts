import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createDesktopConnector } from '../../../src-main/connect/desktop-connector.ts';
import type { CliFiles } from '../../../src-server/contract/command.ts';
import type { NoCommand } from '../../../src-server/contract/mcp-clients.ts';
import { keepCaller } from '../../../src-server/discovery/caller-files.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { userFolders } from '../../../src-server/user-folders.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { isolateUserFolders } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';

const why = 'Nothing is installed.';
const desktopConnector = (cli: CliFiles | NoCommand = { why }) =>
  createDesktopConnector({
    ...{ serviceUrl: () => undefined, port: () => 8701, cli, installed: { why } },
    mayBeThere: async (folder) => existsSync(folder),
  });

/** A user who has Cursor, and no settings of it. */
function userWithCursor() {
  const userFolder = isolateUserFolders();
  const settings = join(userFolder, '.cursor', 'mcp.json');
  mkdirSync(dirname(settings));
  return { userFolder, settings };
}

async function connectInWindow() {
  const { connector } = desktopConnector();
  const preview = await connector.preview('cursor');
  return connector.write('cursor', preview.ok ? preview.token : '');
}

it('tells the window what a client did that starts the program by itself', async () => {
  isolateUserFolders();
  const at = new Date().toISOString();
  await keepCaller(userFolders().data, { name: 'claude-code', lastAt: at, lastCall: at });
  const { connector } = desktopConnector();
  expect(await connector.state('claude-code')).toMatchObject({ seen: { lastAt: at, lastCall: at } });
  expect(await connector.state('zed')).not.toHaveProperty('seen');
});

it('tells the window’s doctor which registry a client gets that starts the program by itself', async () => {
  const { userFolder, settings } = userWithCursor();
  const cli = { node: process.execPath, script: join(userFolder, 'skills-registry.cjs') };
  writeFileSync(cli.script, '');
  const entry = { command: cli.node, args: [cli.script, 'mcp'] };
  writeFileSync(settings, JSON.stringify({ mcpServers: { 'skills-registry': entry } }));
  const url = 'http://127.0.0.1:9';
  const end = await writeDiscoveryFile(userFolders().data, {
    ...{ schema: 1, pid: process.pid, instanceId: 'ended', app: 'cli', version: '0.0.0' },
    ...{ host: '127.0.0.1', port: 9, url, mcpUrl: `${url}/mcp`, registry: userFolder },
    startedAt: '2026-11-22T00:00:00Z',
  });
  end();
  const findings = await desktopConnector(cli).examine();
  expect(findings.map(({ title }) => title)).toContain(
    `Started by Cursor, the program answers from the service that runs, else from ${userFolder}, the registry of the service that was started last.`,
  );
});

it.each(['--remove', '--undo'])(
  'leaves settings that it made to the command line, whose %s takes them away again',
  async (option) => {
    const { userFolder, settings } = userWithCursor();
    expect(await connectInWindow()).toMatchObject({ ok: true });
    expect(await runCliAs(['connect', 'cursor', option], { userFolder })).toMatchObject({ code: 0 });
    expect(existsSync(settings)).toBe(false);
  },
);

it('takes settings away again that the command line made', async () => {
  const { userFolder, settings } = userWithCursor();
  expect(await runCliAs(['connect', 'cursor', '--write'], { userFolder })).toMatchObject({ code: 0 });
  const { connector } = desktopConnector();
  expect(await connector.state('cursor')).toMatchObject({ changedFile: settings });
  expect(await connector.undo('cursor')).toMatchObject({ ok: true });
  expect(existsSync(settings)).toBe(false);
});

it('puts what was there aside for this user alone', unless(onWindows), async () => {
  userWithCursor();
  await connectInWindow();
  const { data } = userFolders();
  const records = join(data, 'connect-backups');
  expect([data, records].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
});
