/**
 * The table of programs that can be connected: one more is one more row, here and in docs/connect.md. In paths `~` is the
 * home folder, `<settings>` where programs keep settings (`~/.config`, `~/Library/Application Support`, `%APPDATA%`),
 * `<xdg>` that folder by XDG's rule on Linux and macOS alike, `<roaming>` and `<local>` Windows's two, and
 * `<NAME|~/x>` an environment variable with its default. A path with something that isn't there is left out.
 */
import { type ConnectWay, type McpClientRow, SERVER_NAME, type ServerEntry } from './mcp-client-row.ts';

const SERVERS = { format: 'jsonc', serversKey: 'mcpServers' } as const;

const byUrl = (url: string) => ({ url });
const byHttpUrl = (url: string) => ({ type: 'http', url });

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const base64 = (value: unknown) => encodeURIComponent(btoa(JSON.stringify(value)));

/** `<name> <url>`, or `<name> -- <command> …`, as most commands that add a server have it. */
function addWords({ url, httpUrl, command, args }: ServerEntry, way: ConnectWay): readonly string[] {
  return way === 'address'
    ? [SERVER_NAME, String(url ?? httpUrl)]
    : [SERVER_NAME, '--', String(command), ...(args as readonly string[])];
}

/** VS Code and its kin differ in their names alone; read at code.visualstudio.com/docs/copilot/customization/mcp-servers. */
function vscodeLike(folder: string, scheme: string, program: string) {
  const server = (entry: ServerEntry) => ({ name: SERVER_NAME, ...entry });
  return {
    source: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers, November 2026',
    format: 'jsonc',
    serversKey: 'servers',
    byAddress: byHttpUrl,
    infersType: true,
    files: [`<settings>/${folder}/User/mcp.json`],
    projectFile: '.vscode/mcp.json',
    signs: [`<settings>/${folder}/User/settings.json`, `<settings>/${folder}/User/globalStorage`],
    commands: [program],
    place: 'mcp.json of the user (MCP: Open User Configuration), or .vscode/mcp.json in a project',
    link: (entry: ServerEntry) => `${scheme}:mcp/install?${json(server(entry))}`,
    own: { program, args: (entry: ServerEntry) => ['--add-mcp', JSON.stringify(server(entry))] },
  } as const;
}

