import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { settingsFile } from '../../../src-server/connect/client-files.ts';
import type { Machine } from '../../../src-server/connect/machine.ts';
import {
  clientEntry,
  clientWays,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
} from '../../../src-server/contract/clients/mcp-clients.ts';
import { fakeCommand, fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { CODEX_SETTINGS, SETTINGS } from './settings-fixtures.ts';

const WRITABLE = MCP_CLIENT_IDS.filter((id) => MCP_CLIENTS[id].format === 'jsonc');
/** How each is connected where nothing else is asked for. */
const usualWay = (id: McpClientId) => clientWays(MCP_CLIENTS[id], TARGET)[0];

const UTF_16 = 'it is UTF-16 text';
const ZEROS = 'it has zero bytes in it, as UTF-16 text has';
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

/** How editors may save a file, beside UTF-8, and why it is refused. */
const OTHER_ENCODINGS: ReadonlyArray<
  readonly [name: string, encode: (text: string) => Buffer, says: string]
> = [
  ['UTF-16 LE with its mark', (text) => utf16(`\uFEFF${text}`), UTF_16],
  ['UTF-16 BE with its mark', (text) => utf16(`\uFEFF${text}`).swap16(), UTF_16],
  ['UTF-16 LE', (text) => utf16(text.replace('ä', 'a')), ZEROS],
  ['UTF-16 BE', (text) => utf16(text.replace('ä', 'a')).swap16(), ZEROS],
  ['Latin-1', (text) => Buffer.from(text, 'latin1'), 'it is not UTF-8 text'],
];

function putSettings(machine: Machine, id: McpClientId, text: string): string {
  const file = settingsFile(machine, id) ?? '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function connect(machine: Machine, id: McpClientId) {
  const connector = fakeConnector(machine);
  const preview = await connector.preview(id);
  if (!preview.ok) return { ok: false, message: preview.reason };
  return connector.write(id, preview.token);
}

async function remove(machine: Machine, id: McpClientId) {
  const connector = fakeConnector(machine);
  const wish = { remove: true };
  const preview = await connector.preview(id, wish);
  return connector.write(id, preview.ok ? preview.token : '', wish);
}

/** What the settings hold, beside our entry. */
function without(id: McpClientId, text: string): unknown {
  const all = parse(text.replace('\uFEFF', ''), [], { allowTrailingComma: true }) as Record<
    string,
    Record<string, unknown>
  >;
  const { 'skills-registry': _, ...others } = all[MCP_CLIENTS[id].serversKey] ?? {};
  return { ...all, [MCP_CLIENTS[id].serversKey]: others };
}

/** Without what closes a line. Settings in a single line are formatted anew. */
function linesOf(settings: string): readonly string[] {
  const lines = settings.split('\n');
  return lines.length === 1 ? [] : lines.map((line) => line.replace(/[\s,{}\]]+$/, ''));
}

/** Visual Studio is on Windows alone. */
const placeOf = (id: McpClientId) => fakeMachine(id === 'visual-studio' ? { platform: 'win32' } : {});

