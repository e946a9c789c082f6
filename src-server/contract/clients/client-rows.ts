export const SERVER_NAME = 'skills-registry';

/** The lists of allowed and excluded servers in the settings of Gemini CLI and its relatives. */
const GEMINI_LISTS = { excluded: ['mcp', 'excluded'], allowed: ['mcp', 'allowed'] } as const;

/**
 * How a client reaches the service. `address`: over HTTP. `command`: it starts a program, over standard input and
 * output.
 */
export type ConnectWay = 'address' | 'command';

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Why no permanent command exists, and what to do. */
export interface NoCommand {
  readonly why: string;
}

export interface ConnectTarget {
  /** The address of the service: `http://127.0.0.1:8701/mcp`. */
  readonly mcpUrl: string;
  readonly stdio: StdioCommand | NoCommand;
  /**
   * `command` suits a service that isn't always running: a started program uses a running service. Default:
   * `address`.
   */
  readonly prefers?: ConnectWay;
}

export type ServerEntry = Readonly<Record<string, unknown>>;

/**
 * A client of MCP as plain data, also listed in docs/connect.md. Its paths may have these parts; a path of another
 * system is skipped:
 * - `~`: home folder
 * - `<settings>`: `~/.config`, `~/Library/Application Support` or `%APPDATA%`
 * - `<xdg>`: XDG settings folder, on Linux and macOS
 * - `<roaming>`, `<local>`, `<windowsHome>`: Windows folders
 * - `<NAME|~/x>`: environment variable with default
 * - leading `?`: only if the path or its folder exists
 */
export interface McpClientRow {
  readonly source: string;
  readonly aliases?: readonly string[];
  /** `snippet-only`: never written; the snippet is the common form. Default: `jsonc`. */
  readonly format?: 'toml' | 'snippet-only';
  /** The key that servers stand under. Default: `mcpServers`. */
  readonly serversKey?: string;
  /** Servers stand under this key inside of `serversKey`, or directly under `serversKey`. */
  readonly innerKey?: string;
  /** The key of an address in an entry. Default: `url`. */
  readonly addressKey?: 'httpUrl' | 'serverUrl';
  /** Whether the client asks no addresses of this computer, so that it can only start programs. */
  readonly startsOnly?: true;
  readonly addressFields?: ServerEntry;
  readonly commandFields?: ServerEntry;
  /** Whether program and arguments stand in one list. */
  readonly commandList?: true;
  readonly alsoReads?: readonly string[];
  readonly alsoTypes?: readonly string[];
  readonly infersType?: true;
  /** Paths of lists with names of servers, in any case. An empty list of allowed names allows all. */
  readonly nameLists?: { readonly excluded: readonly string[]; readonly allowed: readonly string[] };
  /** Where users switch off servers of a project's file by name; other settings don't lift it. */
  readonly projectSwitch?: {
    /** The member that lists the names: `disabledMcpjsonServers`. */
    readonly off: string;
    /** Settings of the user, like `files`. */
    readonly file: string;
    /** Files of the project, relative to its folder, in which the client reads the same names. */
    readonly projectFiles: readonly string[];
  };
  /**
   * Settings of the user: the first file that exists is taken, else the first in a folder that exists, else the
   * first.
   */
  readonly files?: readonly string[];
  readonly projectFile?: string;
  /**
   * The folder of a server that the client, on another computer, installs here. It reads no settings of a user here.
   */
  readonly remoteFolder?: string;
  readonly otherFiles?: readonly string[];
  /** Files and folders of an installation, besides settings. */
  readonly signs?: readonly string[];
  /** Programs by which the client is found. Default: its id. */
  readonly commands?: readonly string[];
  /** Applications by which it is found on macOS. Default: its name. */
  readonly applications?: readonly string[];
  /** Where people find the settings. Default: the first file, and the project's. */
  readonly place?: string;
  readonly note?: string;
  readonly projectNote?: string;
}

