/** Entries of our service in the clients' settings. */
import { CLIENT_NAMES, MCP_CLIENT_IDS, type McpClientId } from './client-names.ts';
import {
  type ConnectTarget,
  type ConnectWay,
  type McpClientRow,
  SERVER_NAME,
  type ServerEntry,
} from './mcp-client-row.ts';
import { CLIENT_ROWS } from './mcp-client-rows.ts';

export { MCP_CLIENT_IDS, type McpClientId } from './client-names.ts';
export type { ConnectTarget, ConnectWay, NoCommand, ServerEntry, StdioCommand } from './mcp-client-row.ts';
export { SERVER_NAME } from './mcp-client-row.ts';

export interface McpClientKind extends McpClientRow {
  readonly id: McpClientId;
  readonly name: string;
  /** Of other clients, pasted by mistake. */
  readonly wrongServersKeys: readonly string[];
}

const SERVERS_KEYS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers', 'amp.mcpServers'];

export const MCP_CLIENTS = Object.fromEntries(MCP_CLIENT_IDS.map((id) => [id, kindOf(id)])) as Readonly<
  Record<McpClientId, McpClientKind>
>;

function kindOf(id: McpClientId): McpClientKind {
  const row = CLIENT_ROWS[id];
  const wrongServersKeys = SERVERS_KEYS.filter((key) => key !== row.serversKey);
  return { ...row, id, name: CLIENT_NAMES[id].name, wrongServersKeys };
}

/** Undefined if the client can't be connected in this way, or a necessary command is missing. */
export function clientEntry(
  row: McpClientRow,
  target: ConnectTarget,
  way: ConnectWay | undefined = clientWays(row, target)[0],
): ServerEntry | undefined {
  const { addressKey, addressFields, commandFields } = row;
  const { mcpUrl, stdio } = target;
  if (way === 'address')
    return addressKey === undefined ? undefined : { ...addressFields, [addressKey]: mcpUrl };
  if (way === undefined || 'why' in stdio) return undefined;
  return { ...commandFields, command: stdio.command, args: stdio.args };
}

export function clientWays(
  { addressKey }: Pick<McpClientRow, 'addressKey'>,
  { stdio, prefers }: ConnectTarget,
): readonly ConnectWay[] {
  const ways: readonly ConnectWay[] = prefers === 'command' ? ['command', 'address'] : ['address', 'command'];
  return ways.filter((way) => (way === 'address' ? addressKey !== undefined : !('why' in stdio)));
}

export function clientSnippet(
  kind: McpClientKind,
  target: ConnectTarget,
  way?: ConnectWay,
): string | undefined {
  const { format, serversKey } = kind;
  const entry = clientEntry(kind, target, way);
  if (entry === undefined) return undefined;
  if (format === 'toml') return tomlTable([serversKey, SERVER_NAME], entry).join('\n');
  return JSON.stringify({ [serversKey]: { [SERVER_NAME]: entry } }, undefined, 2);
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
