/**
 * The programs that can be connected: what each one's settings must say, the link that asks it to add a server, and the
 * name it gives itself. Formats as of November 2026, sources beside each. Pure: where the settings lie and what is in
 * them is found out by src-server/connect.
 */
import { type Shell, shellLine } from './shell-words.ts';

export const MCP_CLIENT_IDS = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'codex',
  'gemini-cli',
  'jetbrains',
] as const;
export type McpClientId = (typeof MCP_CLIENT_IDS)[number];

/** The name that the service gets in a client's settings. */
export const SERVER_NAME = 'skills-registry';

/** How a client starts the service for itself, speaking MCP on standard input and output. */
export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why there is nothing that a client could start tomorrow, too; a sentence that says what to do. */
export interface NoCommand {
  readonly why: string;
}

/** What a client is to be connected to. */
export interface ConnectTarget {
  /** For clients that speak HTTP, such as `http://127.0.0.1:8701/mcp`. */
  readonly mcpUrl: string;
  /** For clients that don't: what is installed here, by its absolute path. */
  readonly stdio: StdioCommand | NoCommand;
}

export interface McpClientKind {
  readonly id: McpClientId;
  readonly name: string;
  /** How the settings are written; `snippet-only` where they are not in a file of their own. */
  readonly format: 'jsonc' | 'toml' | 'snippet-only';
  /** The member of the settings that holds the servers. */
  readonly serversKey: string;
  /** Names of that member in other clients: what people paste by mistake. */
  readonly wrongServersKeys: readonly string[];
  /** What the settings say about one server; undefined where they need a command and there is none. */
  readonly entry: (target: ConnectTarget) => Readonly<Record<string, unknown>> | undefined;
  /** Where the snippet belongs, for people. */
  readonly place: string;
  /** A link that opens the client and asks whether to add the server. */
  readonly deepLink?: (target: ConnectTarget) => string;
  /** The client's own command for it, without a shell. */
  readonly command?: (target: ConnectTarget) => StdioCommand;
  /** Beginnings of the names that the client gives itself, lower case. */
  readonly seenAs: readonly string[];
  /** True where it asks no addresses on this computer, so that its settings hold a command. */
  readonly startsServer?: true;
  /** What to know before. */
  readonly note?: string;
}

const MCP_SERVERS = {
  serversKey: 'mcpServers',
  wrongServersKeys: ['servers', 'mcp_servers', 'context_servers'],
};