const ROWS = {
  'claude-code': {
    name: 'Claude Code',
    source: 'https://code.claude.com/docs/en/mcp, November 2026',
    aliases: ['claude'],
    ...SERVERS,
    byAddress: byHttpUrl,
    files: ['<CLAUDE_CONFIG_DIR|~>/.claude.json'],
    projectFile: '.mcp.json',
    otherFiles: ['<CLAUDE_CONFIG_DIR|~/.claude>/settings.json', '<CLAUDE_CONFIG_DIR|~/.claude>/mcp.json'],
    signs: ['<CLAUDE_CONFIG_DIR|~/.claude>/settings.json', '<CLAUDE_CONFIG_DIR|~/.claude>/projects'],
    commands: ['claude'],
    place: '~/.claude.json, or .mcp.json in a project',
    own: {
      program: 'claude',
      args: (entry, way) => [
        'mcp',
        'add',
        ...(way === 'address' ? ['--transport', 'http'] : []),
        '--scope',
        'user',
        ...addWords(entry, way),
      ],
    },
    seenAs: ['claude-code'],
  },
  'claude-desktop': {
    name: 'Claude Desktop',
    source: 'https://support.claude.com/en/articles/12922929 (bundles), November 2026',
    ...SERVERS,
    files: [
      // An app from the Store sees this folder as %APPDATA%\Claude, and not what lies there.
      '<local>/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
      '<settings>/Claude/claude_desktop_config.json',
    ],
    applications: ['Claude.app'],
    signs: ['<settings>/Claude/config.json', '<local>/AnthropicClaude/claude.exe'],
    place: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    seenAs: ['claude-ai', 'claude-desktop', 'claude desktop'],
    note: 'It cannot reach addresses on this computer, so it starts the service for itself. Restart it afterwards.',
  },
  cursor: {
    name: 'Cursor',
    source: 'https://cursor.com/docs/mcp and /docs/mcp/install-links, November 2026',
    ...SERVERS,
    byAddress: byUrl,
    files: ['~/.cursor/mcp.json'],
    projectFile: '.cursor/mcp.json',
    signs: ['<settings>/Cursor/User/settings.json', '<settings>/Cursor/User/globalStorage'],
    commands: ['cursor', 'cursor-agent'],
    applications: ['Cursor.app'],
    place: '~/.cursor/mcp.json, or .cursor/mcp.json in a project',
    link: (entry) =>
      `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVER_NAME}&config=${base64(entry)}`,
    seenAs: ['cursor'],
  },
  vscode: {
    name: 'VS Code',
    aliases: ['code', 'visual-studio-code', 'copilot'],
    ...vscodeLike('Code', 'vscode', 'code'),
    applications: ['Visual Studio Code.app'],
    seenAs: ['visual studio code', 'vscode'],
  },
  'vscode-insiders': {
    name: 'VS Code Insiders',
    aliases: ['code-insiders'],
    ...vscodeLike('Code - Insiders', 'vscode-insiders', 'code-insiders'),
    applications: ['Visual Studio Code - Insiders.app'],
    seenAs: ['code - insiders', 'visual studio code - insiders'],
  },
  vscodium: {
    name: 'VSCodium',
    aliases: ['codium'],
    ...vscodeLike('VSCodium', 'vscodium', 'codium'),
    applications: ['VSCodium.app'],
    seenAs: ['vscodium'],
  },
  windsurf: {
    name: 'Windsurf / Devin',
    source: 'https://docs.devin.ai, November 2026; Windsurf was renamed in 2026 and Cascade kept its folder',
    ...SERVERS,
    byAddress: (serverUrl) => ({ serverUrl }),
    alsoReads: ['url'],
    files: ['~/.codeium/windsurf/mcp_config.json'],
    signs: ['<settings>/Windsurf/User/settings.json', '<settings>/Windsurf/User/globalStorage'],
    commands: ['windsurf'],
    applications: ['Windsurf.app', 'Devin.app'],
    place: '~/.codeium/windsurf/mcp_config.json',
    seenAs: ['windsurf', 'codeium', 'devin', 'cascade'],
  },
  zed: {
    name: 'Zed',
    source: 'https://zed.dev/docs/ai/mcp, November 2026',
    format: 'jsonc',
    serversKey: 'context_servers',
    byAddress: byUrl,
    files: ['<roaming>/Zed/settings.json', '<xdg>/zed/settings.json'],
    projectFile: '.zed/settings.json',
    commands: ['zed', 'zeditor'],
    applications: ['Zed.app'],
    place: 'settings.json (zed: open settings)',
    seenAs: ['zed'],
  },
  codex: {
    name: 'Codex',
    source: 'https://developers.openai.com/codex/mcp, November 2026',
    aliases: ['codex-cli'],
    format: 'toml',
    serversKey: 'mcp_servers',
    byAddress: byUrl,
    files: ['<CODEX_HOME|~/.codex>/config.toml'],
    projectFile: '.codex/config.toml',
    signs: ['<CODEX_HOME|~/.codex>/auth.json', '<CODEX_HOME|~/.codex>/sessions'],
    commands: ['codex'],
    applications: ['Codex.app'],
    place: '~/.codex/config.toml',
    own: {
      program: 'codex',
      args: (entry, way) => [
        'mcp',
        'add',
        ...(way === 'address' ? [SERVER_NAME, '--url', String(entry['url'])] : addWords(entry, way)),
      ],
    },
    seenAs: ['codex'],
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    source: 'https://geminicli.com/docs/tools/mcp-server, November 2026',
    aliases: ['gemini'],
    ...SERVERS,
    byAddress: (httpUrl) => ({ httpUrl }),
    hasLists: true,
    files: ['~/.gemini/settings.json'],
    projectFile: '.gemini/settings.json',
    signs: ['~/.gemini/oauth_creds.json', '~/.gemini/tmp'],
    commands: ['gemini'],
    place: '~/.gemini/settings.json, or .gemini/settings.json in a project',
    own: {
      program: 'gemini',
      args: (entry, way) => [
        'mcp',
        'add',
        ...(way === 'address' ? ['--transport', 'http'] : []),
        '--scope',
        'user',
        // It takes the words of the command as they come.
        ...addWords(entry, way).filter((word) => word !== '--'),
      ],
    },
    seenAs: ['gemini-cli', 'gemini'],
  },
  jetbrains: {
    name: 'JetBrains IDEs',
    source: 'https://www.jetbrains.com/help/ai-assistant/mcp.html, November 2026',
    aliases: ['intellij', 'idea', 'pycharm', 'webstorm'],
    format: 'snippet-only',
    serversKey: 'mcpServers',
    byAddress: byUrl,
    files: [],
    signs: ['<settings>/JetBrains'],
    commands: ['idea', 'pycharm', 'webstorm', 'goland', 'clion', 'rustrover', 'rider'],
    applications: [
      'IntelliJ IDEA.app',
      'PyCharm.app',
      'WebStorm.app',
      'GoLand.app',
      'CLion.app',
      'RustRover.app',
    ],
    place: 'Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON',
    seenAs: ['jetbrains', 'intellij', 'ai assistant'],
  },
} as const satisfies Readonly<Record<string, McpClientRow>>;

export type McpClientId = keyof typeof ROWS;

export const CLIENT_ROWS: Readonly<Record<McpClientId, McpClientRow>> = ROWS;
