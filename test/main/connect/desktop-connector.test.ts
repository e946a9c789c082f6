import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createDesktopConnector,
  type DesktopConnectorOptions,
} from '../../../src-main/connect/desktop-connector.ts';
import { OWN_CLIENT } from '../../../src-main/contract/app-origin.ts';
import type { DoctorFinding } from '../../../src-server/contract/clients/connect.ts';
import { storeCaller } from '../../../src-server/discovery/caller-files.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { rememberRegistry } from '../../../src-server/discovery/remembered-registry.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';

const desktopConnector = (changes: Partial<DesktopConnectorOptions> = {}) =>
  createDesktopConnector({ serviceUrl: () => undefined, port: () => 8701, ...changes });

/** A user who has Cursor, and no settings of it. */
function userWithCursor() {
  const userFolder = isolateUserFolders();
  const settings = join(userFolder, '.cursor', 'mcp.json');
  mkdirSync(dirname(settings));
  return { userFolder, settings };
}

/** What is so, as both doctors tell it; what to do about it differs. */
async function bothDoctors(userFolder: string, changes: Partial<DesktopConnectorOptions>) {
  const [inWindow, inTerminal] = await Promise.all([
    desktopConnector(changes).examine(),
    runCliAs(['connect', '--doctor', '--json'], { userFolder }),
  ]);
  const said = (findings: readonly DoctorFinding[]) =>
    findings.map(({ severity, title }) => `${severity}: ${title}`);
  return { inWindow, window: said(inWindow), terminal: said(JSON.parse(inTerminal.out)) };
}

async function connectInWindow() {
  const { connector } = desktopConnector();
  const preview = await connector.preview('cursor');
  return connector.write('cursor', preview.ok ? preview.token : '');
}

it('tells the window what a client did that starts the program by itself', async () => {
  isolateUserFolders();
  const at = new Date().toISOString();
  await storeCaller(userFolders().data, { name: 'claude-code', lastAt: at, lastCall: at });
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
  await rememberRegistry(userFolders().data, userFolder);
  const findings = await desktopConnector().examine();
  expect(findings.map(({ title }) => title)).toContain(
    `Started by Cursor, the program answers from the running service, otherwise from ${userFolder}, the remembered registry.`,
  );
});

describe('the window’s doctor', () => {
  it('knows a service that hangs, as the command line’s does, and sends nobody to a terminal', async () => {
    const { userFolder } = userWithCursor();
    const { port } = await listening(createServer());
    await writeDiscoveryFile(userFolders().data, discoveryFile({ port, registry: userFolder }));
    const { inWindow, window, terminal } = await bothDoctors(userFolder, { port: () => port });
    expect(window).toEqual(terminal);
    expect(inWindow).toEqual([
      {
        severity: 'error',
        title: `The service at http://127.0.0.1:${port}, which serves ${userFolder}, does not answer: it hangs, or another program has its process number now.`,
        fix: `End process ${process.pid}, if it is skills-registry still.`,
      },
    ]);
  });

  it('knows a service whose registry is gone, as the command line’s does', async () => {
    const registry = temporaryRegistry(['cpp/a/b']);
    const server = await startTestServer(registry, { scanIntervalMs: 100, app: 'tray' });
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    renameSync(registry, `${registry}-moved`);
    await eventually(
      () => server.get('/health'),
      ({ status }) => status === 503,
    );
    const { inWindow, window, terminal } = await bothDoctors(userFolder, { serviceUrl: () => server.url });
    expect(window).toEqual(terminal);
    expect(inWindow).toContainEqual({
      severity: 'error',
      title: expect.stringMatching(`The service at ${server.url} runs.* registry .*${registry} .*is gone`),
      fix: 'Restore the folder, or open another registry in the app.',
    });
    expect(inWindow.some(({ severity }) => severity === 'ok')).toBe(false);
  });

  it('names itself to whoever answers where the service would be', async () => {
    userWithCursor();
    const asked: unknown[] = [];
    const stranger = createHttpServer(({ headers }, response) => {
      asked.push(headers['user-agent']);
      response.end();
    });
    const { port } = await listening(stranger);
    await desktopConnector({ port: () => port }).examine();
    expect(asked).toEqual([OWN_CLIENT, OWN_CLIENT]);
  });

  it('knows a second service, as the command line’s does, and is no client of its own', async () => {
    const asked: string[] = [];
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']), {
      app: 'tray',
      onActivity: ({ client }) => asked.push(client),
    });
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const answer = { ...server.status(), instanceId: 'second' };
    const { port } = await listening(createHttpServer((_, response) => response.end(JSON.stringify(answer))));
    await writeDiscoveryFile(
      userFolders().data,
      discoveryFile({ port, pid: process.ppid, instanceId: answer.instanceId, registry: '/second' }),
    );
    // Its own first question, before it was announced.
    await eventually(
      () => asked.splice(0).length,
      (count) => count > 0,
    );
    const inWindow = await desktopConnector({ serviceUrl: () => server.url }).examine();
    await eventually(
      () => asked.length,
      (count) => count > 0,
    );
    expect(asked).toEqual([OWN_CLIENT]);
    const { window, terminal } = await bothDoctors(userFolder, { serviceUrl: () => server.url });
    expect(window).toEqual(terminal);
    expect(inWindow).toContainEqual({ severity: 'ok', title: `The service answers at ${server.url}.` });
    expect(inWindow).toContainEqual({
      severity: 'warning',
      title: expect.stringMatching(/^2 services run\. .*, the app’s, not .*\/second\)\.$/),
      fix: `End http://127.0.0.1:${port}, if you don’t need it.`,
    });
  });
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
  expect(await desktopConnector().connector.state('cursor')).toMatchObject({
    connection: { state: 'broken', faults: [{ kind: 'gone' }] },
  });
  expect(await connectInWindow()).toMatchObject({ ok: true });
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
    mcpServers: { 'skills-registry': { url: 'http://127.0.0.1:8701/mcp' } },
  });
});