/** The rows of terminal agents and chat apps. */
export const AGENT_ROWS = {
  'claude-code': {
    source: 'https://code.claude.com/docs/en/mcp, November 2026',
    aliases: ['claude'],
    // Otherwise the model sees the names of tools alone, until it searches for them.
    addressFields: { type: 'http', alwaysLoad: true },
    commandFields: { alwaysLoad: true },
    files: ['<CLAUDE_CONFIG_DIR|~>/.claude.json'],
    projectFile: '.mcp.json',
    projectSwitch: {
      off: 'disabledMcpjsonServers',
      file: '<CLAUDE_CONFIG_DIR|~/.claude>/settings.json',
      projectFiles: ['.claude/settings.local.json', '.claude/settings.json'],
    },
    otherFiles: ['<CLAUDE_CONFIG_DIR|~/.claude>/settings.json', '<CLAUDE_CONFIG_DIR|~/.claude>/mcp.json'],
    signs: ['<CLAUDE_CONFIG_DIR|~/.claude>/settings.json', '<CLAUDE_CONFIG_DIR|~/.claude>/projects'],
    commands: ['claude'],
  },
  'claude-desktop': {
    source: 'https://support.claude.com/en/articles/12922929 (bundles), November 2026',
    startsOnly: true,
    files: [
      // An app from the Store sees the package folder as %APPDATA%\Claude, not the real one.
      '?<local>/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json',
      '<settings>/Claude/claude_desktop_config.json',
    ],
    applications: ['Claude.app'],
    signs: ['<settings>/Claude/config.json', '<local>/AnthropicClaude/claude.exe'],
    place: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    note: 'It cannot reach addresses on this computer, so it starts the service for itself. Restart it afterwards.',
  },
  codex: {
    source: 'https://developers.openai.com/codex/mcp, November 2026',
    aliases: ['codex-cli'],
    format: 'toml',
    serversKey: 'mcp_servers',
    files: ['<CODEX_HOME|~/.codex>/config.toml'],
    projectFile: '.codex/config.toml',
    signs: ['<CODEX_HOME|~/.codex>/auth.json', '<CODEX_HOME|~/.codex>/sessions'],
    projectNote:
      'Codex ignores .codex/config.toml in a project that you have not marked as trusted in Codex.',
  },
  'gemini-cli': {
    source: 'https://geminicli.com/docs/tools/mcp-server, November 2026',
    aliases: ['gemini'],
    addressKey: 'httpUrl',
    nameLists: GEMINI_LISTS,
    files: ['<GEMINI_CLI_HOME|~>/.gemini/settings.json'],
    projectFile: '.gemini/settings.json',
    signs: ['~/.gemini/oauth_creds.json', '~/.gemini/tmp'],
    commands: ['gemini'],
    note: 'It switches all servers off in a folder that it does not trust: /permissions trust, in Gemini CLI. It ended for individual accounts on 18 June 2026.',
  },
  'qwen-code': {
    source: 'https://qwenlm.github.io/qwen-code-docs/en/users/features/mcp, November 2026',
    aliases: ['qwen'],
    addressKey: 'httpUrl',
    nameLists: GEMINI_LISTS,
    files: ['<QWEN_HOME|~/.qwen>/settings.json'],
    projectFile: '.qwen/settings.json',
    signs: ['<QWEN_HOME|~/.qwen>/oauth_creds.json', '<QWEN_HOME|~/.qwen>/projects'],
    commands: ['qwen'],
  },
  'copilot-cli': {
    source: 'https://docs.github.com/en/copilot/how-tos/copilot-cli, November 2026',
    aliases: ['github-copilot-cli'],
    addressFields: { type: 'http', tools: ['*'] },
    commandFields: { type: 'local', tools: ['*'] },
    alsoTypes: ['stdio'],
    files: ['<COPILOT_HOME|~/.copilot>/mcp-config.json'],
    projectFile: '.github/mcp.json',
    signs: ['<COPILOT_HOME|~/.copilot>/config.json'],
    commands: ['copilot'],
  },
  opencode: {
    source: 'https://opencode.ai/docs/mcp-servers and /v2/docs/mcp-servers, November 2026',
    // Version 1.18 reads both forms.
    serversKey: 'mcp',
    innerKey: 'servers',
    addressFields: { type: 'remote' },
    commandFields: { type: 'local' },
    commandList: true,
    files: [
      '<XDG_CONFIG_HOME|~/.config>/opencode/opencode.json',
      '<XDG_CONFIG_HOME|~/.config>/opencode/opencode.jsonc',
    ],
    projectFile: 'opencode.json',
    signs: ['<XDG_DATA_HOME|~/.local/share>/opencode'],
    commands: ['opencode', 'opencode2'],
  },
  antigravity: {
    source: 'https://antigravity.google/docs/mcp (one folder since 2.0), November 2026',
    aliases: ['agy', 'google-antigravity'],
    addressKey: 'serverUrl',
    files: ['~/.gemini/config/mcp_config.json', '?~/.gemini/antigravity/mcp_config.json'],
    signs: ['<settings>/Antigravity/User/settings.json', '<settings>/Antigravity/User/globalStorage'],
    commands: ['agy', 'antigravity'],
    place: '~/.gemini/config/mcp_config.json (MCP Servers, Manage, View raw config)',
  },
  amp: {
    source: 'https://ampcode.com/manual#mcp, November 2026',
    serversKey: 'amp.mcpServers',
    files: ['<XDG_CONFIG_HOME|~/.config>/amp/settings.json'],
    projectFile: '.amp/settings.json',
  },
  goose: {
    source: 'https://goose-docs.ai/docs/guides/config-files, November 2026',
    format: 'snippet-only',
    signs: ['<roaming>/Block/goose/config/config.yaml', '<xdg>/goose/config.yaml'],
    place: 'goose configure, Add Extension, Remote Extension (Streamable HTTP)',
  },
  'lm-studio': {
    source: 'https://lmstudio.ai/docs/app/mcp and /docs/app/mcp/deeplink, November 2026',
    files: ['~/.lmstudio/mcp.json', '?~/.cache/lm-studio/mcp.json'],
    signs: ['~/.lmstudio/settings.json'],
    commands: ['lms'],
    place: 'mcp.json (Program, Install, Edit mcp.json)',
  },
  warp: {
    source: 'https://docs.warp.dev/agents/capabilities/mcp, November 2026',
    files: ['~/.warp/.mcp.json'],
    projectFile: '.warp/.mcp.json',
    signs: ['<settings>/warp-terminal/user_preferences.json'],
    commands: ['warp-terminal', 'oz'],
    place: '~/.warp/.mcp.json, or Settings, Agents, MCP servers, Add',
  },
} as const satisfies Readonly<Record<string, McpClientRow>>;

