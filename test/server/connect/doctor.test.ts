import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DoctorOptions, examine } from '../../../src-server/connect/doctor.ts';
import type { Place } from '../../../src-server/connect/place.ts';
import { findPortOwner } from '../../../src-server/connect/port-owner.ts';
import type { CommandState } from '../../../src-server/contract/command.ts';
import { fakeConnector, fakePlace, TARGET } from '../../support/fake-place.ts';

const COMMAND: CommandState = {
  file: '/home/me/.local/bin/skills-registry',
  found: 'nothing',
  path: { state: 'found' },
};

async function findings(place: Place, changes: Partial<DoctorOptions> = {}): Promise<readonly string[]> {
  const found = await examine({
    place,
    target: TARGET,
    clients: await fakeConnector(place).list(),
    command: COMMAND,
    isOurs: async () => true,
    findPortOwner: async () => undefined,
    ...changes,
  });
  return found.map(({ severity, title, fix = '' }) => `${severity}: ${title} ${fix}`.trim());
}

function cursorSettings(place: Place, settings: string): void {
  mkdirSync(join(place.home, '.cursor'));
  writeFileSync(join(place.home, '.cursor', 'mcp.json'), settings);
}

const OK = 'ok: The service answers at http://127.0.0.1:8701.';

describe('the connection doctor', () => {
  it('is content where the service answers and nothing is set up', async () => {
    expect(await findings(fakePlace())).toEqual([OK]);
  });

  it('says that nothing answers, or who has the port', async () => {
    const isOurs = async () => false;
    expect(await findings(fakePlace(), { isOurs })).toEqual([
      'error: Nothing answers at http://127.0.0.1:8701. Start the service: skills-registry serve, or the tray app.',
    ]);
    const owned = await findings(fakePlace(), {
      isOurs,
      findPortOwner: async () => ({ pid: 42, name: 'nginx' }),
    });
    expect(owned[0]).toContain('Port 8701 belongs to another program: nginx (process 42)');
    expect(owned[0]).toContain('--port 8702');
  });

  it.each([
    [{ HTTP_PROXY: 'http://proxy:3128' }, 'Set NO_PROXY=127.0.0.1,localhost'],
    [{ http_proxy: 'http://proxy:3128', no_proxy: 'intranet' }, 'Set NO_PROXY=intranet,127.0.0.1,localhost'],
    [{ ALL_PROXY: 'socks5://proxy:1080' }, 'ALL_PROXY is set'],
  ])('warns of %j', async (env, part) => {
    expect((await findings(fakePlace({ env })))[1]).toContain(part);
  });

  it.each([
    { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: 'localhost,127.0.0.1' },
    { HTTP_PROXY: 'http://proxy:3128', no_proxy: '*' },
    { HTTP_PROXY: '' },
    { HTTPS_PROXY: 'http://proxy:3128' },
  ])('does not mind %j', async (env) => {
    expect(await findings(fakePlace({ env }))).toEqual([OK]);
  });

  it('knows WSL, containers and remote shells', async () => {
    const version = 'Linux version 5.15.153.1-microsoft-standard-WSL2';
    expect((await findings(fakePlace({ systemFile: () => version })))[1]).toContain('inside WSL');
    expect((await findings(fakePlace({ env: { SSH_CONNECTION: '1 2 3 4' } })))[1]).toContain('ssh -L 8701');
    expect((await findings(fakePlace({ env: { CODESPACES: 'true' } })))[1]).toContain('container');
  });

  it('finds an installed command whose app was moved, and says what to do', async () => {
    const starts = '/Applications/Skills Registry.app/Contents/Resources/cli/dist/server/skills-registry.js';
    const [, found] = await findings(fakePlace(), { command: { ...COMMAND, found: 'gone', starts } });
    expect(found).toBe(
      `error: The command ${COMMAND.file} starts ${starts}, which is not there any more: the app was moved or removed. Open the app where it is now and install the command again (Settings, Command line), or remove the file.`,
    );
  });

  it('names another copy of the app whose command is installed, and is silent about the right one', async () => {
    const command = { ...COMMAND, starts: '/elsewhere/skills-registry.js' };
    expect((await findings(fakePlace(), { command: { ...command, found: 'other-copy' } }))[1]).toContain(
      'info: The command /home/me/.local/bin/skills-registry belongs to another copy of the app',
    );
    for (const found of ['ours', 'nothing', 'foreign'] as const)
      expect(await findings(fakePlace(), { command: { ...command, found } })).toEqual([OK]);
  });

  it('finds a client that starts a program that was moved, and one that starts another copy', async () => {
    const start = (file: string) =>
      JSON.stringify({
        mcpServers: { 'skills-registry': { command: file, args: ['skills-registry', 'mcp'] } },
      });
    const place = fakePlace();
    cursorSettings(place, start('/gone/node'));
    expect((await findings(place))[1]).toMatch(
      /^error: Cursor: .* starts \/gone\/node, which is not there any more\. Connect it again\.$/,
    );
    writeFileSync(
      join(place.home, '.cursor', 'mcp.json'),
      JSON.stringify({
        mcpServers: {
          'skills-registry': { command: 'cmd', args: ['/c', 'npx', '-y', 'skills-registry', 'mcp'] },
        },
      }),
    );
    expect((await findings(place))[1]).toContain('npx fetch a program from the internet');
    writeFileSync(join(place.home, '.cursor', 'mcp.json'), start('skills-registry'));
    expect((await findings(place))[1]).toMatch(
      /^warning: Cursor: .* starts skills-registry skills-registry mcp, another copy of the service/,
    );
  });

  it.each([
    [
      '{"mcpServers": {"skills-registry": {"url": "http://127.0.0.1:8702/mcp"}}}',
      'says http://127.0.0.1:8702/mcp',
    ],
    [
      '{"servers": {"skills-registry": {"url": "http://127.0.0.1:8701/mcp"}}}',
      '“skills-registry” stands under "servers"',
    ],
    [
      '{"mcpServers": {"skills-registry": {"serverUrl": "http://127.0.0.1:8701/mcp"}}}',
      'stands under "serverUrl"',
    ],
    ['{"mcpServers": ', "can't be understood"],
  ])('finds what is wrong in %s', async (settings, part) => {
    const place = fakePlace();
    cursorSettings(place, settings);
    expect((await findings(place))[1]).toContain(part);
  });

  it('says that a client is set up', async () => {
    const place = fakePlace();
    cursorSettings(place, '{"mcpServers": {"skills-registry": {"url": "http://127.0.0.1:8701/mcp"}}}');
    expect((await findings(place))[1]).toBe('ok: Cursor is set up for this service.');
  });
});

describe.runIf(process.platform === 'linux')('the owner of a port', () => {
  it('is the process that listens on it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(await findPortOwner(port)).toMatchObject({ pid: process.pid, name: expect.any(String) });
  });

  it('is nobody where nobody listens', async () => {
    expect(await findPortOwner(1)).toBeUndefined();
  });
});
