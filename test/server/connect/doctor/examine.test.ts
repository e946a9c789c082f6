import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type DoctorOptions, examine } from '../../../../src-server/connect/doctor/examine.ts';
import type { Machine } from '../../../../src-server/connect/machine.ts';
import { findPortOwner } from '../../../../src-server/connect/port-owner.ts';
import type { StdioCommand } from '../../../../src-server/contract/clients/mcp-clients.ts';
import type { DiscoveryFile } from '../../../../src-server/contract/service/discovery.ts';
import { discoveryFile } from '../../../support/discovery-file.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../../support/fake-machine.ts';
import { listening } from '../../../support/listening.ts';
import { notOnLinux, unless } from '../../../support/unless.ts';

const WSL_KERNEL = 'Linux version 5.15.153.1-microsoft-standard-WSL2';

async function examineAt(machine: Machine, changes: Partial<DoctorOptions> = {}) {
  return examine({
    machine,
    target: TARGET,
    clients: await fakeConnector(machine).list(),
    probe: async () => 'ours',
    findPortOwner: async () => undefined,
    offline: async () => ({ from: 'remembered', folder: '/mine' }),
    inProjects: async () => new Set(),
    cliLine: (args) => ['skills-registry', ...args].join(' '),
    ...changes,
  });
}

async function findings(machine: Machine, changes: Partial<DoctorOptions> = {}): Promise<readonly string[]> {
  const found = await examineAt(machine, changes);
  return found.map(({ severity, title, fix = '', line = '' }) =>
    `${severity}: ${title} ${fix} ${line}`.trim(),
  );
}

function service(port: number, app: DiscoveryFile['app']): DiscoveryFile {
  return discoveryFile({ pid: 42, instanceId: String(port), app, port });
}

function cursorSettings(machine: Machine, settings: string): void {
  mkdirSync(join(machine.home, '.cursor'));
  writeFileSync(join(machine.home, '.cursor', 'mcp.json'), settings);
}

const OK = 'ok: The service answers at http://127.0.0.1:8701.';