describe.each(WRITABLE)('connecting %s', (id) => {
  const settings = SETTINGS[id] ?? '';

  it('adds its entry to settings as people have them, and loses nothing', async () => {
    const machine = placeOf(id);
    const file = putSettings(machine, id, settings);
    expect(await connect(machine, id)).toMatchObject({ ok: true });
    const after = readFileSync(file, 'utf8');
    expect(without(id, after)).toEqual(without(id, settings));
    const servers = (
      parse(after.replace('\uFEFF', ''), [], { allowTrailingComma: true }) as Record<string, object>
    )[MCP_CLIENTS[id].serversKey];
    expect(servers).toHaveProperty('skills-registry', clientEntry(MCP_CLIENTS[id], TARGET));
    for (const line of linesOf(settings)) expect(after).toContain(line);
    expect((await fakeConnector(machine).state(id)).connection).toEqual({
      state: 'connected',
      name: 'skills-registry',
      by: usualWay(id),
    });
  });

  it('takes it out again, and loses nothing', async () => {
    const machine = placeOf(id);
    const file = putSettings(machine, id, settings);
    await connect(machine, id);
    expect(await remove(machine, id)).toMatchObject({ ok: true });
    if (id === 'continue') return expect(existsSync(file)).toBe(false);
    const after = readFileSync(file, 'utf8');
    expect(without(id, after)).toEqual(without(id, settings));
    for (const line of linesOf(settings)) expect(after).toContain(line);
    expect((await fakeConnector(machine).state(id)).connection).toEqual({ state: 'absent' });
  });

  it('makes folder and file where there is none, for the user alone', async () => {
    const machine = placeOf(id);
    expect(await connect(machine, id)).toMatchObject({ ok: true });
    const file = settingsFile(machine, id) ?? '';
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      [MCP_CLIENTS[id].serversKey]: { 'skills-registry': clientEntry(MCP_CLIENTS[id], TARGET) },
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('never touches settings that do not parse, and says where it is wrong', async () => {
    const machine = placeOf(id);
    const file = putSettings(machine, id, '{\n  "mcpServers": {\n');
    const result = await connect(machine, id);
    expect(result).toMatchObject({
      ok: false,
      message: expect.stringContaining('Paste the snippet yourself'),
    });
    expect(readFileSync(file, 'utf8')).toBe('{\n  "mcpServers": {\n');
    const { connection } = await fakeConnector(machine).state(id);
    expect(connection).toMatchObject({ state: 'unreadable', reason: expect.stringContaining('line') });
  });

  it('mends an entry of ours with another address, and keeps what else it says', async () => {
    const machine = placeOf(id);
    const { serversKey, addressKey } = MCP_CLIENTS[id];
    const moved = clientEntry(MCP_CLIENTS[id], { ...TARGET, mcpUrl: 'http://localhost:9999/mcp' }, 'address');
    const entry = { ...(moved ?? { url: 'http://localhost:9999/mcp' }), headers: { a: 'b' } };
    const before = { [serversKey]: { 'skills-registry': entry } };
    const file = putSettings(machine, id, JSON.stringify(before, undefined, 2));
    expect((await fakeConnector(machine).state(id)).connection).toMatchObject({
      state: addressKey === undefined ? 'broken' : 'outdated',
    });
    await connect(machine, id);
    const { [serversKey]: servers } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      Record<string, object>
    >;
    expect(servers?.['skills-registry']).toEqual({
      headers: { a: 'b' },
      ...clientEntry(MCP_CLIENTS[id], TARGET),
    });
  });

  it('leaves a stranger’s server of the same name alone', async () => {
    const machine = placeOf(id);
    const { serversKey } = MCP_CLIENTS[id];
    const stranger = { command: 'uvx', args: ['other-skills'] };
    const file = putSettings(machine, id, JSON.stringify({ [serversKey]: { 'skills-registry': stranger } }));
    await connect(machine, id);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      [serversKey]: {
        'skills-registry': stranger,
        'skills-registry-2': clientEntry(MCP_CLIENTS[id], TARGET),
      },
    });
  });

  it('has a snippet that is its whole settings where there are none', async () => {
    const machine = placeOf(id);
    await connect(machine, id);
    const { snippet } = await fakeConnector(machine).state(id);
    expect(JSON.parse(readFileSync(settingsFile(machine, id) ?? '', 'utf8'))).toEqual(
      JSON.parse(snippet ?? ''),
    );
  });
});

