/** Every finding that says what to do is gone once that was done. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFile } from '../../../../src-server/connect/client-files.ts';
import { createCommandInstaller } from '../../../../src-server/connect/command/command-installer.ts';
import { commandScript } from '../../../../src-server/connect/command/command-script.ts';
import { type DoctorOptions, examine } from '../../../../src-server/connect/doctor/examine.ts';
import type { Place } from '../../../../src-server/connect/place.ts';
import { createPointers } from '../../../../src-server/connect/pointer/pointers.ts';
import type { CliFiles } from '../../../../src-server/contract/clients/command.ts';
import type { ConnectionFault } from '../../../../src-server/contract/clients/connect.ts';
import type { ConnectTarget, McpClientId } from '../../../../src-server/contract/clients/mcp-clients.ts';
import { POINTER_LINES } from '../../../../src-server/contract/clients/pointer.ts';
import type { ServiceProbe, SeveralServices } from '../../../../src-server/contract/service/discovery.ts';
import { createAccessPolicy } from '../../../../src-server/http/host-policy.ts';
import { discoveryFile } from '../../../support/discovery-file.ts';
import { fakeConnector, fakePlace, TARGET } from '../../../support/fake-place.ts';

/** A machine that can be mended: what a person who follows a fix would change. */
interface Machine {
  place: Place;
  target: ConnectTarget;
  /** Who answers where. */
  probe: (baseUrl: string) => ServiceProbe;
  owner: { readonly pid: number; readonly name: string } | undefined;
  several: SeveralServices | undefined;
}

interface Case {
  readonly name: string;
  readonly arrange: (machine: Machine) => void | Promise<void>;
  /** What its title has in it. */
  readonly title: string;
  /** Does what the finding says, in its own words. */
  readonly follow: (machine: Machine, line: string) => void | Promise<void>;
}

/** The service starts, and answers to these names as the real one decides it. */
function serve(machine: Machine, line: string): void {
  const names = [...line.matchAll(/--allowed-host (\S+)/g)].map(([, name = '']) => name);
  const access = createAccessPolicy({ boundHost: '127.0.0.1', allowedHosts: names });
  machine.owner = undefined;
  machine.probe = (baseUrl) => (access.isHostAllowed(new URL(baseUrl).host) ? 'ours' : 'refuses-name');
}

function silence(machine: Machine): void {
  machine.probe = () => 'none-of-ours';
}

function put(place: Place, id: McpClientId, settings: unknown, file = settingsFile(place, id) ?? ''): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

/** `skills-registry connect <id> --write`, as the finding says. */
async function connectAgain({ place, target }: Machine, line: string): Promise<void> {
  const id = /^skills-registry connect (\S+) --write$/.exec(line)?.[1] as McpClientId;
  const connector = fakeConnector(place, target);
  const preview = await connector.preview(id);
  expect(await connector.write(id, preview.ok ? preview.token : '')).toMatchObject({ ok: true });
}

const OTHER = discoveryFile({ pid: 42, instanceId: 'other', port: 8702, registry: '/other' });

const URL_8701 = 'http://127.0.0.1:8701/mcp';
const cursor = (entry: object) => ({ mcpServers: { 'skills-registry': entry } });

/** One for each way in which an entry can't work; a new one doesn't compile until it is here. */
const FAULTS: Readonly<Record<ConnectionFault['kind'], readonly [id: McpClientId, settings: object]>> = {
  disabled: ['cursor', cursor({ url: URL_8701, disabled: true })],
  excluded: [
    'gemini-cli',
    { mcp: { excluded: ['skills-registry'] }, mcpServers: { 'skills-registry': { httpUrl: URL_8701 } } },
  ],
  'wrong-type': ['claude-code', cursor({ type: 'stdio', url: URL_8701 })],
  'wrong-key': ['cursor', cursor({ serverUrl: URL_8701 })],
  'wrong-path': ['cursor', cursor({ url: 'http://127.0.0.1:8701/' })],
  'no-address': ['cursor', cursor({ headers: {} })],
  'wrong-place': ['vscode', cursor({ url: URL_8701 })],
  gone: ['cursor', cursor({ command: '/gone/node', args: ['/gone/skills-registry.cjs', 'mcp'] })],
  fetched: ['cursor', cursor({ command: 'npx', args: ['-y', 'skills-registry', 'mcp'] })],
};

