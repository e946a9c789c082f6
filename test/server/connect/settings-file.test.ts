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
import { describe, expect, it } from 'vitest';
import { type Machine, settingsPath } from '../../../src-server/connect/machine.ts';
import { MCP_CLIENTS, type McpClientId } from '../../../src-server/contract/clients/clients.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { SETTINGS } from './settings-fixtures.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

function putSettings(machine: Machine, id: McpClientId, text: string): string {
  const file = settingsPath(machine, MCP_CLIENTS[id]) ?? '';
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

async function change(machine: Machine, id: McpClientId, request = {}) {
  const connector = fakeConnector(machine);
  const preview = await connector.preview(id, request);
  if (!preview.ok) return { ok: false, message: preview.reason };
  return connector.write(id, preview.token, request);
}

const remove = (machine: Machine, id: McpClientId) => change(machine, id, { remove: true });

describe('writing', () => {
  it('makes folder and file where there is none, for the user alone', async () => {
    const machine = fakeMachine();
    expect(await change(machine, 'cursor')).toMatchObject({ ok: true });
    expect(statSync(settingsPath(machine, MCP_CLIENTS.cursor) ?? '').mode & 0o777).toBe(0o600);
  });

  it('keeps a link a link, and the permissions of what it leads to', async () => {
    const machine = fakeMachine();
    const dotfiles = join(machine.home, 'dotfiles', 'cursor.json');
    mkdirSync(dirname(dotfiles));
    writeFileSync(dotfiles, '{}\n', { mode: 0o640 });
    mkdirSync(join(machine.home, '.cursor'));
    symlinkSync('../dotfiles/cursor.json', join(machine.home, '.cursor', 'mcp.json'));
    const { message } = await change(machine, 'cursor');
    expect(message).toContain(dotfiles);
    expect(lstatSync(join(machine.home, '.cursor', 'mcp.json')).isSymbolicLink()).toBe(true);
    expect(readFileSync(dotfiles, 'utf8')).toContain('8701');
    expect(statSync(dotfiles).mode & 0o777).toBe(0o640);
    await remove(machine, 'cursor');
    expect(JSON.parse(readFileSync(dotfiles, 'utf8'))).toEqual({ mcpServers: {} });
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

  it('follows a link to a file that is not there yet, and refuses links in circles', async () => {
    const machine = fakeMachine();
    mkdirSync(join(machine.home, '.cursor'));
    symlinkSync('../real.json', join(machine.home, '.cursor', 'mcp.json'));
    expect(await change(machine, 'cursor')).toMatchObject({ ok: true });
    expect(existsSync(join(machine.home, 'real.json'))).toBe(true);
    const loop = fakeMachine();
    mkdirSync(join(loop.home, '.cursor'));
    symlinkSync('mcp.json', join(loop.home, '.cursor', 'mcp.json'));
    expect(await change(loop, 'cursor')).toMatchObject({ ok: false });
  });

  it('says in a sentence that a file is read-only, huge, or unreadable as settings', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'cursor', '{}');
    chmodSync(file, 0o444);
    expect(await change(machine, 'cursor')).toMatchObject({
      message: expect.stringContaining('is read-only'),
    });
    expect(readFileSync(file, 'utf8')).toBe('{}');
    chmodSync(file, 0o644);
    truncateSync(file, 16 * 1024 * 1024 + 1);
    expect(await change(machine, 'cursor')).toMatchObject({ message: expect.stringContaining('16 MiB') });
  });

  it.each<readonly [string, (text: string) => Buffer]>([
    ['UTF-16 LE with its mark', (text) => utf16(`\uFEFF${text}`)],
    ['UTF-16 BE with its mark', (text) => utf16(`\uFEFF${text}`).swap16()],
    ['UTF-16 LE', (text) => utf16(text.replace('ä', 'a'))],
    ['UTF-16 BE', (text) => utf16(text.replace('ä', 'a')).swap16()],
    ['Latin-1', (text) => Buffer.from(text, 'latin1')],
  ])('leaves settings in %s as they are, and says what to do', async (_, encode) => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'vscodium', '');
    const bytes = encode('{ "servers": { "ä": { "command": "b" } } }\n');
    writeFileSync(file, bytes);
    const reason = `${file} can't be read: it is not UTF-8 text. Save it as UTF-8 in an editor, then try again.`;
    expect(await change(machine, 'vscodium')).toEqual({ ok: false, message: reason });
    expect(await remove(machine, 'vscodium')).toEqual({ ok: false, message: reason });
    expect(await fakeConnector(machine).state('vscodium')).toMatchObject({
      connection: { state: 'unreadable', reason },
    });
    expect(readFileSync(file)).toEqual(bytes);
  });

  it.each([
    ['vscodium', '\uFEFF{ "servers": {} }\n'],
    ['codex', '\uFEFFmodel = "x"\n'],
  ] as const)('reads UTF-8 settings of %s with their mark, and keeps it', async (id, text) => {
    const machine = fakeMachine();
    const file = putSettings(machine, id, text);
    expect(await change(machine, id)).toMatchObject({ ok: true });
    expect(await fakeConnector(machine).state(id)).toMatchObject({ connection: { state: 'connected' } });
    expect(readFileSync(file, 'utf8')).toMatch(/^\uFEFF[^\uFEFF]+$/);
  });

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
    await change(machine, 'cursor');
    expect(await fakeConnector(machine).preview('cursor')).toMatchObject({ ok: true, diff: [] });
    expect(await change(machine, 'cursor')).toMatchObject({ message: expect.stringContaining('already') });
    expect(readdirSync(join(machine.home, '.cursor'))).toEqual(['mcp.json']);
  });

  it('keeps what the file said before beside it, for its user alone, and says where', async () => {
    const machine = fakeMachine();
    const file = putSettings(machine, 'cursor', SETTINGS.cursor ?? '');
    await change(machine, 'cursor');
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
    expect(lines.filter((line) => !line.startsWith('same'))).toEqual([
      'added     "skills-registry": {',
      'added       "httpUrl": "http://127.0.0.1:8701/mcp"',
      'added     }',
    ]);
  });
});

describe('taking our entry out', () => {
  it('removes a file that says nothing else', async () => {
    const machine = fakeMachine();
    for (const id of ['cursor', 'opencode', 'codex'] as const) {
      await change(machine, id);
      const file = settingsPath(machine, MCP_CLIENTS[id]) ?? '';
      const message = `Removed ${file}, which says nothing else.`;
      expect(await remove(machine, id)).toEqual({ ok: true, message });
      expect(readdirSync(dirname(file))).toEqual([]);
    }
  });

  it.each(['{ "theme": "dark" }', '{ // mine\n}', '{ "a": 0 }', '{ "mcpServers": { "x": { "a": 1 } } }'])(
    'keeps a file that says %j',
    async (text) => {
      const machine = fakeMachine();
      const file = putSettings(machine, 'cursor', text);
      await change(machine, 'cursor');
      await remove(machine, 'cursor');
      expect(existsSync(file)).toBe(true);
    },
  );
});
