import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Machine, serviceOutside, settingsPath } from '../../../src-server/connect/machine.ts';
import { MCP_CLIENTS, type McpClientId } from '../../../src-server/contract/clients/clients.ts';
import type { ServiceProbe } from '../../../src-server/contract/service.ts';
import { fakeCommand, fakeConnector, fakeMachine } from '../../support/fake-machine.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';

const fileOf = (machine: Machine, id: McpClientId) => settingsPath(machine, MCP_CLIENTS[id]);

describe('the settings of a client', () => {
  it('show that it is here, as its command does, and an empty folder does not', async () => {
    const env = { PATH: fakeCommand('codex') };
    const machine = fakeMachine({ env });
    mkdirSync(join(machine.home, '.config', 'zed'), { recursive: true });
    writeFileSync(join(machine.home, '.config', 'zed', 'settings.json'), '{}');
    mkdirSync(join(machine.home, '.cursor'));
    mkdirSync(join(machine.home, '.gemini', 'antigravity'), { recursive: true });
    const installed = (await fakeConnector(machine).list()).filter((client) => client.installed);
    expect(installed.map(({ id }) => id)).toEqual(['codex', 'zed']);
  });

  it.each([
    ['darwin', 'claude-desktop', 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['darwin', 'vscode', 'Library/Application Support/Code/User/mcp.json'],
    ['darwin', 'zed', '.config/zed/settings.json'],
    ['linux', 'vscode', '.config/Code/User/mcp.json'],
    ['win32', 'claude-desktop', 'AppData/Roaming/Claude/claude_desktop_config.json'],
    ['win32', 'zed', 'AppData/Roaming/Zed/settings.json'],
    ['win32', 'claude-code', '.claude.json'],
    ['linux', 'vscode-insiders', '.config/Code - Insiders/User/mcp.json'],
    ['darwin', 'devin', '.config/devin/mcp_config.json'],
    ['win32', 'devin', 'AppData/Roaming/devin/mcp_config.json'],
    ['linux', 'opencode', '.config/opencode/opencode.json'],
    ['win32', 'qwen-code', '.qwen/settings.json'],
    ['win32', 'amp', '.config/amp/settings.json'],
    ['linux', 'continue', '.continue/mcpServers/skills-registry.json'],
    ['win32', 'visual-studio', '.mcp.json'],
  ] as const)('on %s, of %s, are in %s', (platform, id, path) => {
    const machine = fakeMachine({ platform });
    expect(fileOf(machine, id)).toBe(join(machine.home, path));
  });

  it('are none where the client is for another system', () => {
    expect(fileOf(fakeMachine({ platform: 'darwin' }), 'visual-studio')).toBeUndefined();
  });

  it.each([
    ['win32', 'claude-desktop', 'AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude'],
    ['linux', 'cline', '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings'],
    ['linux', 'antigravity', '.gemini/antigravity'],
  ] as const)('on %s, of %s, are found where another version keeps them: %s', (platform, id, folder) => {
    const machine = fakeMachine({ platform });
    mkdirSync(join(machine.home, folder), { recursive: true });
    expect(dirname(fileOf(machine, id) ?? '')).toBe(join(machine.home, folder));
  });

  it('of opencode are in the file that there is', () => {
    const machine = fakeMachine();
    const file = join(machine.home, '.config', 'opencode', 'opencode.jsonc');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{}');
    expect(fileOf(machine, 'opencode')).toBe(file);
  });

  it.each([
    ['vscode', '.var/app/com.visualstudio.code', '/config/Code/User'],
    ['vscodium', '.var/app/com.vscodium.codium', '/config/VSCodium/User'],
  ] as const)('of %s as Flatpak are in %s%s, before its first start too', (id, app, folder) => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, app), { recursive: true });
    expect(fileOf(machine, id)).toBe(join(machine.home, app, folder, 'mcp.json'));
  });

  it('of VS Code on another computer are not written, and where to paste is said', async () => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.vscode-server/data/User'), { recursive: true });
    const connector = fakeConnector(machine);
    const where = expect.stringContaining('MCP: Open Remote User Configuration');
    expect(await connector.preview('vscode')).toMatchObject({ ok: false, reason: where });
    expect(await connector.state('vscode')).toMatchObject({ installed: true, writable: false, place: where });
    expect(await connector.preview('vscode', { project: temporaryFolder() })).toMatchObject({ ok: true });
    // Used here as well.
    mkdirSync(join(machine.home, '.config/Code/User/globalStorage'), { recursive: true });
    expect(await connector.preview('vscode')).toMatchObject({ ok: true });
  });

  it('go by the folders that the environment names', () => {
    const env = {
      ...{ CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', XDG_CONFIG_HOME: '/g', APPDATA: '/r' },
      ...{ COPILOT_HOME: '/p', KIRO_HOME: '/k', GEMINI_CLI_HOME: '/m', QWEN_HOME: '/q' },
    };
    const machine = fakeMachine({ env });
    const ids = ['claude-code', 'codex', 'zed', 'copilot-cli', 'kiro', 'gemini-cli', 'qwen-code'] as const;
    expect(ids.map((id) => fileOf(machine, id))).toEqual([
      ...['/c/.claude.json', '/x/config.toml', '/g/zed/settings.json', '/p/mcp-config.json'],
      ...['/k/settings/mcp.json', '/m/.gemini/settings.json', '/q/settings.json'],
    ]);
    expect(fileOf(fakeMachine({ env, platform: 'win32' }), 'vscode')).toBe('/r/Code/User/mcp.json');
  });
});

describe('the service on the computer that a container runs on', () => {
  it.each([
    ['ours', 'http://host.docker.internal:8701'],
    ['refuses-name', 'http://host.docker.internal:8701'],
    ['none-of-ours', undefined],
  ] as const)('that is %s is %s', async (answer, url) => {
    const probe = vi.fn(async (): Promise<ServiceProbe> => answer);
    expect(await serviceOutside(fakeMachine({ env: { CODESPACES: 'true' } }), 8701, probe)).toBe(url);
    expect(await serviceOutside(fakeMachine(), 8701, probe)).toBeUndefined();
    expect(probe).toHaveBeenCalledTimes(1);
  });
});
