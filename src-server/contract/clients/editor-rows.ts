/** Editors and IDEs. */
import { type McpClientRow, SERVER_NAME } from './mcp-client-row.ts';

/**
 * VS Code and relatives.
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