describe('writing', () => {
  it('keeps a link a link, and the permissions of what it leads to', async () => {
    const machine = fakeMachine();
    const dotfiles = join(machine.home, 'dotfiles', 'cursor.json');
    mkdirSync(dirname(dotfiles));
    writeFileSync(dotfiles, '{}\n', { mode: 0o640 });
    mkdirSync(join(machine.home, '.cursor'));
    symlinkSync('../dotfiles/cursor.json', join(machine.home, '.cursor', 'mcp.json'));
    expect(await connect(machine, 'cursor')).toMatchObject({
      ok: true,
      message: expect.stringContaining(dotfiles),
    });
    expect(lstatSync(join(machine.home, '.cursor', 'mcp.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(dotfiles, 'utf8')).toContain('8701');
    expect(statSync(dotfiles).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['a link in its stead', '.mcp.json', 'claude-code'],
    ['a link in place of its folder', '.cursor', 'cursor'],
  ] as const)('keeps what %s leads to, out of a project, as it is', async (_, link, id) => {
    const machine = fakeMachine();
    const project = join(machine.home, 'code', 'hostile');
    const own = join(machine.home, 'own');
    mkdirSync(project, { recursive: true });
    mkdirSync(own);
    writeFileSync(join(own, 'mcp.json'), '{}\n');
    symlinkSync(link.endsWith('.json') ? join(own, 'mcp.json') : own, join(project, link));
    expect(await fakeConnector(machine).preview(id, { project })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('links of a project are not followed'),
    });
  });

  it.each([
    ['.cursor/mcp.json', 16 * 1024 * 1024 + 1, 'it has more than 16 MiB', 'cursor'],
    ['.codex/config.toml', 1024 * 1024 + 1, 'it has more than 1 MiB', 'codex'],
  ] as const)('leaves %s alone, and reads nothing of it, if it is huge', async (path, size, why, id) => {
    const machine = fakeMachine();
    const file = join(machine.home, path);
    mkdirSync(dirname(file));
    writeFileSync(file, '');
    truncateSync(file, size);
    expect(await connect(machine, id)).toEqual({ ok: false, message: expect.stringContaining(why) });
  });

  it('follows a link to a file that is not there yet, and refuses links in circles', async () => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.cursor'));
    const file = join(machine.home, '.cursor', 'mcp.json');
    symlinkSync('../real.json', file);
    expect(await connect(machine, 'cursor')).toMatchObject({ ok: true });
    expect(existsSync(join(machine.home, 'real.json'))).toBe(true);
    const loop = fakeMachine();
    mkdirSync(join(loop.home, '.cursor'));
    symlinkSync('mcp.json', join(loop.home, '.cursor', 'mcp.json'));
    expect(await connect(loop, 'cursor')).toMatchObject({ ok: false });
  });

  it('says in a sentence that a file is read-only', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'cursor', '{}');
    chmodSync(file, 0o444);
    const result = await connect(machine, 'cursor');
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('is read-only') });
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it.each(OTHER_ENCODINGS)(
    'leaves settings in %s as they are, and says what to do',
    async (_, encode, says) => {
      const machine = fakeMachine();
      const file = putSettings(machine, 'vscodium', '');
      const bytes = encode('{ "servers": { "ä": { "command": "b" } } }\n');
      writeFileSync(file, bytes);
      const message = `${file} can't be read: ${says}. Save it as UTF-8 in an editor, then try again.`;
      expect(await connect(machine, 'vscodium')).toEqual({ ok: false, message });
      expect(await fakeConnector(machine).preview('vscodium', { remove: true })).toMatchObject({
        reason: message,
      });
      expect((await fakeConnector(machine).state('vscodium')).connection).toEqual({
        state: 'unreadable',
        reason: message,
      });
      expect(readFileSync(file)).toEqual(bytes);
    },
  );

  it.each(['vscodium', 'codex'] as const)(
    'reads UTF-8 settings of %s with their mark, and keeps it',
    async (id) => {
      const machine = fakeMachine();
      const text = id === 'codex' ? '\uFEFFmodel = "x"\n' : '\uFEFF{ "servers": {} }\n';
      const file = putSettings(machine, id, text);
      expect(await connect(machine, id)).toMatchObject({ ok: true });
      expect(await fakeConnector(machine).state(id)).toMatchObject({ connection: { state: 'connected' } });
      expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFF[^\uFEFF]+$/);
    },
  );

  it('writes only what was shown: not after the file, or the address, changed', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'cursor', '{}');
    const preview = await fakeConnector(machine).preview('cursor');
    const token = preview.ok ? preview.token : '';
    writeFileSync(file, '{"a": 1}');
    expect(await fakeConnector(machine).write('cursor', token)).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('{"a": 1}');
    writeFileSync(file, '{}');
    const moved = { ...TARGET, mcpUrl: 'http://127.0.0.1:1/mcp' };
    expect(await fakeConnector(machine, moved).write('cursor', token)).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('does nothing, and makes no backup, where all is said already', async () => {
    const machine = fakeMachine();
    await connect(machine, 'cursor');
    const preview = await fakeConnector(machine).preview('cursor');
    expect(preview).toMatchObject({ ok: true, diff: [] });
    expect(await connect(machine, 'cursor')).toMatchObject({
      ok: true,
      message: expect.stringContaining('already'),
    });
    expect(readdirSync(join(machine.home, '.cursor'))).toEqual(['mcp.json']);
  });

  it('keeps what the file said before beside it, for its user alone, and says where', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'cursor', SETTINGS.cursor ?? '');
    await connect(machine, 'cursor');
    const connected = readFileSync(file, 'utf8');
    const backup = `${file}.skills-registry.bak`;
    expect(readFileSync(backup, 'utf8')).toBe(SETTINGS.cursor);
    const { message } = await remove(machine, 'cursor');
    expect(message).toContain('mcp.json.skills-registry.bak');
    expect(readFileSync(backup, 'utf8')).toBe(connected);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file)).sort()).toEqual(['mcp.json', 'mcp.json.skills-registry.bak']);
  });

  it('shows the lines that change', async () => {
    const machine = fakeMachine();
    putSettings(machine, 'gemini-cli', SETTINGS['gemini-cli'] ?? '');
    const preview = await fakeConnector(machine).preview('gemini-cli');
    const lines = preview.ok ? preview.diff.map(({ kind, text }) => `${kind} ${text}`) : [];
    expect(lines).toEqual([
      'same   "theme": "GitHub",',
      'same   "selectedAuthType": "oauth-personal",',
      'same   "mcpServers": {',
      'added     "skills-registry": {',
      'added       "httpUrl": "http://127.0.0.1:8701/mcp"',
      'added     }',
      'same   }',
      'same }',
    ]);
  });
});