/**
 * Makes what the rows of VS Code and its relatives have in common.
 *
 * @param remote folder of the server that the editor installs in WSL and over ssh
 */
function vscodeLike(
  folder: string,
  program: string,
  { flatpak, remote }: { flatpak: string; remote: string },
) {
  return {
    source: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers, November 2026',
    serversKey: 'servers',
    addressFields: { type: 'http' },
    infersType: true,
    files: [`<settings>/${folder}/User/mcp.json`, `?~/.var/app/${flatpak}/config/${folder}/User/mcp.json`],
    remoteFolder: `~/${remote}`,
    projectFile: '.vscode/mcp.json',
    signs: [`<settings>/${folder}/User/settings.json`, `<settings>/${folder}/User/globalStorage`],
    commands: [program],
    place: 'mcp.json of the user (MCP: Open User Configuration), or .vscode/mcp.json in a project',
  } as const;
}

/** The rows of editors and IDEs. */
export const EDITOR_ROWS = {
  cursor: {
    source: 'https://cursor.com/docs/mcp and /docs/mcp/install-links, November 2026',
    files: ['~/.cursor/mcp.json'],
    projectFile: '.cursor/mcp.json',
    signs: ['<settings>/Cursor/User/settings.json', '<settings>/Cursor/User/globalStorage'],
    commands: ['cursor', 'cursor-agent'],
  },
  vscode: {
    ...vscodeLike('Code', 'code', { flatpak: 'com.visualstudio.code', remote: '.vscode-server' }),
    aliases: ['code', 'visual-studio-code', 'copilot'],
    applications: ['Visual Studio Code.app'],
  },
  'vscode-insiders': {
    ...vscodeLike('Code - Insiders', 'code-insiders', {
      flatpak: 'com.visualstudio.code.insiders',
      remote: '.vscode-server-insiders',
    }),
    aliases: ['code-insiders'],
    applications: ['Visual Studio Code - Insiders.app'],
  },
  vscodium: {
    ...vscodeLike('VSCodium', 'codium', { flatpak: 'com.vscodium.codium', remote: '.vscodium-server' }),
    aliases: ['codium'],
  },
  windsurf: {
    source: 'https://docs.devin.ai/desktop/cascade/mcp (now Devin’s Cascade), November 2026',
    aliases: ['cascade', 'codeium'],
    addressKey: 'serverUrl',
    alsoReads: ['url'],
    files: ['~/.codeium/windsurf/mcp_config.json'],
    signs: ['<settings>/Windsurf/User/settings.json', '<settings>/Windsurf/User/globalStorage'],
  },
  devin: {
    source: 'https://docs.devin.ai/cli/extensibility/mcp/configuration, November 2026',
    aliases: ['devin-local', 'devin-desktop'],
    addressFields: { protocol: 'http' },
    files: ['<roaming>/devin/mcp_config.json', '<xdg>/devin/mcp_config.json'],
    projectFile: '.devin/mcp_config.json',
    signs: ['<roaming>/devin/config.json', '<xdg>/devin/config.json'],
    place: 'mcp_config.json in ~/.config/devin (%APPDATA%\\devin), or .devin/mcp_config.json in a project',
  },
  zed: {
    source: 'https://zed.dev/docs/ai/mcp, November 2026',
    serversKey: 'context_servers',
    files: ['<roaming>/Zed/settings.json', '<xdg>/zed/settings.json'],
    projectFile: '.zed/settings.json',
    commands: ['zed', 'zeditor'],
    place: 'settings.json (zed: open settings)',
  },
  jetbrains: {
    source: 'https://www.jetbrains.com/help/ai-assistant/mcp.html, November 2026',
    aliases: ['intellij', 'idea', 'pycharm', 'webstorm'],
    format: 'snippet-only',
    signs: ['<settings>/JetBrains'],
    commands: ['idea', 'pycharm', 'webstorm', 'goland', 'clion', 'rustrover', 'rider'],
    applications: ['IntelliJ IDEA.app', 'PyCharm.app', 'WebStorm.app', 'GoLand.app', 'CLion.app'],
    place: 'Settings, Tools, AI Assistant, Model Context Protocol (MCP), Add, As JSON',
  },
  'jetbrains-air': {
    source: 'https://www.jetbrains.com/help/air/mcp-servers.html, May 2026',
    aliases: ['air'],
    format: 'snippet-only',
    applications: ['Air.app', 'JetBrains Air.app'],
    place: 'Settings, AI, MCP Servers, Add Global MCP Server; or .air/mcp.json or .mcp.json in a project',
  },
  junie: {
    source: 'https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html, November 2026',
    startsOnly: true,
    files: ['~/.junie/mcp/mcp.json'],
    projectFile: '.junie/mcp/mcp.json',
    note: 'It starts programs and asks no addresses, so it starts the service for itself.',
  },
  cline: {
    // One file since version 4, VS Code’s storage before.
    source: 'https://docs.cline.bot/mcp/mcp-overview, November 2026',
    addressFields: { type: 'streamableHttp' },
    files: [
      '~/.cline/data/settings/cline_mcp_settings.json',
      '?<settings>/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    ],
    projectFile: '.cline/mcp.json',
    signs: ['~/.cline/data'],
    place: 'cline_mcp_settings.json (MCP Servers, Configure), or .cline/mcp.json in a project',
  },
  continue: {
    source: 'https://docs.continue.dev/customize/deep-dives/mcp, November 2026',
    addressFields: { type: 'http' },
    infersType: true,
    // A separate file in a folder that Continue reads completely; config.yaml stays untouched.
    files: [`~/.continue/mcpServers/${SERVER_NAME}.json`],
    projectFile: `.continue/mcpServers/${SERVER_NAME}.json`,
    signs: ['~/.continue/config.yaml', '~/.continue/config.json'],
    commands: ['cn'],
    note: 'Continue ended in June 2026. Installed versions still read this file.',
  },
  kiro: {
    source: 'https://kiro.dev/docs/mcp/configuration, November 2026',
    aliases: ['kiro-cli', 'amazon-q'],
    files: ['<KIRO_HOME|~/.kiro>/settings/mcp.json'],
    projectFile: '.kiro/settings/mcp.json',
    signs: ['<settings>/Kiro/User/settings.json', '<settings>/Kiro/User/globalStorage'],
    commands: ['kiro', 'kiro-cli'],
  },
  'visual-studio': {
    source: 'https://learn.microsoft.com/visualstudio/ide/mcp-servers, November 2026',
    aliases: ['visual-studio-2026', 'visual-studio-2022', 'devenv'],
    serversKey: 'servers',
    addressFields: { type: 'http' },
    infersType: true,
    files: ['<windowsHome>/.mcp.json'],
    projectFile: '.mcp.json',
    signs: ['<local>/Microsoft/VisualStudio'],
    place: '%USERPROFILE%\\.mcp.json, or .mcp.json beside a solution',
  },
} as const satisfies Readonly<Record<string, McpClientRow>>;
