/** Every finding that says what to do is gone once that was done. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsFile } from '../../../../src-server/connect/client-files.ts';
import { type DoctorOptions, examine } from '../../../../src-server/connect/doctor/examine.ts';
import type { Machine } from '../../../../src-server/connect/machine.ts';
import { createPointers } from '../../../../src-server/connect/pointer/pointers.ts';
import type { ConnectionFault } from '../../../../src-server/contract/clients/connect.ts';
import type { ConnectTarget, McpClientId } from '../../../../src-server/contract/clients/mcp-clients.ts';
import { POINTER_LINES } from '../../../../src-server/contract/clients/pointer.ts';
import type { ServiceProbe, SeveralServices } from '../../../../src-server/contract/service/discovery.ts';
import { createAccessPolicy } from '../../../../src-server/http/host-policy.ts';
import { discoveryFile } from '../../../support/discovery-file.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../../support/fake-machine.ts';

/** A machine that can be mended: what a person who follows a fix would change. */
interface Setup {
  machine: Machine;
  target: ConnectTarget;
  /** Who answers where. */
  probe: (baseUrl: string) => ServiceProbe;
  owner: { readonly pid: number; readonly name: string } | undefined;
  several: SeveralServices | undefined;
}

interface Case {
  readonly name: string;
  readonly arrange: (setup: Setup) => void | Promise<void>;
  /** What its title has in it. */
  readonly title: string;
  /** Does what the finding says, in its own words. */
  readonly follow: (setup: Setup, line: string) => void | Promise<void>;
}

/** The service starts, and answers to these names as the real one decides it. */
function serve(setup: Setup, line: string): void {
  const names = [...line.matchAll(/--allowed-host (\S+)/g)].map(([, name = '']) => name);
  const access = createAccessPolicy({ boundHost: '127.0.0.1', allowedHosts: names });
  setup.owner = undefined;
  setup.probe = (baseUrl) => (access.isHostAllowed(new URL(baseUrl).host) ? 'ours' : 'refuses-name');
}

function silence(setup: Setup): void {
  setup.probe = () => 'none-of-ours';
}

function put(
  machine: Machine,
  id: McpClientId,
  settings: unknown,
  file = settingsFile(machine, id) ?? '',
): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
}

/** `skills-registry connect <id> --write`, as the finding says. */
async function connectAgain({ machine, target }: Setup, line: string): Promise<void> {
  const id = /^skills-registry connect (\S+) --write$/.exec(line)?.[1] as McpClientId;
  const connector = fakeConnector(machine, target);
  const preview = await connector.preview(id);
  expect(await connector.write(id, preview.ok ? preview.token : '')).toMatchObject({ ok: true });
}

const OTHER = discoveryFile({ pid: 42, instanceId: 'other', port: 8702, registry: '/other' });

const URL_8701 = 'http://127.0.0.1:8701/mcp';
const cursor = (entry: object) => ({ mcpServers: { 'skills-registry': entry } });