describe('taking our entry out', () => {
  it('removes a file that says nothing else, and keeps one that does', async () => {
    const machine = fakeMachine();
    await connect(machine, 'cursor');
    const file = settingsFile(machine, 'cursor') ?? '';
    expect(await remove(machine, 'cursor')).toEqual({
      ok: true,
      message: `Removed ${file}, which says nothing else.`,
    });
    expect(readdirSync(dirname(file))).toEqual([]);
    putSettings(machine, 'cursor', '{ "theme": "dark" }');
    await connect(machine, 'cursor');
    await remove(machine, 'cursor');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ theme: 'dark', mcpServers: {} });
  });

  it('keeps a link', async () => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.cursor'));
    symlinkSync('../real.json', join(machine.home, '.cursor', 'mcp.json'));
    await connect(machine, 'cursor');
    await remove(machine, 'cursor');
    expect(JSON.parse(readFileSync(join(machine.home, 'real.json'), 'utf8'))).toEqual({ mcpServers: {} });
  });
});

describe('a client that starts its servers', () => {
  const missing = { mcpUrl: TARGET.mcpUrl, stdio: { why: 'Nothing here stays.' } };

  it('gets nothing but the reason where no program is here to stay', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'claude-desktop', '{}');
    const connector = fakeConnector(machine, missing);
    expect(await connector.state('claude-desktop')).toMatchObject({ note: 'Nothing here stays.' });
    expect(await connector.state('claude-desktop')).not.toHaveProperty('snippet');
    expect(await connector.preview('claude-desktop')).toEqual({ ok: false, reason: 'Nothing here stays.' });
    expect(await connector.write('claude-desktop', '')).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('leaves every client that speaks HTTP as it is', async () => {
    const clients = await fakeConnector(fakeMachine(), missing).list();
    const without = clients.filter(({ snippet }) => snippet === undefined);
    expect(without.map(({ id }) => id)).toEqual(['claude-desktop', 'junie']);
  });

  it('is moved from a package that npx would fetch to what is installed', async () => {
    const machine = fakeMachine();
    const fetched = {
      mcpServers: { 'skills-registry': { command: 'npx', args: ['-y', 'skills-registry', 'mcp'] } },
    };
    const file = putSettings(machine, 'claude-desktop', JSON.stringify(fetched));
    expect((await fakeConnector(machine).state('claude-desktop')).connection).toMatchObject({
      state: 'broken',
      faults: [{ kind: 'fetched' }],
    });
    await connect(machine, 'claude-desktop');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      mcpServers: { 'skills-registry': TARGET.stdio },
    });
  });

  it('is told when the program that its settings start is gone', async () => {
    const machine = fakeMachine();
    const old = { command: process.execPath, args: ['/gone/cli/dist/server/skills-registry.cjs', 'mcp'] };
    putSettings(machine, 'claude-desktop', JSON.stringify({ mcpServers: { 'skills-registry': old } }));
    expect((await fakeConnector(machine).state('claude-desktop')).connection).toMatchObject({
      state: 'broken',
      faults: [{ kind: 'gone', says: expect.stringContaining('/gone/cli/dist/server/skills-registry.cjs') }],
    });
  });
});