describe('the connection doctor', () => {
  it('is content where the service answers and nothing is set up', async () => {
    expect(await findings(fakeMachine())).toEqual([OK]);
  });

  it('says that nothing answers, or who has the port', async () => {
    const probe = async () => 'none-of-ours' as const;
    expect(await findings(fakeMachine(), { probe })).toEqual([
      'error: Nothing answers at http://127.0.0.1:8701. Start the service here, or in the app. skills-registry serve',
    ]);
    const owned = await findings(fakeMachine(), {
      probe,
      findPortOwner: async () => ({ pid: 42, name: 'nginx' }),
    });
    expect(owned[0]).toContain('Port 8701 belongs to another program: nginx (process 42)');
    expect(owned[0]).toContain('End it (kill 42)');
    expect(owned[0]).toContain('--port 8702');
  });

  it('says who has the port where what is connected needs none, too', async () => {
    const taken = {
      probe: async () => 'none-of-ours' as const,
      findPortOwner: async () => ({ pid: 42, name: 'nginx' }),
      target: { ...TARGET, prefers: 'command' as const },
    };
    const warning = 'warning: Port 8701 belongs to another program: nginx (process 42).';
    expect(await findings(fakeMachine(), taken)).toContainEqual(expect.stringContaining(warning));
    const machine = fakeMachine();
    cursorSettings(
      machine,
      '{"mcpServers": {"skills-registry": {"command": "skills-registry", "args": ["mcp"]}}}',
    );
    expect(await findings(machine, taken)).toContainEqual(expect.stringContaining(warning));
  });

  it('says how a service is started at the very port that was asked for, or that another computer has it', async () => {
    const probe = async () => 'none-of-ours' as const;
    const at = async (mcpUrl: string) =>
      (await findings(fakeMachine(), { probe, target: { ...TARGET, mcpUrl } }))[0];
    expect(await at('http://127.0.0.1:9000/mcp')).toBe(
      'error: Nothing answers at http://127.0.0.1:9000. Start the service here, or in the app. skills-registry serve --port 9000',
    );
    expect(await at('http://build.example:8701/mcp')).toBe(
      'error: Nothing answers at http://build.example:8701. Start it there, or look at the address again.',
    );
  });

  it('names the port that an address means which names none', async () => {
    const found = await findings(fakeMachine(), {
      probe: async () => 'none-of-ours',
      target: { ...TARGET, mcpUrl: 'http://127.0.0.1/mcp' },
      findPortOwner: async (port) => (port === 80 ? { pid: 42, name: 'nginx' } : undefined),
    });
    expect(found[0]).toMatch(/^error: Port 80 belongs to another program: nginx .*serve --port 81$/);
  });

  it('leads with how to connect where nothing is connected and nothing needs to run', async () => {
    const probe = async () => 'none-of-ours' as const;
    const target = { ...TARGET, prefers: 'command' } as const;
    const found = await findings(fakeMachine(), { probe, target });
    expect(found).toEqual([
      'info: Nothing is connected yet. Connect a client (shows the change; --write writes the change). skills-registry connect claude-code',
      'info: No service runs at http://127.0.0.1:8701. No service is needed: connected clients start the program.',
    ]);
    const inContainer = fakeMachine({ env: { CODESPACES: 'true' } });
    const [first, second, third, ...others] = await findings(inContainer, { probe, target });
    expect([first, second]).toEqual(found);
    expect(third).toMatch(/^info: This is a container\. To use a service on your computer instead, /);
    expect(others).toEqual([]);
  });

  it('finds no error in that nothing runs where settings can’t be understood and nothing is connected', async () => {
    const machine = fakeMachine({ env: { CODESPACES: 'true' } });
    cursorSettings(machine, 'no settings');
    const target = { ...TARGET, prefers: 'command' } as const;
    const found = await findings(machine, { probe: async () => 'none-of-ours', target });
    expect(found[0]).toBe(
      'info: Nothing is connected, as far as the settings can be understood. Connect a client (shows the change; --write writes the change). skills-registry connect claude-code',
    );
    expect(found.filter((line) => line.startsWith('error: '))).toEqual([
      expect.stringMatching(/^error: Cursor: .* can't be understood/),
    ]);
  });

  it.each([
    [{ HTTP_PROXY: 'http://proxy:3128' }, ' NO_PROXY=127.0.0.1,localhost'],
    [{ http_proxy: 'http://proxy:3128', no_proxy: 'intranet' }, ' no_proxy=intranet,127.0.0.1,localhost'],
    [{ ALL_PROXY: 'socks5://proxy:1080' }, 'ALL_PROXY is set'],
  ])('warns of %j', async (env, part) => {
    expect((await findings(fakeMachine({ env })))[1]).toContain(part);
  });

  it.each([
    { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: 'localhost,127.0.0.1' },
    { HTTP_PROXY: 'http://proxy:3128', no_proxy: '*' },
    { HTTP_PROXY: '' },
    { HTTPS_PROXY: 'http://proxy:3128' },
  ])('does not mind %j', async (env) => {
    expect(await findings(fakeMachine({ env }))).toEqual([OK]);
  });

  it.each([
    [{ env: { WSL_DISTRO_NAME: 'Ubuntu' } }, 'This is WSL'],
    [{ systemFile: (path: string) => (path === '/proc/version' ? WSL_KERNEL : undefined) }, 'This is WSL'],
    [{ env: { CODESPACES: 'true' } }, 'This is a container'],
    [{ systemFile: (path: string) => (path === '/.dockerenv' ? '' : undefined) }, 'This is a container'],
    [{ env: { SSH_CONNECTION: '1 2 3 4' } }, 'ssh -L 8701'],
  ])(
    'notes where 127.0.0.1 is not what everybody calls so, without anything to mend: %o',
    async (changes, part) => {
      const [ok, note] = await examineAt(fakeMachine(changes));
      expect(ok?.severity).toBe('ok');
      expect(note).toEqual({ severity: 'info', title: expect.stringContaining(part) });
    },
  );

  it('takes a container in WSL for a container', async () => {
    const systemFile = (path: string) => (path === '/.dockerenv' ? '' : WSL_KERNEL);
    expect((await findings(fakeMachine({ systemFile })))[1]).toContain('This is a container');
  });

  it('says in a container how a service on the computer outside is reached', async () => {
    const machine = fakeMachine({ env: { REMOTE_CONTAINERS: 'true' } });
    const [found] = await findings(machine, { probe: async () => 'none-of-ours' });
    expect(found).toMatch(
      /Start the service in here\. Or, to use one on your computer, .* skills-registry serve --port 8701 --allowed-host host\.docker\.internal$/,
    );
  });

  it('says in WSL why a service on Windows isn’t reached', async () => {
    const machine = fakeMachine({ env: { WSL_DISTRO_NAME: 'Ubuntu' } });
    const [found] = await findings(machine, { probe: async () => 'none-of-ours' });
    expect(found).toMatch(/networkingMode=mirrored.* Or start it in here\. skills-registry serve$/);
  });

  it('names the option where a service refuses the name in the address', async () => {
    const target = { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' };
    const [found] = await findings(fakeMachine(), { target, probe: async () => 'refuses-name' });
    expect(found).toMatch(/^error: .* skills-registry serve --allowed-host host\.docker\.internal$/);
  });

  it('says each line as the command line was started', async () => {
    const machine = fakeMachine();
    cursorSettings(
      machine,
      JSON.stringify({ mcpServers: { 'skills-registry': { url: 'http://127.0.0.1:9/mcp' } } }),
    );
    const cliLine = (args: readonly string[]) => ['node', 'dist/x.js', ...args].join(' ');
    const found = await examineAt(machine, { probe: async () => 'none-of-ours', cliLine });
    expect(found.map(({ line }) => line)).toEqual([
      'node dist/x.js serve',
      'node dist/x.js connect cursor --write',
    ]);
  });

  it('sends nobody from the app to a terminal', async () => {
    const machine = fakeMachine();
    cursorSettings(
      machine,
      JSON.stringify({ mcpServers: { 'skills-registry': { url: 'http://127.0.0.1:9/mcp' } } }),
    );
    const inApp = { probe: async () => 'none-of-ours' as const, cliLine: undefined };
    const silent = await examineAt(machine, inApp);
    expect(silent.map(({ fix, line, reconnect }) => ({ fix, line, reconnect }))).toEqual([
      { fix: 'Start the service in Source.' },
      { fix: 'Connect it again.', reconnect: true },
    ]);
    const findPortOwner = async () => ({ pid: 42, name: 'nginx' });
    const [taken] = await examineAt(machine, { ...inApp, findPortOwner });
    expect(taken).toMatchObject({ fix: expect.stringContaining('another port in Settings') });
    expect(taken).not.toHaveProperty('line');
  });

  it('looks for who has a port on this machine alone', async () => {
    const findPortOwner = vi.fn(async () => ({ pid: 42 }));
    const target = { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' };
    const probe = async () => 'none-of-ours' as const;
    const [found] = await findings(fakeMachine(), { target, probe, findPortOwner });
    expect(found).toContain('Nothing answers at http://host.docker.internal:8701.');
    expect(findPortOwner).not.toHaveBeenCalled();
  });

  it('needs no service where what is connected starts the program for itself', async () => {
    const machine = fakeMachine();
    cursorSettings(machine, JSON.stringify({ mcpServers: { 'skills-registry': TARGET.stdio } }));
    const [found] = await findings(machine, { probe: async () => 'none-of-ours' });
    expect(found).toMatch(/^info: No service answers .* No service is needed/);
  });

  it.each([
    ['whose program is gone', { command: '/gone/node', args: ['skills-registry', 'mcp'] }],
    ['whose program would be fetched', { command: 'npx', args: ['skills-registry', 'mcp'] }],
    ['that is switched off', { ...TARGET.stdio, disabled: true }],
  ])('needs no service for a client %s, and says so of the client alone', async (_what, entry) => {
    const machine = fakeMachine();
    cursorSettings(machine, JSON.stringify({ mcpServers: { 'skills-registry': entry } }));
    const found = await findings(machine, { probe: async () => 'none-of-ours' });
    expect(found[0]).toMatch(/^info: No service answers .* No service is needed/);
    expect(found.filter((line) => line.startsWith('error: '))).toEqual([
      expect.stringMatching(/^error: Cursor: /),
    ]);
  });

  it('needs for an entry in the wrong place what the one needs that is written instead', async () => {
    const first = async (prefers: 'address' | 'command') => {
      const machine = fakeMachine();
      cursorSettings(machine, JSON.stringify({ servers: { 'skills-registry': TARGET.stdio } }));
      const target = { ...TARGET, prefers };
      return (await findings(machine, { probe: async () => 'none-of-ours', target }))[0];
    };
    expect(await first('command')).toMatch(/^info: No service answers .* No service is needed/);
    expect(await first('address')).toMatch(/^error: Nothing answers /);
  });

  it('needs one for a client that calls it by its address, and can’t as it is', async () => {
    const machine = fakeMachine();
    cursorSettings(
      machine,
      JSON.stringify({ mcpServers: { 'skills-registry': { url: TARGET.mcpUrl, disabled: true } } }),
    );
    const target = { ...TARGET, prefers: 'command' } as const;
    const [found] = await findings(machine, { probe: async () => 'none-of-ours', target });
    expect(found).toMatch(/^error: Nothing answers /);
  });

  it('says which of several services is meant, and how each other one is ended', async () => {
    const others = [service(8702, 'cli'), service(8703, 'tray'), service(8704, 'cli')];
    const [, ...found] = await findings(fakeMachine(), { several: { says: '4 services run.', others } });
    expect(found).toEqual([
      'warning: 4 services run. End http://127.0.0.1:8702, if you don’t need it. skills-registry stop --port 8702',
      'warning: http://127.0.0.1:8703 (/mine) isn’t asked, either. Stop http://127.0.0.1:8703 in the app, if you don’t need it.',
      'warning: http://127.0.0.1:8704 (/mine) isn’t asked, either. End http://127.0.0.1:8704, if you don’t need it. skills-registry stop --port 8704',
    ]);
  });

  it('finds a client that starts a program that was moved, and one that starts another copy', async () => {
    const start = (file: string) =>
      JSON.stringify({
        mcpServers: { 'skills-registry': { command: file, args: ['skills-registry', 'mcp'] } },
      });
    const machine = fakeMachine();
    cursorSettings(machine, start('/gone/node'));
    expect((await findings(machine))[1]).toMatch(
      /^error: Cursor: .* starts \/gone\/node, but the program is gone\. Connect it again\. skills-registry connect cursor --write$/,
    );
    writeFileSync(
      join(machine.home, '.cursor', 'mcp.json'),
      JSON.stringify({
        mcpServers: {
          'skills-registry': { command: 'cmd', args: ['/c', 'npx', '-y', 'skills-registry', 'mcp'] },
        },
      }),
    );
    expect((await findings(machine))[1]).toContain('npx download a program');
    writeFileSync(join(machine.home, '.cursor', 'mcp.json'), start('skills-registry'));
    expect((await findings(machine))[1]).toMatch(
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
    const machine = fakeMachine();
    cursorSettings(machine, settings);
    expect((await findings(machine))[1]).toContain(part);
  });

  it('names a file that can’t be read once, and what to do', async () => {
    const machine = fakeMachine();
    cursorSettings(machine, '');
    const file = join(machine.home, '.cursor', 'mcp.json');
    writeFileSync(file, Buffer.from('\uFEFF{}', 'utf16le'));
    expect((await findings(machine))[1]).toBe(
      `error: Cursor: ${file} can't be read: it is UTF-16 text. Save it as UTF-8 in an editor, then try again. Mend the file; until then it is not touched.`,
    );
  });

  it('says of a service that hangs how it is ended, and nothing else of that port', async () => {
    const silent = [service(8701, 'cli')];
    const found = await findings(fakeMachine(), { silent, probe: async () => 'none-of-ours' });
    expect(found).toEqual([
      'error: The service at http://127.0.0.1:8701, which serves /mine, does not answer: it hangs, or another program has its process number now. End process 42, if it is skills-registry still. kill -9 42',
    ]);
  });

  it('says what a client that is set up gets where nothing answers', async () => {
    const machine = fakeMachine();
    const probe = async () => 'none-of-ours' as const;
    const settings = (entry: object) => JSON.stringify({ mcpServers: { 'skills-registry': entry } });
    cursorSettings(machine, settings({ url: 'http://127.0.0.1:8701/mcp' }));
    expect((await findings(machine, { probe }))[1]).toBe(
      'ok: Cursor is set up for the address of the service, at which none answers now.',
    );
    expect((await findings(machine, { probe: async () => 'refuses-name' }))[1]).toBe(
      'ok: Cursor is set up for the address of the service, which does not answer to its name.',
    );
    writeFileSync(join(machine.home, '.cursor', 'mcp.json'), settings(TARGET.stdio));
    expect((await findings(machine, { probe }))[1]).toBe(
      'ok: Cursor is set up: it starts the program by itself.',
    );
    const { command, args } = TARGET.stdio as StdioCommand;
    for (const entry of [
      { command, args: [...args, '-r', machine.home] },
      { command, args, env: { SKILLS_REGISTRY: machine.home } },
    ]) {
      writeFileSync(join(machine.home, '.cursor', 'mcp.json'), settings(entry));
      const [, ...found] = await findings(machine);
      expect(found).toEqual([
        `ok: Cursor is set up: it starts the program by itself, for ${machine.home}.`,
        `info: Started by Cursor, the program answers from ${machine.home}.`,
      ]);
    }
  });

  it('says that a client is set up', async () => {
    const machine = fakeMachine();
    cursorSettings(machine, '{"mcpServers": {"skills-registry": {"url": "http://127.0.0.1:8701/mcp"}}}');
    expect((await findings(machine))[1]).toBe('ok: Cursor is set up for this service.');
  });
});

describe('the owner of a port', unless(notOnLinux), () => {
  it('is the process that listens on it', async () => {
    const { port } = await listening(createServer());
    expect(await findPortOwner(port)).toMatchObject({ pid: process.pid, name: expect.any(String) });
  });

  it('is nobody where nobody listens', async () => {
    expect(await findPortOwner(1)).toBeUndefined();
  });
});