/** One for each way in which an entry can't work; a new one doesn't compile until it is here. */
const FAULTS: Readonly<Record<ConnectionFault['kind'], readonly [id: McpClientId, settings: object]>> = {
  disabled: ['cursor', cursor({ url: URL_8701, disabled: true })],
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
    arrange(setup) {
      silence(setup);
      setup.owner = { pid: 42, name: 'nginx' };
    },
    title: 'belongs to another program: nginx',
    async follow(setup, line) {
      serve(setup, line);
      setup.target = { ...TARGET, mcpUrl: `http://127.0.0.1:${/--port (\d+)/.exec(line)?.[1]}/mcp` };
    },
  },
  {
    name: 'a name that the service doesn’t answer to',
    arrange(setup) {
      setup.target = { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' };
      serve(setup, '');
    },
    title: 'doesn’t answer to the name host.docker.internal',
    follow: serve,
  },
  {
    name: 'a dev container, and a service outside',
    arrange(setup) {
      setup.machine = { ...setup.machine, env: { REMOTE_CONTAINERS: 'true' } };
      silence(setup);
    },
    title: 'This is a container',
    follow(setup, line) {
      serve(setup, line);
      // Where something answers outside, that is what clients in a container are connected to.
      setup.target = { ...TARGET, mcpUrl: 'http://host.docker.internal:8701/mcp' };
    },
  },
  {
    name: 'WSL, and a service on Windows',
    arrange(setup) {
      setup.machine = { ...setup.machine, env: { WSL_DISTRO_NAME: 'Ubuntu' } };
      silence(setup);
    },
    title: 'This is WSL',
    follow(setup) {
      const systemFile = (path: string) => (path.includes('loopback0') ? 'up' : undefined);
      setup.machine = { ...setup.machine, systemFile };
      serve(setup, '');
    },
  },
  {
    name: 'nothing connected yet',
    arrange(setup) {
      silence(setup);
      setup.target = { ...TARGET, prefers: 'command' };
    },
    title: 'Nothing is connected yet',
    async follow({ machine, target }, line) {
      const id = /^skills-registry connect (\S+)$/.exec(line)?.[1] as McpClientId;
      await connectAgain({ machine, target } as Setup, `skills-registry connect ${id} --write`);
    },
  },
  {
    name: 'a pointer for nobody',
    arrange({ machine }) {
      mkdirSync(join(machine.home, '.claude'));
      writeFileSync(join(machine.home, '.claude', 'CLAUDE.md'), POINTER_LINES.join('\n'));
    },
    title: 'tells agents to ask this service, and none that reads it is connected',
    async follow({ machine }, line) {
      const id = /^skills-registry connect (\S+) --pointer --remove$/.exec(line)?.[1] as McpClientId;
      const pointers = createPointers(machine);
      const preview = await pointers.preview({ scope: 'user', client: id }, 'remove');
      await pointers.write({ scope: 'user', client: id }, 'remove', preview.ok ? preview.token : '');
    },
  },
  {
    name: 'several services',
    arrange(setup) {
      setup.several = { says: '2 services run.', others: [OTHER] };
    },
    title: '2 services run.',
    follow(setup, line) {
      expect(line).toBe('skills-registry stop --port 8702');
      setup.several = undefined;
    },
  },
  ...[
    { HTTP_PROXY: 'http://proxy:3128' },
    { ALL_PROXY: 'http://proxy:3128', NO_PROXY: 'intranet' },
    { http_proxy: 'http://proxy:3128', no_proxy: 'intranet', NO_PROXY: '' },
  ].map(
    (env): Case => ({
      name: JSON.stringify(env),
      arrange(setup) {
        setup.machine = { ...setup.machine, env };
      },
      title: 'clients may ask the proxy',
      follow(setup, line) {
        const [key = '', value] = line.split('=');
        setup.machine = { ...setup.machine, env: { ...setup.machine.env, [key]: value } };
      },
    }),
  ),
  ...Object.entries(FAULTS).map(
    ([kind, [id, settings]]): Case => ({
      name: `an entry that can't work: ${kind}`,
      arrange: ({ machine }) => put(machine, id, settings),
      title: 'its entry in',
      follow: connectAgain,
    }),
  ),
  {
    name: 'a member in the wrong case',
    arrange: ({ machine }) =>
      put(machine, 'cursor', { MCPServers: { 'skills-registry': { url: URL_8701 } } }),
    title: 'under "MCPServers"',
    follow: connectAgain,
  },
  {
    name: 'an address in the wrong case',
    arrange: ({ machine }) => put(machine, 'cursor', cursor({ URL: URL_8701 })),
    title: '"URL"',
    follow: connectAgain,
  },
  {
    name: 'an entry in the wrong one of a client’s files',
    arrange({ machine }) {
      put(machine, 'claude-code', {});
      put(
        machine,
        'claude-code',
        cursor({ type: 'http', url: URL_8701 }),
        join(machine.home, '.claude', 'settings.json'),
      );
    },
    title: 'from which no servers are read',
    follow: connectAgain,
  },
  {
    name: 'another port',
    arrange: ({ machine }) => put(machine, 'cursor', cursor({ url: 'http://127.0.0.1:8702/mcp' })),
    title: 'the service is elsewhere',
    follow: connectAgain,
  },
  {
    name: 'settings that can’t be understood',
    arrange: ({ machine }) => put(machine, 'cursor', '{"mcpServers": '),
    title: "can't be understood",
    follow({ machine }) {
      const file = settingsFile(machine, 'cursor') ?? '';
      writeFileSync(file, `${readFileSync(file, 'utf8')}{}}`);
    },
  },
];

async function examineMachine({ machine, target, probe, owner, several }: Setup) {
  const options: DoctorOptions = {
    machine,
    target,
    clients: await fakeConnector(machine, target).list(),
    probe: async (baseUrl) => probe(baseUrl),
    findPortOwner: async () => owner,
    cliLine: (args) => ['skills-registry', ...args].join(' '),
    several,
    offline: async () => ({ from: 'remembered', folder: '/mine' }),
    inProjects: async () => new Set(),
  };
  return examine(options);
}

describe('a finding that says what to do', () => {
  it.each(CASES)('is gone once that was done: $name', async ({ arrange, title, follow }) => {
    const setup: Setup = {
      machine: fakeMachine(),
      target: TARGET,
      probe: () => 'ours',
      owner: undefined,
      several: undefined,
    };
    await arrange(setup);
    const before = await examineMachine(setup);
    const found = before.find((finding) => finding.title.includes(title));
    expect(before.map((finding) => finding.title).join('\n')).toContain(title);
    expect(found?.fix).toBeTruthy();
    await follow(setup, found?.line ?? '');
    const after = await examineMachine(setup);
    expect(after.filter(({ fix }) => fix !== undefined)).toEqual([]);
  });
});

describe('a machine on which nothing is wrong', () => {
  it('has no finding that says what to do', async () => {
    const found = await examineMachine({
      ...{ machine: fakeMachine(), target: TARGET, probe: () => 'ours' },
      ...{ owner: undefined, several: undefined },
    });
    expect(found).toEqual([{ severity: 'ok', title: 'The service answers at http://127.0.0.1:8701.' }]);
  });
});
