/** Client entries, links and MCP names. Pure. */
import { CLIENT_NAMES, MCP_CLIENT_IDS, type McpClientId } from './client-names.ts';
import {
  type ConnectTarget,
  type ConnectWay,
  type McpClientRow,
  SERVER_NAME,
  type ServerEntry,
  type StdioCommand,
} from './mcp-client-row.ts';
import { CLIENT_ROWS } from './mcp-client-rows.ts';
import { type Shell, shellLine } from './shell-words.ts';

export { MCP_CLIENT_IDS, type McpClientId } from './client-names.ts';
export type { ConnectTarget, ConnectWay, NoCommand, ServerEntry, StdioCommand } from './mcp-client-row.ts';
export { SERVER_NAME } from './mcp-client-row.ts';

export interface McpClientKind extends McpClientRow {
  readonly id: McpClientId;
  readonly name: string;
  /** Of other clients, pasted by mistake. */
  readonly wrongServersKeys: readonly string[];
  /** Can't reach local addresses. */
  readonly startsServer?: true;
  /** Undefined without necessary command. */
  readonly entry: (target: ConnectTarget, way?: ConnectWay) => ServerEntry | undefined;
  readonly deepLink?: (target: ConnectTarget, way?: ConnectWay) => string;
  readonly command?: (target: ConnectTarget, way?: ConnectWay) => StdioCommand | undefined;
}

const SERVERS_KEYS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers', 'amp.mcpServers'];

export const MCP_CLIENTS = Object.fromEntries(MCP_CLIENT_IDS.map((id) => [id, kindOf(id)])) as Readonly<
  Record<McpClientId, McpClientKind>
>;

function kindOf(id: McpClientId): McpClientKind {
  const row: McpClientRow = CLIENT_ROWS[id];
  const { link, own, byAddress } = row;
  const entry = (target: ConnectTarget, way = clientWays(row, target)[0]) => entryOf(row, target, way);
  return {
    ...row,
    id,
    name: CLIENT_NAMES[id].name,
    wrongServersKeys: SERVERS_KEYS.filter((key) => key !== row.serversKey),
    ...(byAddress === undefined ? { startsServer: true as const } : {}),
    entry,
    ...(link === undefined
      ? {}
      : { deepLink: (target, way) => link(entry(target, way) ?? byAddress?.(target.mcpUrl) ?? {}) }),
    ...(own === undefined
      ? {}
      : {
          command: (target, way = clientWays(row, target)[0]) => {
            const said = entry(target, way);
            const args = said && way && own.args(said, way);
            return args && { command: own.program, args };
          },
        }),
  };
}

function entryOf(row: McpClientRow, { mcpUrl, stdio }: ConnectTarget, way: ConnectWay | undefined) {
  if (way === 'address') return row.byAddress?.(mcpUrl);
  if (way === undefined || 'why' in stdio) return undefined;
  return row.byCommand?.(stdio) ?? { command: stdio.command, args: stdio.args };
}

/** Preferred first. */
export function clientWays(
  { byAddress }: Pick<McpClientRow, 'byAddress'>,
  { stdio, prefers }: ConnectTarget,
): readonly ConnectWay[] {
  const ways: readonly ConnectWay[] = prefers === 'command' ? ['command', 'address'] : ['address', 'command'];
  return ways.filter((way) => (way === 'address' ? byAddress !== undefined : !('why' in stdio)));
}

/** Undefined without an entry. */
export function clientSnippet(
  { format, serversKey, serversParent, entry, snippet }: McpClientKind,
  target: ConnectTarget,
  way?: ConnectWay,
): string | undefined {
  const server = entry(target, way);
  if (server === undefined) return undefined;
  if (snippet !== undefined) return snippet(server);
  if (format === 'toml') return tomlTable([serversKey, SERVER_NAME], server).join('\n');
  const servers = { [serversKey]: { [SERVER_NAME]: server } };
  return JSON.stringify(serversParent === undefined ? servers : { [serversParent]: servers }, undefined, 2);
}

/** JSON strings, numbers, booleans, string arrays are valid TOML. */
export function tomlTable(path: readonly string[], entry: ServerEntry): readonly string[] {
  const name = path.map((word) => (/^[\w-]+$/.test(word) ? word : JSON.stringify(word))).join('.');
  return [`[${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)];
}

/** By id, name or alias; ignores case and punctuation. */
export function findClient(word: string): McpClientId | undefined {
  const wanted = plainName(word);
  return MCP_CLIENT_IDS.find((id) => {
    const { name, aliases = [] } = MCP_CLIENTS[id];
    return [id, name, ...aliases].some((known) => plainName(known) === wanted);
  });
}

function plainName(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]+/g, '');
}

/** Undefined if no line works in all shells. */
export function commandLine({ command, args }: StdioCommand, shell: Shell): string | undefined {
  return shellLine([command, ...args], shell);
}