describe('what is there', () => {
  it('finds clients by their settings and commands, and not by an empty folder', async () => {
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
    ['darwin', 'vscodium', 'Library/Application Support/VSCodium/User/mcp.json'],
    ['linux', 'devin', '.config/devin/mcp_config.json'],
    ['darwin', 'devin', '.config/devin/mcp_config.json'],
    ['win32', 'devin', 'AppData/Roaming/devin/mcp_config.json'],
    ['linux', 'windsurf', '.codeium/windsurf/mcp_config.json'],
    ['linux', 'copilot-cli', '.copilot/mcp-config.json'],
    ['linux', 'antigravity', '.gemini/config/mcp_config.json'],
    ['win32', 'amp', '.config/amp/settings.json'],
    ['darwin', 'lm-studio', '.lmstudio/mcp.json'],
    ['linux', 'warp', '.warp/.mcp.json'],
    ['linux', 'junie', '.junie/mcp/mcp.json'],
    ['linux', 'cline', '.cline/data/settings/cline_mcp_settings.json'],
    ['linux', 'continue', '.continue/mcpServers/skills-registry.json'],
    ['linux', 'kiro', '.kiro/settings/mcp.json'],
    ['win32', 'visual-studio', '.mcp.json'],
  ] as const)('on %s, %s has its settings in %s', (platform, id, path) => {
    const machine = fakeMachine({ platform });
    expect(settingsFile(machine, id)).toBe(join(machine.home, path));
  });

  it('has no settings of Visual Studio where there is none', () => {
    expect(settingsFile(fakeMachine({ platform: 'darwin' }), 'visual-studio')).toBeUndefined();
  });

  it.each([
    ['win32', 'claude-desktop', 'AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude'],
    ['linux', 'cline', '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings'],
    ['linux', 'antigravity', '.gemini/antigravity'],
  ] as const)('on %s, %s is found where another version keeps its settings: %s', (platform, id, folder) => {
    const machine = fakeMachine({ platform });
    mkdirSync(join(machine.home, folder), { recursive: true });
    expect(dirname(settingsFile(machine, id) ?? '')).toBe(join(machine.home, folder));
  });

  it.each([
    ['vscode', '.var/app/com.visualstudio.code', '/config/Code/User'],
    ['vscodium', '.var/app/com.vscodium.codium', '/config/VSCodium/User'],
    ['vscode-insiders', '.var/app/com.visualstudio.code.insiders', '/config/Code - Insiders/User'],
  ] as const)('of %s as Flatpak has its settings in %s%s, before its first start too', (id, app, folder) => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, app), { recursive: true });
    expect(settingsFile(machine, id)).toBe(join(machine.home, app, folder, 'mcp.json'));
    mkdirSync(join(machine.home, app, folder), { recursive: true });
    expect(settingsFile(machine, id)).toBe(join(machine.home, app, folder, 'mcp.json'));
  });

  it.each([
    ['vscode', '.vscode-server'],
    ['vscode-insiders', '.vscode-server-insiders'],
    ['vscodium', '.vscodium-server'],
  ] as const)('of %s on another computer is not written, and where to paste is said', async (id, folder) => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, folder, 'data/User'), { recursive: true });
    const connector = fakeConnector(machine);
    const where = expect.stringContaining('MCP: Open Remote User Configuration');
    expect(await connector.preview(id)).toMatchObject({ ok: false, reason: where });
    expect(await connector.state(id)).toMatchObject({ installed: true, writable: false, place: where });
    expect((await connector.state(id)).connection.state).not.toBe('connected');
    const project = temporaryFolder();
    expect(await connector.preview(id, { project })).toMatchObject({ ok: true });
    // Used here as well.
    mkdirSync(join(machine.home, MCP_CLIENTS[id].signs?.[1]?.replace('<settings>', '.config') ?? ''), {
      recursive: true,
    });
    expect(await connector.preview(id)).toMatchObject({ ok: true });
  });

  it('goes by the folders that the environment names', () => {
    const env = { CLAUDE_CONFIG_DIR: '/c', CODEX_HOME: '/x', XDG_CONFIG_HOME: '/g', APPDATA: '/r' };
    const machine = fakeMachine({ env });
    expect(settingsFile(machine, 'claude-code')).toBe('/c/.claude.json');
    expect(settingsFile(machine, 'codex')).toBe('/x/config.toml');
    expect(settingsFile(machine, 'zed')).toBe('/g/zed/settings.json');
    expect(settingsFile(fakeMachine({ env, platform: 'win32' }), 'vscode')).toBe('/r/Code/User/mcp.json');
    const homes = { COPILOT_HOME: '/p', KIRO_HOME: '/k', GEMINI_CLI_HOME: '/m' };
    const files = (['copilot-cli', 'kiro', 'gemini-cli'] as const).map((id) =>
      settingsFile(fakeMachine({ env: homes }), id),
    );
    expect(files).toEqual(['/p/mcp-config.json', '/k/settings/mcp.json', '/m/.gemini/settings.json']);
  });

  it('writes Codex’s TOML as it reads it, and takes it out byte for byte', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'codex', CODEX_SETTINGS);
    expect((await fakeConnector(machine).state('codex')).connection).toEqual({ state: 'absent' });
    expect(await connect(machine, 'codex')).toMatchObject({ ok: true });
    const { snippet = '' } = await fakeConnector(machine).state('codex');
    expect(readFileSync(file, 'utf8')).toBe(`${CODEX_SETTINGS}\n${snippet}\n`);
    expect((await fakeConnector(machine).state('codex')).connection).toEqual({
      state: 'connected',
      name: 'skills-registry',
      by: 'address',
    });
    await remove(machine, 'codex');
    expect(readFileSync(file, 'utf8')).toBe(CODEX_SETTINGS);
    writeFileSync(file, 'a = [');
    expect((await fakeConnector(machine).state('codex')).connection).toMatchObject({ state: 'unreadable' });
  });
});