const CASES: readonly Case[] = [
  { name: 'no service', arrange: silence, title: 'Nothing answers', follow: serve },
  {
    name: 'another program at the port',
    arrange(machine) {
      silence(machine);
      machine.owner = { pid: 42, name: 'nginx' };
    },
    title: 'belongs to another program: nginx',
    async follow(machine, line) {
      serve(machine, line);
      machine.target = { ...TARGET, mcpUrl: `http://127.0.0.1:${/--port (\d+)/.exec(line)?.[1]}/mcp` };
    },
  },
  {
    name: 'a name that the service doesn’t answer to',
    arrange(machine) {
      machine.target = { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' };
      serve(machine, '');
    },
    title: 'doesn’t answer to the name host.docker.internal',
    follow: serve,
  },
  {
    name: 'a dev container, and a service outside',
    arrange(machine) {
      machine.place = { ...machine.place, env: { REMOTE_CONTAINERS: 'true' } };
      silence(machine);
    },
    title: 'This is a container',
    follow(machine, line) {
      serve(machine, line);
      // Where something answers outside, that is what clients in a container are connected to.
      machine.target = { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' };
    },
  },
  {
    name: 'WSL, and a service on Windows',
    arrange(machine) {
      machine.place = { ...machine.place, env: { WSL_DISTRO_NAME: 'Ubuntu' } };
      silence(machine);
    },
    title: 'This is WSL',
    follow(machine) {
      const systemFile = (path: string) => (path.includes('loopback0') ? 'up' : undefined);
      machine.place = { ...machine.place, systemFile };
      serve(machine, '');
    },
  },
  {
    name: 'nothing connected yet',
    arrange(machine) {
      silence(machine);
      machine.target = { ...TARGET, prefers: 'command' };
    },
    title: 'Nothing is connected yet',
    async follow({ place, target }, line) {
      const id = /^skills-registry connect (\S+)$/.exec(line)?.[1] as McpClientId;
      await connectAgain({ place, target } as Machine, `skills-registry connect ${id} --write`);
    },
  },
  {
    name: 'a pointer for nobody',
    arrange({ place }) {
      mkdirSync(join(place.home, '.claude'));
      writeFileSync(join(place.home, '.claude', 'CLAUDE.md'), POINTER_LINES.join('\n'));
    },
    title: 'tells agents to ask this service, and none that reads it is connected',
    async follow({ place }, line) {
      const id = /^skills-registry connect (\S+) --pointer --remove$/.exec(line)?.[1] as McpClientId;
      const pointers = createPointers({ place, dataFolder: join(place.home, '.data') });
      const preview = await pointers.preview({ scope: 'user', client: id }, 'remove');
      await pointers.write({ scope: 'user', client: id }, 'remove', preview.ok ? preview.token : '');
    },
  },
  {
    name: 'several services',
    arrange(machine) {
      machine.several = { says: '2 services run.', others: [OTHER] };
    },
    title: '2 services run.',
    follow(machine, line) {
      expect(line).toBe('skills-registry stop --port 8702');
      machine.several = undefined;
    },
  },
  ...[
    { HTTP_PROXY: 'http://proxy:3128' },
    { ALL_PROXY: 'http://proxy:3128', NO_PROXY: 'intranet' },
    { http_proxy: 'http://proxy:3128', no_proxy: 'intranet', NO_PROXY: '' },
  ].map(
    (env): Case => ({
      name: JSON.stringify(env),
      arrange(machine) {
        machine.place = { ...machine.place, env };
      },
      title: 'clients may ask the proxy',
      follow(machine, line) {
        const [key = '', value] = line.split('=');
        machine.place = { ...machine.place, env: { ...machine.place.env, [key]: value } };
      },
    }),
  ),
  ...Object.entries(FAULTS).map(
    ([kind, [id, settings]]): Case => ({
      name: `an entry that can't work: ${kind}`,
      arrange: ({ place }) => put(place, id, settings),
      title: 'its entry in',
      follow: connectAgain,
    }),
  ),
  {
    name: 'a member in the wrong case',
    arrange: ({ place }) => put(place, 'cursor', { MCPServers: { 'skills-registry': { url: URL_8701 } } }),
    title: 'under "MCPServers"',
    follow: connectAgain,
  },
  {
    name: 'an address in the wrong case',
    arrange: ({ place }) => put(place, 'cursor', cursor({ URL: URL_8701 })),
    title: '"URL"',
    follow: connectAgain,
  },
  {
    name: 'an entry in the wrong one of a client’s files',
    arrange({ place }) {
      put(place, 'claude-code', {});
      put(
        place,
        'claude-code',
        cursor({ type: 'http', url: URL_8701 }),
        join(place.home, '.claude', 'settings.json'),
      );
    },
    title: 'from which no servers are read',
    follow: connectAgain,
  },
  {
    name: 'another port',
    arrange: ({ place }) => put(place, 'cursor', cursor({ url: 'http://127.0.0.1:8702/mcp' })),
    title: 'the service is elsewhere',
    follow: connectAgain,
  },
  {
    name: 'settings that can’t be understood',
    arrange: ({ place }) => put(place, 'cursor', '{"mcpServers": '),
    title: "can't be understood",
    follow({ place }) {
      const file = settingsFile(place, 'cursor') ?? '';
      writeFileSync(file, `${readFileSync(file, 'utf8')}{}}`);
    },
  },
  {
    name: 'a command whose app was moved',
    arrange: ({ place }) => putCommand(place, { node: '/gone/node', script: '/gone/skills-registry.cjs' }),
    title: 'which is not there any more: the app was moved',
    follow({ place }, line) {
      expect(line).toBe(`rm ${commandFile(place)}`);
      rmSync(commandFile(place));
    },
  },
  {
    name: 'a command of another copy of the app',
    arrange: ({ place }) => putCommand(place, { node: process.execPath, script: import.meta.filename }),
    title: 'belongs to another copy of the app',
    async follow({ place }) {
      expect(await installerAt(place).install()).toMatchObject({ ok: true });
    },
  },
];

const APP: CliFiles =
  'why' in TARGET.stdio
    ? { node: '', script: '' }
    : { node: TARGET.stdio.command, script: TARGET.stdio.args[0] ?? '' };

function commandFile({ home }: Place): string {
  return join(home, '.local', 'bin', 'skills-registry');
}

function putCommand(place: Place, files: CliFiles): void {
  mkdirSync(dirname(commandFile(place)), { recursive: true });
  writeFileSync(commandFile(place), commandScript(files, 'linux', undefined) ?? '', { mode: 0o755 });
}

function installerAt(place: Place) {
  const none = () => Promise.reject(new Error('Only Windows has one.'));
  const userPath = { read: none, replace: none };
  return createCommandInstaller({ place, cli: APP, userPath, terminalPath: async () => '/usr/bin' });
}

async function examineMachine({ place, target, probe, owner, several }: Machine) {
  const options: DoctorOptions = {
    place,
    target,
    clients: await fakeConnector(place, target).list(),
    command: await installerAt(place).state(),
    probe: async (baseUrl) => probe(baseUrl),
    findPortOwner: async () => owner,
    ownLine: (args) => ['skills-registry', ...args].join(' '),
    several,
    offline: async () => ({ from: 'remembered', folder: '/mine' }),
    inProjects: async () => new Set(),
  };
  return examine(options);
}

describe('a finding that says what to do', () => {
  it.each(CASES)('is gone once that was done: $name', async ({ arrange, title, follow }) => {
    const machine: Machine = {
      place: fakePlace(),
      target: TARGET,
      probe: () => 'ours',
      owner: undefined,
      several: undefined,
    };
    await arrange(machine);
    const before = await examineMachine(machine);
    const found = before.find((finding) => finding.title.includes(title));
    expect(before.map((finding) => finding.title).join('\n')).toContain(title);
    expect(found?.fix).toBeTruthy();
    await follow(machine, found?.line ?? '');
    const after = await examineMachine(machine);
    expect(after.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });
});

describe('a machine on which nothing is wrong', () => {
  it('has no finding that says what to do', async () => {
    const found = await examineMachine({
      ...{ place: fakePlace(), target: TARGET, probe: () => 'ours' },
      ...{ owner: undefined, several: undefined },
    });
    expect(found).toEqual([{ severity: 'ok', title: 'The service answers at http://127.0.0.1:8701.' }]);
  });
});
