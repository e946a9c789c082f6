import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DoctorOptions, examine } from '../../../src-server/connect/doctor.ts';
import { findPortOwner, type Machine, settingsPath } from '../../../src-server/connect/machine.ts';
import { MCP_CLIENTS, type McpClientId } from '../../../src-server/contract/clients/clients.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { listening } from '../../support/listening.ts';
import { notOnLinux, unless } from '../../support/unless.ts';

const COMMAND = { ...TARGET, prefers: 'command' } as const;
const URL_8701 = TARGET.mcpUrl;
const nobody: Partial<DoctorOptions> = { probe: async () => 'none-of-ours' };
const nginx: Partial<DoctorOptions> = { ...nobody, findPortOwner: async () => ({ pid: 42, name: 'nginx' }) };

async function optionsAt(machine: Machine, changes: Partial<DoctorOptions> = {}): Promise<DoctorOptions> {
  const target = changes.target ?? TARGET;
  return {
    ...{ machine, target, silent: [], away: [] },
    clients: await fakeConnector(machine, target).list(),
    probe: async () => 'ours',
    tryHook: async () => 'answered',
    findPortOwner: async () => undefined,
    cliLine: (args) => ['skills-registry', ...args].join(' '),
    ...changes,
  };
}

/** `kind severity: title fix line` of each finding. */
async function findings(machine: Machine, changes: Partial<DoctorOptions> = {}, cwd = '/') {
  const found = await examine(await optionsAt(machine, changes), cwd);
  return found.map(({ kind, severity, title, fix = '', line = '' }) =>
    `${kind} ${severity}: ${title} ${fix} ${line}`.trim(),
  );
}

const aboutService = async (machine: Machine, changes: Partial<DoctorOptions>) =>
  (await findings(machine, changes))[0];

