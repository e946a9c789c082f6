/**
 * The programs that can be connected: what each one's settings must say, the link that asks it to add a server, and the
 * name it gives itself. Pure: where the settings lie and what is in them is found out by src-server/connect.
 */
import {
  type ConnectTarget,
  type ConnectWay,
  type McpClientRow,
  SERVER_NAME,
  type ServerEntry,
  type StdioCommand,
} from './mcp-client-row.ts';
import { CLIENT_ROWS, type McpClientId } from './mcp-client-rows.ts';
import { type Shell, shellLine } from './shell-words.ts';

export type { ConnectTarget, ConnectWay, NoCommand, ServerEntry, StdioCommand } from './mcp-client-row.ts';
export { SERVER_NAME } from './mcp-client-row.ts';
export type { McpClientId } from './mcp-client-rows.ts';

/** What a client takes, and how it is connected. */
export interface McpClientKind extends McpClientRow {
  readonly id: McpClientId;
  /** Names of the member that holds the servers in other clients: what people paste by mistake. */
  readonly wrongServersKeys: readonly string[];
  /** True where it asks no addresses on this computer, so that its settings hold a command. */
  readonly startsServer?: true;
  /** What the settings say about one server; undefined where they need a command and there is none. */
  readonly entry: (target: ConnectTarget, way?: ConnectWay) => ServerEntry | undefined;
  readonly deepLink?: (target: ConnectTarget, way?: ConnectWay) => string;
  readonly command?: (target: ConnectTarget, way?: ConnectWay) => StdioCommand | undefined;
}

const SERVERS_KEYS = ['mcpServers', 'servers', 'mcp_servers', 'context_servers', 'amp.mcpServers'];

/** All clients, in the order in which they are listed. */
export const MCP_CLIENT_IDS = Object.keys(CLIENT_ROWS) as readonly McpClientId[];

/** What each client takes, by its id. */
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

/** How a client can be connected, what is done unless something else is asked for first; empty where it can't be. */
export function clientWays(
  { byAddress }: Pick<McpClientRow, 'byAddress'>,
  { stdio, prefers }: ConnectTarget,
): readonly ConnectWay[] {
  const ways: readonly ConnectWay[] = prefers === 'command' ? ['command', 'address'] : ['address', 'command'];
  return ways.filter((way) => (way === 'address' ? byAddress !== undefined : !('why' in stdio)));
}

/** The whole text to paste into a client's settings where they hold nothing else; undefined where there is no entry. */
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

/** An entry as the lines of a TOML table. A JSON string, number, boolean or array of strings is a TOML one, too. */
export function tomlTable(path: readonly string[], entry: ServerEntry): readonly string[] {
  const name = path.map((word) => (/^[\w-]+$/.test(word) ? word : JSON.stringify(word))).join('.');
  return [`[${name}]`, ...Object.entries(entry).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)];
}

/** The client that somebody calls by its id, its name or another usual name, in any case; undefined where none is. */
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

/** Whether a request came from a client, by the name in the activity list. */
export function isClientName({ seenAs }: Pick<McpClientKind, 'seenAs'>, name: string): boolean {
  const lower = name.toLowerCase();
  return seenAs.some((start) => lower.startsWith(start));
}

/** A command as people would type it; undefined where no line is right in every shell of that system. */
export function commandLine({ command, args }: StdioCommand, shell: Shell): string | undefined {
  return shellLine([command, ...args], shell);
}