export const MCP_CLIENTS: Readonly<Record<McpClientId, McpClientKind>> = {
  // https://code.claude.com/docs/en/mcp
  'claude-code': {
    id: 'claude-code',
    name: 'Claude Code',
    format: 'jsonc',
    ...MCP_SERVERS,
    entry: ({ mcpUrl }) => ({ type: 'http', url: mcpUrl }),
    place: '~/.claude.json, or .mcp.json in a project',
    command: ({ mcpUrl }) => ({
      command: 'claude',
      args: ['mcp', 'add', '--transport', 'http', '--scope', 'user', SERVER_NAME, mcpUrl],
    }),
    seenAs: ['claude-code'],
  },
  // https://support.claude.com/en/articles/12922929-building-desktop-extensions-with-mcpb
  'claude-desktop': {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    format: 'jsonc',
    ...MCP_SERVERS,
    entry: ({ stdio }) => ('why' in stdio ? undefined : { command: stdio.command, args: stdio.args }),
    place: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    seenAs: ['claude-ai', 'claude-desktop', 'claude desktop'],
    startsServer: true,
    note: 'It cannot reach addresses on this computer, so it starts the service for itself. Restart it afterwards.',
  },
  // https://cursor.com/docs/mcp/install-links
  cursor: {
    id: 'cursor',
    name: 'Cursor',
    format: 'jsonc',
    ...MCP_SERVERS,
    entry: ({ mcpUrl }) => ({ url: mcpUrl }),
    place: '~/.cursor/mcp.json, or .cursor/mcp.json in a project',
    deepLink: ({ mcpUrl }) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${encodeURIComponent(btoa(JSON.stringify({ url: mcpUrl })))}`,
    seenAs: ['cursor'],
  },
  // https://code.visualstudio.com/docs/copilot/customization/mcp-servers
  vscode: {
    id: 'vscode',
    name: 'VS Code',
    format: 'jsonc',
    serversKey: 'servers',
    wrongServersKeys: ['mcpServers', 'mcp_servers', 'context_servers'],
    entry: ({ mcpUrl }) => ({ type: 'http', url: mcpUrl }),
    place: 'mcp.json of the user (MCP: Open User Configuration), or .vscode/mcp.json in a project',
    deepLink: (target) => `vscode:mcp/install?${encodeURIComponent(vscodeServer(target))}`,
    command: (target) => ({ command: 'code', args: ['--add-mcp', vscodeServer(target)] }),
    seenAs: ['visual studio code', 'vscode', 'code - insiders', 'vscodium'],
  },
  // https://docs.devin.ai (Windsurf was renamed Devin Desktop in 2026 and kept its folder)
  windsurf: {
    id: 'windsurf',
    name: 'Windsurf / Devin',
    format: 'jsonc',
    ...MCP_SERVERS,
    entry: ({ mcpUrl }) => ({ serverUrl: mcpUrl }),
    place: '~/.codeium/windsurf/mcp_config.json',
    seenAs: ['windsurf', 'codeium', 'devin', 'cascade'],
  },
  // https://zed.dev/docs/ai/mcp
  zed: {
    id: 'zed',
    name: 'Zed',
    format: 'jsonc',
    serversKey: 'context_servers',
    wrongServersKeys: ['mcpServers', 'servers', 'mcp_servers'],
    entry: ({ mcpUrl }) => ({ url: mcpUrl }),
    place: 'settings.json (zed: open settings)',
    seenAs: ['zed'],
  },
  // https://developers.openai.com/codex/mcp
  codex: {
    id: 'codex',
    name: 'Codex',
    format: 'toml',
    serversKey: 'mcp_servers',
    wrongServersKeys: ['mcpServers', 'servers', 'context_servers'],
    entry: ({ mcpUrl }) => ({ url: mcpUrl }),
    place: '~/.codex/config.toml',
    command: ({ mcpUrl }) => ({ command: 'codex', args: ['mcp', 'add', SERVER_NAME, '--url', mcpUrl] }),
    seenAs: ['codex'],
  },
  // https://geminicli.com/docs/tools/mcp-server
  'gemini-cli': {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    format: 'jsonc',
    ...MCP_SERVERS,
    entry: ({ mcpUrl }) => ({ httpUrl: mcpUrl }),
    place: '~/.gemini/settings.json, or .gemini/settings.json in a project',
    seenAs: ['gemini-cli', 'gemini'],
  },
  // https://www.jetbrains.com/help/ai-assistant/mcp.html
  jetbrains: {
    id: 'jetbrains',
    name: 'JetBrains IDEs',
    format: 'snippet-only',
    ...MCP_SERVERS,
    entry: ({ mcpUrl }) => ({ url: mcpUrl }),
    place: 'Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON',
    seenAs: ['jetbrains', 'intellij', 'junie', 'ai assistant'],
  },
};

function vscodeServer({ mcpUrl }: ConnectTarget): string {
  return JSON.stringify({ name: SERVER_NAME, type: 'http', url: mcpUrl });
}

/** The whole text to paste into a client's settings where they hold nothing else; undefined where there is no entry. */
export function clientSnippet(
  { format, serversKey, entry }: McpClientKind,
  target: ConnectTarget,
): string | undefined {
  const server = entry(target);
  if (server === undefined) return undefined;
  if (format !== 'toml') return JSON.stringify({ [serversKey]: { [SERVER_NAME]: server } }, undefined, 2);
  // A JSON string or array of strings is a TOML one too.
  const lines = Object.entries(server).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [`[${serversKey}.${SERVER_NAME}]`, ...lines].join('\n');
}

/** Whether a request came from a client, by the name in the activity list. */
export function isClientName({ seenAs }: McpClientKind, name: string): boolean {
  const lower = name.toLowerCase();
  return seenAs.some((start) => lower.startsWith(start));
}

/** A command as people would type it; undefined where no line is right in every shell of that system. */
export function commandLine({ command, args }: StdioCommand, shell: Shell): string | undefined {
  return shellLine([command, ...args], shell);
}
