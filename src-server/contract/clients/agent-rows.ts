/** Terminal agents and chat apps. Paths: see mcp-client-rows.ts. */
import { addForUser, addWords, base64, byHttpUrl, byServerUrl, byUrl, commandList } from './entry-shapes.ts';
import { type McpClientRow, SERVER_NAME } from './mcp-client-row.ts';

const SERVERS = { format: 'jsonc', serversKey: 'mcpServers' } as const;

/** In display order. */
export const AGENT_ROWS = {
  'claude-code': {
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
      args: addForUser,
    },
  },
  'claude-desktop': {
    source: 'https://support.claude.com/en/articles/12922929 (bundles), November 2026',
    ...SERVERS,
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
    byAddress: byUrl,
    files: ['<CODEX_HOME|~/.codex>/config.toml'],
    projectFile: '.codex/config.toml',
    signs: ['<CODEX_HOME|~/.codex>/auth.json', '<CODEX_HOME|~/.codex>/sessions'],
    commands: ['codex'],
    applications: ['Codex.app'],
    place: '~/.codex/config.toml',
    projectNote:
      'Codex ignores .codex/config.toml in a project that you have not marked as trusted in Codex.',
    own: {
      program: 'codex',
      args: (entry, way) => [
        'mcp',
        'add',
        ...(way === 'address' ? [SERVER_NAME, '--url', String(entry['url'])] : addWords(entry, way)),
      ],
    },
  },
  'gemini-cli': {
    source: 'https://geminicli.com/docs/tools/mcp-server, November 2026',
    aliases: ['gemini'],
    ...SERVERS,
    byAddress: (httpUrl) => ({ httpUrl }),
    hasLists: true,
    files: ['<GEMINI_CLI_HOME|~>/.gemini/settings.json'],
    projectFile: '.gemini/settings.json',
    signs: ['~/.gemini/oauth_creds.json', '~/.gemini/tmp'],
    commands: ['gemini'],
    place: '~/.gemini/settings.json, or .gemini/settings.json in a project',
    own: {
      program: 'gemini',
      // Gemini CLI takes the command's words without a separator.
      args: (entry, way) => addForUser(entry, way).filter((word) => word !== '--'),
    },
    note: 'Gemini CLI ended for individual accounts on 18 June 2026.',
  },
  'copilot-cli': {
    source:
      'https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers, November 2026',
    aliases: ['github-copilot-cli'],
    ...SERVERS,
    byAddress: (url) => ({ type: 'http', url, tools: ['*'] }),
    byCommand: ({ command, args }) => ({ type: 'local', command, args, tools: ['*'] }),
    alsoTypes: ['stdio'],
    files: ['<COPILOT_HOME|~/.copilot>/mcp-config.json'],
    projectFile: '.github/mcp.json',
    signs: ['<COPILOT_HOME|~/.copilot>/config.json'],
    commands: ['copilot'],
    place: '~/.copilot/mcp-config.json, or .github/mcp.json in a project',
  },
  opencode: {
    source: 'https://opencode.ai/v2/docs/mcp-servers, November 2026',
    format: 'snippet-only',
    serversParent: 'mcp',
    serversKey: 'servers',
    byAddress: (url) => ({ type: 'remote', url }),
    byCommand: (stdio) => ({ type: 'local', command: commandList(stdio) }),
    files: [
      '<XDG_CONFIG_HOME|~/.config>/opencode/opencode.jsonc',
      '<XDG_CONFIG_HOME|~/.config>/opencode/opencode.json',
    ],
    projectFile: 'opencode.json',
    commands: ['opencode', 'opencode2'],
    place:
      'opencode.json in ~/.config/opencode, or in a project. Version 1 has the entry right under "mcp", without "servers"',
    own: {
      program: 'opencode2',
      args: ({ url }, way) =>
        way === 'address' ? ['mcp', 'add', SERVER_NAME, '--global', '--url', String(url)] : undefined,
    },
    note: 'Versions 1 and 2 read one file in two ways, and stop at the other’s, so it is not written from here.',
  },
  antigravity: {
    source:
      'https://antigravity.google/docs/mcp, November 2026; the folder is that of its editor and its CLI since 2.0',
    aliases: ['agy', 'google-antigravity'],
    ...SERVERS,
    byAddress: byServerUrl,
    files: ['~/.gemini/config/mcp_config.json', '?~/.gemini/antigravity/mcp_config.json'],
    signs: ['<settings>/Antigravity/User/settings.json', '<settings>/Antigravity/User/globalStorage'],
    commands: ['agy', 'antigravity'],
    applications: ['Antigravity.app'],
    place: '~/.gemini/config/mcp_config.json (MCP Servers, Manage, View raw config)',
    own: {
      program: 'agy',
      args: (entry, way) => (way === 'address' ? ['mcp', 'add', ...addWords(entry, way)] : undefined),
    },
  },
  amp: {
    source: 'https://ampcode.com/manual#mcp, November 2026',
    format: 'jsonc',
    serversKey: 'amp.mcpServers',
    byAddress: byUrl,
    files: ['<XDG_CONFIG_HOME|~/.config>/amp/settings.json'],
    projectFile: '.amp/settings.json',
    commands: ['amp'],
    place: '~/.config/amp/settings.json, or .amp/settings.json in a project',
    own: { program: 'amp', args: (entry, way) => ['mcp', 'add', ...addWords(entry, way)] },
  },
  goose: {
    source: 'https://goose-docs.ai/docs/guides/config-files, November 2026',
    format: 'snippet-only',
    serversKey: 'extensions',
    byAddress: (uri) => ({ type: 'streamable_http', uri }),
    byCommand: ({ command, args }) => ({ type: 'stdio', cmd: command, args }),
    snippet: (entry) =>
      [
        'extensions:',
        `  ${SERVER_NAME}:`,
        `    name: ${SERVER_NAME}`,
        // JSON is valid YAML.
        ...Object.entries(entry).map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`),
        '    enabled: true',
        '    timeout: 300',
      ].join('\n'),
    files: [],
    signs: ['<roaming>/Block/goose/config/config.yaml', '<xdg>/goose/config.yaml'],
    commands: ['goose'],
    applications: ['Goose.app'],
    place:
      'config.yaml in ~/.config/goose (%APPDATA%\\Block\\goose\\config), or goose configure, Add Extension',
  },
  'lm-studio': {
    source: 'https://lmstudio.ai/docs/app/mcp and /docs/app/mcp/deeplink, November 2026',
    aliases: ['lmstudio'],
    ...SERVERS,
    byAddress: byUrl,
    files: ['~/.lmstudio/mcp.json', '?~/.cache/lm-studio/mcp.json'],
    signs: ['~/.lmstudio/settings.json'],
    commands: ['lms'],
    applications: ['LM Studio.app'],
    place: 'mcp.json (Program, Install, Edit mcp.json)',
    link: (entry) => `lmstudio://add_mcp?name=${SERVER_NAME}&config=${base64(entry)}`,
  },
  warp: {
    source: 'https://docs.warp.dev/agents/capabilities/mcp, November 2026',
    ...SERVERS,
    byAddress: byUrl,
    files: ['~/.warp/.mcp.json'],
    projectFile: '.warp/.mcp.json',
    signs: ['<settings>/warp-terminal/user_preferences.json'],
    commands: ['warp-terminal', 'oz'],
    applications: ['Warp.app'],
    place: '~/.warp/.mcp.json, or Settings, Agents, MCP servers, Add',
  },
} as const satisfies Readonly<Record<string, McpClientRow>>;
