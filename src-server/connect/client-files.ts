import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { McpClientId } from '../contract/mcp-clients.ts';
import { findCommand, type Place, settingsFolder } from './place.ts';

/** Where a client's settings are, and what shows that the client is installed. */
interface ClientFiles {
  /** Settings file, absolute; of several places the first whose folder exists. Undefined where there is none to write. */
  readonly settings: (place: Place) => readonly string[];
  /** Folders that only an installed client makes. */
  readonly folders: (place: Place) => readonly string[];
  readonly commands: readonly string[];
  /** Bundle names on macOS. */
  readonly applications: readonly string[];
}

const CLIENT_FILES: Readonly<Record<McpClientId, ClientFiles>> = {
  'claude-code': {
    settings: ({ home, env }) => [join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
    folders: ({ home, env }) => [env['CLAUDE_CONFIG_DIR'] || join(home, '.claude')],
    commands: ['claude'],
    applications: [],
  },
  'claude-desktop': {
    settings: (place) => [join(settingsFolder(place), 'Claude', 'claude_desktop_config.json')],
    folders: (place) => [join(settingsFolder(place), 'Claude')],
    commands: [],
    applications: ['Claude.app'],
  },
  cursor: {
    settings: ({ home }) => [join(home, '.cursor', 'mcp.json')],
    folders: ({ home }) => [join(home, '.cursor')],
    commands: ['cursor'],
    applications: ['Cursor.app'],
  },
  vscode: {
    settings: (place) => [
      join(settingsFolder(place), 'Code', 'User', 'mcp.json'),
      join(settingsFolder(place), 'Code - Insiders', 'User', 'mcp.json'),
      join(settingsFolder(place), 'VSCodium', 'User', 'mcp.json'),
    ],
    folders: (place) =>
      ['Code', 'Code - Insiders', 'VSCodium'].map((name) => join(settingsFolder(place), name)),
    commands: ['code'],
    applications: ['Visual Studio Code.app', 'VSCodium.app'],
  },
  windsurf: {
    settings: (place) => [
      join(place.home, '.codeium', 'windsurf', 'mcp_config.json'),
      join(settingsFolder(place), 'devin', 'mcp_config.json'),
    ],
    folders: (place) => [join(place.home, '.codeium', 'windsurf'), join(settingsFolder(place), 'devin')],
    commands: ['windsurf', 'devin'],
    applications: ['Windsurf.app', 'Devin.app'],
  },
  zed: {
    settings: (place) => [
      place.platform === 'win32'
        ? join(settingsFolder(place), 'Zed', 'settings.json')
        : join(place.env['XDG_CONFIG_HOME'] || join(place.home, '.config'), 'zed', 'settings.json'),
    ],
    folders: (place) => [
      place.platform === 'win32'
        ? join(settingsFolder(place), 'Zed')
        : join(place.env['XDG_CONFIG_HOME'] || join(place.home, '.config'), 'zed'),
    ],
    commands: ['zed', 'zeditor'],
    applications: ['Zed.app'],
  },
  codex: {
    settings: ({ home, env }) => [join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml')],
    folders: ({ home, env }) => [env['CODEX_HOME'] || join(home, '.codex')],
    commands: ['codex'],
    applications: ['Codex.app'],
  },
  'gemini-cli': {
    settings: ({ home }) => [join(home, '.gemini', 'settings.json')],
    folders: ({ home }) => [join(home, '.gemini')],
    commands: ['gemini'],
    applications: [],
  },
  jetbrains: {
    settings: () => [],
    folders: (place) => [join(settingsFolder(place), 'JetBrains')],
    commands: ['idea', 'pycharm', 'webstorm', 'goland', 'clion', 'rustrover', 'rider'],
    applications: [
      'IntelliJ IDEA.app',
      'PyCharm.app',
      'WebStorm.app',
      'GoLand.app',
      'CLion.app',
      'RustRover.app',
    ],
  },
};

/** The settings file of a client for its user, whether or not it exists; undefined where it has none. */
export function settingsFile(place: Place, id: McpClientId): string | undefined {
  const files = CLIENT_FILES[id].settings(place);
  return (
    files.find((file) => existsSync(file)) ?? files.find((file) => existsSync(dirname(file))) ?? files[0]
  );
}

/** Whether a client seems to be installed: a folder of its own, an application, or a command. */
export function isInstalled(place: Place, id: McpClientId): boolean {
  const { folders, commands, applications } = CLIENT_FILES[id];
  const paths = [
    ...folders(place),
    ...place.applications.flatMap((folder) => applications.map((name) => join(folder, name))),
  ];
  return paths.some((path) => existsSync(path)) || commands.some((command) => findCommand(place, command));
}
