/** Entries of our service in the clients' settings. */
import { AGENT_ROWS } from './agent-rows.ts';
import { CLIENT_NAMES, MCP_CLIENT_IDS, type McpClientId } from './client-names.ts';
import { EDITOR_ROWS } from './editor-rows.ts';
import {
  type ConnectTarget,
  type ConnectWay,
  type McpClientRow,
  SERVER_NAME,
  type ServerEntry,
} from './mcp-client-row.ts';

export { MCP_CLIENT_IDS, type McpClientId } from './client-names.ts';
export type { ConnectTarget, ConnectWay, NoCommand, ServerEntry, StdioCommand } from './mcp-client-row.ts';
export { SERVER_NAME } from './mcp-client-row.ts';

/** A row with its defaults. */
export interface McpClientKind extends Omit<McpClientRow, 'format' | 'addressKey'> {
  readonly id: McpClientId;
  readonly name: string;
  readonly format: 'jsonc' | 'toml' | 'snippet-only';
  readonly serversKey: string;
  /** Undefined without access to local addresses. */
  readonly addressKey: string | undefined;
  readonly files: readonly string[];
  readonly commands: readonly string[];
  readonly applications: readonly string[];
  readonly place: string;
}

const ROWS: Readonly<Record<McpClientId, McpClientRow>> = { ...AGENT_ROWS, ...EDITOR_ROWS };

export const MCP_CLIENTS = Object.fromEntries(MCP_CLIENT_IDS.map((id) => [id, kindOf(id)])) as Readonly<
  Record<McpClientId, McpClientKind>
>;

function kindOf(id: McpClientId): McpClientKind {
  const row = ROWS[id];
  const { name } = CLIENT_NAMES[id];
  const { files = [], projectFile, startsOnly } = row;
  const file = files[0]?.replace(/<\w+\|([^<>]*)>/, '$1');
  return {
    format: 'jsonc',
    serversKey: 'mcpServers',
    place: projectFile === undefined ? `${file}` : `${file}, or ${projectFile} in a project`,
    commands: [id],
    applications: [`${name}.app`],
    ...row,
    addressKey: startsOnly ? undefined : (row.addressKey ?? 'url'),
    ...{ files, id, name },
  };
}

/** Undefined if the client can't be connected in this way, or a necessary command is missing. */
export function clientEntry(
  kind: McpClientKind,
  target: ConnectTarget,
  way: ConnectWay | undefined = clientWays(kind, target)[0],
): ServerEntry | undefined {
  const { addressKey, addressFields, commandFields, commandList } = kind;
  const { mcpUrl, stdio } = target;
  if (way === 'address')
    return addressKey === undefined ? undefined : { ...addressFields, [addressKey]: mcpUrl };
  if (way === undefined || 'why' in stdio) return undefined;
  return commandList
    ? { ...commandFields, command: [stdio.command, ...stdio.args] }
    : { ...commandFields, command: stdio.command, args: stdio.args };
}

/** The preferred first. */
export function clientWays(
  { addressKey }: Pick<McpClientKind, 'addressKey'>,
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
  const { format, serversKey, innerKey } = kind;
  const entry = clientEntry(kind, target, way);
  if (entry === undefined) return undefined;
  if (format === 'toml') return tomlTable([serversKey, SERVER_NAME], entry).join('\n');
  const servers = { [SERVER_NAME]: entry };
  const under = innerKey === undefined ? servers : { [innerKey]: servers };
  return JSON.stringify({ [serversKey]: under }, undefined, 2);
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
