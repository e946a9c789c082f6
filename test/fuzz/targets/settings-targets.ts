import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ourEntryNames } from '../../../src-server/connect/own-entry.ts';
import { planConnection, planRemoval } from '../../../src-server/connect/plan-connection.ts';
import { readConnection } from '../../../src-server/connect/read-connection.ts';
import { readServers } from '../../../src-server/connect/read-servers.ts';
import {
  type ConnectTarget,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
} from '../../../src-server/contract/clients/mcp-clients.ts';
import { SETTINGS } from '../../server/connect/settings-fixtures.ts';
import { type FuzzTarget, promise, type SeedInput, text } from '../fuzz-target.ts';
import { seed } from '../read-seeds.ts';

const TARGET: ConnectTarget = {
  mcpUrl: 'http://127.0.0.1:8701/mcp',
  stdio: { command: '/usr/bin/node', args: ['/opt/skills-registry.cjs', 'mcp'] },
};

export const settingsTargets: readonly FuzzTarget[] = [
  {
    name: 'settings-json',
    words: [
      '"mcpServers"',
      '"skills-registry"',
      '{}',
      '// c\n',
      '/* c */',
      ',',
      '"url": "http://127.0.0.1:8701/mcp"',
      '"disabled": true',
    ],
    seeds: () => seedsOf((kind) => kind.format !== 'toml'),
    made: fc.json({ maxDepth: 4 }),
    check: checkSettings,
  },
  {
    name: 'settings-toml',
    words: [
      '[mcp_servers.skills-registry]',
      '[mcp_servers]',
      '[[a]]',
      'url = "x"',
      '"""',
      "'''",
      '# c\n',
      'a.b = 1',
      '{ a = 1 }',
      '1979-05-27',
    ],
    seeds: () => seedsOf((kind) => kind.format === 'toml'),
    check: checkSettings,
  },
];

/** People's settings; the same with our entry; an empty file. */
function seedsOf(isWanted: (kind: McpClientKind) => boolean): readonly SeedInput[] {
  return MCP_CLIENT_IDS.filter(
    (id) => isWanted(MCP_CLIENTS[id]) && MCP_CLIENTS[id].format !== 'snippet-only',
  ).flatMap((id) => {
    const before = SETTINGS[id] ?? '';
    const added = planConnection(MCP_CLIENTS[id], before, TARGET);
    return [seed(id, before), ...(added.ok ? [seed(id, added.text)] : [])];
  });
}

function checkSettings(input: Buffer, name: string): void {
  const kind = MCP_CLIENTS[name as McpClientId];
  const before = text(input);
  readConnection(kind, before, TARGET, () => true);
  const added = planConnection(kind, before, TARGET);
  if (added.ok) {
    promise(
      isDeepStrictEqual(othersIn(kind, added.text), othersIn(kind, before)),
      'connecting keeps all other settings',
    );
    const { state } = readConnection(kind, added.text, TARGET, () => true);
    promise(state === 'connected', `a connected client reads as connected, not ${state}`);
    const again = planConnection(kind, added.text, TARGET);
    promise(again.ok && again.text === added.text, 'connecting twice changes nothing');
  }
  const start = added.ok ? added.text : before;
  const removed = planRemoval(kind, start, TARGET);
  if (!removed.ok) return;
  promise(
    isDeepStrictEqual(othersIn(kind, removed.text), othersIn(kind, start)),
    'disconnecting keeps all other settings',
  );
  const { state } = readConnection(kind, removed.text, TARGET, () => true);
  promise(state === 'absent', `a disconnected client reads as absent, not ${state}`);
}

/** Settings without our entries. */
function othersIn(kind: McpClientKind, settings: string): unknown {
  const read = readServers(kind, settings);
  promise(read.ok, 'edited settings can be read');
  const ours = ourEntryNames(read.servers, TARGET);
  const servers = Object.entries(read.servers).filter(([name]) => !ours.includes(name));
  const own = [kind.serversKey, ...kind.wrongServersKeys].map((key) => key.toLowerCase());
  const rest = Object.entries(read.root).filter(([key]) => !own.includes(key.toLowerCase()));
  // `parse` of TOML gives objects without a prototype.
  return JSON.parse(
    JSON.stringify({ rest, servers }, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );
}