function put(machine: Machine, id: McpClientId, settings: unknown, file?: string): void {
  const path = file ?? settingsPath(machine, MCP_CLIENTS[id]) ?? '';
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

const cursor = (entry: unknown) => ({ mcpServers: { 'skills-registry': entry } });

function withCursor(entry: unknown): Machine {
  const machine = fakeMachine();
  put(machine, 'cursor', cursor(entry));
  return machine;
}

describe('the service', () => {
  const at = (mcpUrl: string) => ({ ...nobody, target: { ...TARGET, mcpUrl } });
  const hung = discoveryFile({ pid: 42, port: 8701 });
  const mirrored = (path: string) => (path.includes('loopback0') ? 'up' : undefined);

  it.each<readonly [string, Partial<DoctorOptions>, Partial<Machine>, RegExp]>([
    ['answers', {}, {}, /^service ok: The service answers at http:\/\/127\.0\.0\.1:8701\.$/],
    ['answers nowhere', nobody, {}, /^service error: Nothing answers .* skills-registry serve --port 8701$/],
    ['is asked at another port', at('http://127.0.0.1:9000/mcp'), {}, / serve --port 9000$/],
    ['is on another computer', at('http://build.example:8701/mcp'), {}, / Start it there, or look at /],
    ['has no port of its own', nginx, {}, /^service error: Port 8701 .* nginx \(process 42\).* --port 8702$/],
    ['is not needed', { ...nobody, target: COMMAND }, {}, /^service info: .* No service is needed/],
    ['is not needed, its port taken', { ...nginx, target: COMMAND }, {}, /^service warning: Port 8701 /],
    ['hangs', { ...nginx, silent: [hung] }, {}, /^service error: .* does not answer\. .* kill -9 42$/],
    ['refuses its name', { probe: async () => 'refuses-name' }, {}, / serve --allowed-host 127\.0\.0\.1$/],
    [
      'is outside of a container',
      nobody,
      { env: { CODESPACES: '1' } },
      /--allowed-host host\.docker\.internal$/,
    ],
    [
      'is outside of WSL',
      nobody,
      { env: { WSL_DISTRO_NAME: 'x' } },
      /networkingMode=mirrored.* --port 8701$/,
    ],
    [
      'is outside of a mirrored WSL',
      nobody,
      { env: { WSL_DISTRO_NAME: 'x' }, systemFile: mirrored },
      /answers at \S+ Start the service here, or in the app\. /,
    ],
  ])('that %s', async (_, changes, machine, says) => {
    expect(await aboutService(fakeMachine(machine), changes)).toMatch(says);
  });

  it('that lost its registry is an error, though it answers', async () => {
    const registry = { available: false, path: '/gone', reason: 'It is gone.' };
    const away = [{ file: hung, status: { registry } }] as unknown as DoctorOptions['away'];
    expect(await aboutService(fakeMachine(), { away })).toMatch(/^service error: .* It is gone\..* stop /);
  });

  it.each([
    [{ ...(TARGET.stdio as object), disabled: true }, /^service info: .* No service is needed/],
    [{ url: URL_8701, disabled: true }, /^service error: Nothing answers /],
  ])('is needed by clients that ask its address alone: %j', async (entry, says) => {
    expect(await aboutService(withCursor(entry), { ...nobody, target: COMMAND })).toMatch(says);
  });

  it('is looked for on this machine alone', async () => {
    const changes = { ...nginx, target: { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' } };
    expect(await aboutService(fakeMachine(), changes)).toContain('Nothing answers');
  });

  it.each([
    [{ HTTP_PROXY: 'http://proxy:3128' }, ' NO_PROXY=127.0.0.1,localhost'],
    [{ http_proxy: 'http://proxy:3128', no_proxy: 'intranet' }, ' no_proxy=intranet,127.0.0.1,localhost'],
    [{ ALL_PROXY: 'socks5://proxy:1080' }, 'ALL_PROXY is set'],
  ])('may be hidden by %j', async (env, part) => {
    expect((await findings(fakeMachine({ env })))[1]).toContain(part);
  });

  it.each([
    { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: 'localhost, 127.0.0.1' },
    { HTTP_PROXY: 'http://proxy:3128', no_proxy: '*' },
    { HTTP_PROXY: '' },
  ])('is not hidden by %j', async (env) => {
    expect(await findings(fakeMachine({ env }))).toHaveLength(2);
  });
});

const GONE = '/gone/skills-registry.cjs';
/** Each kind of fault, and what makes it. */
const FAULTS: ReadonlyArray<readonly [name: string, id: McpClientId, settings: unknown]> = [
  ['disabled', 'cursor', cursor({ url: URL_8701, disabled: true })],
  ['another type', 'claude-code', cursor({ type: 'sse', url: URL_8701 })],
  ['another key', 'cursor', cursor({ serverUrl: URL_8701 })],
  ['another path', 'cursor', cursor({ url: 'http://127.0.0.1:8701/' })],
  ['no address', 'cursor', cursor({ headers: {} })],
  ['another place', 'vscode', cursor({ url: URL_8701 })],
  ['a program that is gone', 'cursor', cursor({ command: '/gone/node', args: [GONE, 'mcp'] })],
  ['a program to fetch', 'cursor', cursor({ command: 'npx', args: ['-y', 'skills-registry', 'mcp'] })],
  ['another port', 'cursor', cursor({ url: 'http://127.0.0.1:8702/mcp' })],
  ['another copy', 'cursor', cursor({ command: 'skills-registry', args: ['mcp'] })],
];

describe('a client', () => {
  it('that is not here is not spoken of, and none is a finding of its own', async () => {
    const [, found] = await findings(fakeMachine());
    expect(found).toMatch(/^not-installed info: No client .* skills-registry connect <client> --write$/);
  });

  it('without an entry of ours is told how to get one', async () => {
    const machine = fakeMachine();
    put(machine, 'cursor', {});
    const [, ...found] = await findings(machine);
    expect(found).toEqual([
      'no-entry info: Cursor has no entry of ours. Connect it. skills-registry connect cursor --write',
    ]);
  });

  it.each(FAULTS)(
    'whose entry is wrong, by %s, is right after the line that is shown',
    async (_, id, settings) => {
      const machine = fakeMachine();
      put(machine, id, settings);
      const [, found, ...others] = await findings(machine);
      expect(found).toMatch(
        new RegExp(
          `^wrong-entry (?:error|warning): .* Connect it again\\. skills-registry connect ${id} --write$`,
        ),
      );
      expect(others).toEqual([]);
      const connector = fakeConnector(machine);
      const preview = await connector.preview(id);
      await connector.write(id, preview.ok ? preview.token : '');
      expect((await findings(machine))[1]).toMatch(/^never-called info: .* has not called yet\./);
    },
  );

  it.each(['{"mcpServers": ', Buffer.from('\uFEFF{}', 'utf16le').toString('latin1')])(
    'whose settings can’t be read as such is named with its file once: %j',
    async (text) => {
      const machine = fakeMachine();
      put(machine, 'cursor', '');
      const file = join(machine.home, '.cursor', 'mcp.json');
      writeFileSync(file, Buffer.from(text, 'latin1'));
      const [, found = ''] = await findings(machine);
      expect(found).toMatch(/^wrong-entry error: Cursor: .* Mend the file, then connect it\. /);
      expect(found.split(file)).toHaveLength(2);
    },
  );

  it('that starts the program for a registry that is gone is told to name another', async () => {
    const { command, args } = TARGET.stdio as { command: string; args: readonly string[] };
    expect((await findings(withCursor({ command, args: [...args, '-r', '/gone/skills'] })))[1]).toMatch(
      /^wrong-entry error: .* for \/gone\/skills, which is gone\. .* connect cursor -r <folder> --write$/,
    );
  });

  it('that called is well, and one that did not is told how it asks by itself', async () => {
    const machine = withCursor({ url: URL_8701 });
    expect((await findings(machine))[1]).toMatch(/^never-called info: .* connect cursor --pointer --write$/);
    const at = new Date().toISOString();
    const clients = (await fakeConnector(machine).list()).map((client) =>
      client.id === 'cursor' ? { ...client, seen: { lastAt: at, lastCall: at } } : client,
    );
    expect((await findings(machine, { clients }))[1]).toBe(
      'never-called ok: Cursor is connected, and has called.',
    );
  });

  it('that is set up and not here is told how the entry goes', async () => {
    const machine = withCursor({ url: URL_8701 });
    const clients = (await fakeConnector(machine).list()).map((one) => ({ ...one, installed: false }));
    expect((await findings(machine, { clients }))[1]).toMatch(
      /^not-installed info: Cursor is set up, .* skills-registry connect cursor --remove$/,
    );
  });
});

describe('Gemini CLI', () => {
  const says = async (trust: object, settings: object = {}) => {
    const machine = fakeMachine();
    put(machine, 'gemini-cli', { ...cursor({ httpUrl: URL_8701 }), ...settings });
    put(machine, 'gemini-cli', trust, join(machine.home, '.gemini', 'trustedFolders.json'));
    const found = await findings(machine, {}, '/code/shop');
    return found.some(
      (line) => line.includes('does not trust /code/shop') && line.endsWith('/permissions trust'),
    );
  };

  it.each([
    [{}, true],
    [{ '/code': 'TRUST_FOLDER' }, false],
    [{ '/code/shop': 'TRUST_FOLDER' }, false],
    [{ '/code/other': 'TRUST_PARENT' }, false],
    [{ '/code/other': 'TRUST_FOLDER' }, true],
    [{ '/code': 'TRUST_FOLDER', '/code/shop': 'DO_NOT_TRUST' }, true],
  ])('switches its servers off where the folder is not trusted: %j, %s', async (trust, isSaid) => {
    expect(await says(trust)).toBe(isSaid);
  });

  it('trusts every folder where its settings say so', async () => {
    expect(await says({}, { security: { folderTrust: { enabled: false } } })).toBe(false);
  });
});

describe('the owner of a port', unless(notOnLinux), () => {
  it('is the process that listens on it, if any', async () => {
    const { port } = await listening(createServer());
    expect(await findPortOwner(port)).toMatchObject({ pid: process.pid, name: expect.any(String) });
    expect(await findPortOwner(1)).toBeUndefined();
  });
});

it('examines without writing', async () => {
  const machine = withCursor({ serverUrl: URL_8701 });
  const file = join(machine.home, '.cursor', 'mcp.json');
  const before = readFileSync(file, 'utf8');
  await findings(machine);
  expect(readFileSync(file, 'utf8')).toBe(before);
});
