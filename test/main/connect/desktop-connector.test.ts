import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createDesktopConnector } from '../../../src-main/connect/desktop-connector.ts';
import { keepCaller } from '../../../src-server/discovery/caller-files.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { userFolders } from '../../../src-server/user-folders.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';

it('tells the window what a client did that starts the program by itself', async () => {
  isolateUserFolders();
  const at = new Date().toISOString();
  await keepCaller(userFolders().data, { name: 'claude-code', lastAt: at, lastCall: at });
  const why = 'Nothing is installed.';
  const { connector } = createDesktopConnector({
    ...{ serviceUrl: () => undefined, port: () => 8701, cli: { why }, installed: { why } },
    dataFolder: temporaryFolder(),
  });
  expect(await connector.state('claude-code')).toMatchObject({ seen: { lastAt: at, lastCall: at } });
  expect(await connector.state('zed')).not.toHaveProperty('seen');
});

it('tells the window’s doctor which registry a client gets that starts the program by itself', async () => {
  isolateUserFolders();
  const home = temporaryFolder();
  vi.stubEnv('HOME', home);
  vi.stubEnv('USERPROFILE', home);
  const cli = { node: process.execPath, script: join(home, 'skills-registry.cjs') };
  writeFileSync(cli.script, '');
  const entry = { command: cli.node, args: [cli.script, 'mcp'] };
  mkdirSync(join(home, '.cursor'));
  writeFileSync(
    join(home, '.cursor', 'mcp.json'),
    JSON.stringify({ mcpServers: { 'skills-registry': entry } }),
  );
  const url = 'http://127.0.0.1:9';
  const end = await writeDiscoveryFile(userFolders().data, {
    ...{ schema: 1, pid: process.pid, instanceId: 'ended', app: 'cli', version: '0.0.0' },
    ...{ host: '127.0.0.1', port: 9, url, mcpUrl: `${url}/mcp`, registry: home },
    startedAt: '2026-11-22T00:00:00Z',
  });
  end();
  const desktop = createDesktopConnector({
    ...{ serviceUrl: () => undefined, port: () => 8701, cli, installed: { why: 'Nothing is installed.' } },
    dataFolder: temporaryFolder(),
  });
  const findings = await desktop.examine();
  vi.unstubAllEnvs();
  expect(findings.map(({ title }) => title)).toContain(
    `Started by Cursor, the program answers from the service that runs, else from ${home}, the registry of the service that was started last.`,
  );
});
