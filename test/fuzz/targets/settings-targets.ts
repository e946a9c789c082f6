import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { planConnection, planRemoval } from '../../../src-server/connect/connector.ts';
import { findEntries, readConnection, SERVERS_KEYS } from '../../../src-server/connect/read-connection.ts';
import {
  type ConnectTarget,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
} from '../../../src-server/contract/clients/clients.ts';
import { SETTINGS } from '../../server/connect/settings-fixtures.ts';
import { type FuzzTarget, promise, type SeedInput, text } from '../fuzz-target.ts';
import { seed } from '../read-seeds.ts';

const MOST_LEVELS = 1_000;
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
  // Thousands of levels, which the program edits, and this can't compare.
  const isDeep = (before.match(/[.{[]/g) ?? []).length > MOST_LEVELS;
  readConnection(kind, before, TARGET, () => true);
  const added = planConnection(kind, before, TARGET);
  if (added.ok) {
    promise(
      isDeep || isDeepStrictEqual(othersIn(kind, added.text), othersIn(kind, before)),
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
    isDeep || isDeepStrictEqual(othersIn(kind, removed.text), othersIn(kind, start)),
    'disconnecting keeps all other settings',
  );
  const { state } = readConnection(kind, removed.text, TARGET, () => true);
  promise(state === 'absent', `a disconnected client reads as absent, not ${state}`);
}

/** Settings without our entries, and without emptied objects that held them. */
function othersIn(kind: McpClientKind, settings: string): unknown {
  const found = findEntries(kind, settings, TARGET);
  promise(found.ok, 'edited settings can be read');
  const root = structuredClone(found.root);
  const at = (path: readonly string[]) =>
    path.reduce<Record<string, unknown>>((value, step) => value[step] as Record<string, unknown>, root);
  for (const { path, name } of [...found.own, ...found.misplaced]) delete at(path)[name];
  dropEmpty(root, [kind.serversKey, kind.innerKey ?? '']);
  // Misplaced entries may stand under a key in another case.
  const keys = [kind.serversKey, ...SERVERS_KEYS].map((key) => key.toLowerCase());
  for (const key of Object.keys(root)) if (keys.includes(key.toLowerCase())) dropEmpty(root, [key]);
  // `parse` of TOML gives objects without a prototype.
  return JSON.parse(
    JSON.stringify(root, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
}

function dropEmpty(root: Record<string, unknown>, [key = '', ...rest]: readonly string[]): void {
  const value = root[key];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (rest.length > 0) dropEmpty(value as Record<string, unknown>, rest);
  else if (Object.keys(value).length === 0) delete root[key];
}
