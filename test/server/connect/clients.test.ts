/** Each client's settings: connecting, removing, and what an entry can be wrong in. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { planConnection, planRemoval } from '../../../src-server/connect/connector.ts';
import { settingsPath } from '../../../src-server/connect/machine.ts';
import { readConnection } from '../../../src-server/connect/read-connection.ts';
import {
  clientEntry,
  clientSnippet,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
  type ServerEntry,
  tomlTable,
} from '../../../src-server/contract/clients/clients.ts';
import { fakeConnector, fakeMachine, TARGET } from '../../support/fake-machine.ts';
import { CODEX_SETTINGS, SETTINGS } from './settings-fixtures.ts';

const IDS = MCP_CLIENT_IDS.filter((id) => MCP_CLIENTS[id].format !== 'snippet-only');
const ASKING = IDS.filter((id) => MCP_CLIENTS[id].addressKey !== undefined);

/** Settings with one server under a name. */
function settings(kind: McpClientKind, entry: ServerEntry, name = 'skills-registry'): string {
  const { format, serversKey, innerKey } = kind;
  if (format === 'toml') return `${tomlTable([serversKey, name], entry).join('\n')}\n`;
  const servers = innerKey === undefined ? { [name]: entry } : { [innerKey]: { [name]: entry } };
  return `${JSON.stringify({ [serversKey]: servers }, undefined, 2)}\n`;
}

const rootOf = (kind: McpClientKind, text: string) =>
  kind.format === 'toml'
    ? parseToml(text)
    : parseJson(text.replace('\uFEFF', ''), [], { allowTrailingComma: true });

const read = (kind: McpClientKind, text: string, isThere = (_: string) => true) =>
  readConnection(kind, text, TARGET, isThere);

function faultsOf(kind: McpClientKind, text: string, isThere?: (file: string) => boolean): readonly string[] {
  const connection = read(kind, text, isThere);
  return connection.state === 'broken' ? connection.faults.map((fault) => fault.kind) : [connection.state];
}

function connected(kind: McpClientKind, text: string): string {
  const planned = planConnection(kind, text, TARGET, {}, () => true);
  if (!planned.ok) throw new Error(planned.reason);
  expect(read(kind, planned.text)).toMatchObject({ state: 'connected' });
  return planned.text;
}

const addressEntry = (id: McpClientId, mcpUrl = TARGET.mcpUrl) =>
  clientEntry(MCP_CLIENTS[id], { ...TARGET, mcpUrl }, 'address') ?? {};

/** The same entry with another address member, or without any. */
function withAddress(id: McpClientId, change: (key: string, url: string) => object): ServerEntry {
  const members = Object.entries(addressEntry(id)).flatMap(([key, value]) =>
    value === TARGET.mcpUrl ? Object.entries(change(key, TARGET.mcpUrl)) : [[key, value] as const],
  );
  return Object.fromEntries(members);
}

describe.each(IDS)('%s', (id) => {
  const kind = MCP_CLIENTS[id];
  const theirs = id === 'codex' ? CODEX_SETTINGS : (SETTINGS[id] ?? '');

  it('is connected and disconnected in settings as people have them, and nothing else changes', () => {
    const after = connected(kind, theirs);
    // Settings in a single line are formatted anew.
    for (const line of theirs.split('\n').slice(0, -1))
      expect(after).toContain(line.replace(/[\s,{}\]]+$/, ''));
    const removed = planRemoval(kind, after, TARGET);
    const left = removed.ok ? removed.text : removed.reason;
    expect(read(kind, left)).toEqual({ state: 'absent' });
    expect({ [kind.serversKey]: {}, ...rootOf(kind, left) }).toEqual({
      [kind.serversKey]: {},
      ...rootOf(kind, theirs),
    });
    if (id === 'codex') expect(left).toBe(theirs);
  });

  it('has a snippet that is its whole settings where there are none', () => {
    expect(rootOf(kind, connected(kind, ''))).toEqual(rootOf(kind, clientSnippet(kind, TARGET) ?? ''));
  });

  it('is left alone where its settings do not parse, with a sentence that says where', () => {
    const planned = planConnection(kind, '{\n  "a": [\n', TARGET);
    expect(planned).toMatchObject({ ok: false, reason: expect.stringMatching(/^It is not valid /) });
  });

  it.each(['address', 'command'] as const)('is connected by what is written for it: %s', (way) => {
    const entry = clientEntry(kind, TARGET, way);
    if (entry === undefined) expect([way, kind.addressKey]).toEqual(['address', undefined]);
    else expect(read(kind, settings(kind, entry))).toMatchObject({ state: 'connected', by: way });
  });

  it.each([{ disabled: true }, { enabled: false }])('can’t work while it is switched off: %j', (off) => {
    const text = settings(kind, { ...clientEntry(kind, TARGET), ...off });
    expect(faultsOf(kind, text)).toEqual(['disabled']);
    connected(kind, text);
  });

  it('can’t work where the program is gone, or is one to be fetched', () => {
    const started = settings(kind, clientEntry(kind, TARGET, 'command') ?? {});
    expect(faultsOf(kind, started, (file) => !file.endsWith('.cjs'))).toEqual(['gone']);
    const stdio = { command: 'npx', args: ['-y', 'skills-registry', 'mcp'] };
    const fetched = settings(kind, clientEntry(kind, { ...TARGET, stdio }, 'command') ?? {});
    expect(faultsOf(kind, fetched)).toEqual(['fetched']);
    expect(read(kind, connected(kind, fetched))).toMatchObject({ by: 'command' });
  });

  it('keeps what its user has the program started with', () => {
    const stdio = { command: '/old/node', args: ['/old/skills-registry.cjs', 'mcp', '-r', '/my/skills'] };
    const text = settings(kind, clientEntry(kind, { ...TARGET, stdio }, 'command') ?? {});
    expect(read(kind, text)).toMatchObject({ state: 'outdated', by: 'command' });
    expect(connected(kind, text)).toContain('/my/skills');
  });

  it('is recognised under any name, kept there, and never doubled', () => {
    const entry = clientEntry(kind, TARGET) ?? {};
    for (const name of ['skills-registry-2', 'library-notes'])
      expect(connected(kind, settings(kind, entry, name))).toBe(settings(kind, entry, name));
    const elsewhere = clientEntry(kind, { ...TARGET, mcpUrl: 'http://localhost:9000/mcp' }) ?? {};
    const mended = connected(
      kind,
      connected(kind, settings(kind, { ...elsewhere, headers: 1 }, 'skills-registry-2')),
    );
    expect(read(kind, mended)).toMatchObject({ name: 'skills-registry-2' });
    expect(mended).not.toContain('skills-registry"');
    expect(mended).toContain('headers');
  });

  it('leaves another server of our name alone, and takes out no other', () => {
    const other = settings(kind, { command: 'uvx', args: ['other'] });
    const both = connected(kind, other);
    expect(both).toContain('skills-registry-2');
    expect(planRemoval(kind, both, TARGET)).toEqual({ ok: true, text: other });
    expect(planRemoval(kind, other, TARGET)).toEqual({ ok: true, text: other });
  });
});

describe.each(ASKING)('%s, which asks an address,', (id) => {
  const kind = MCP_CLIENTS[id];

  it.each(['sse', 'stdio', {}])('can’t work where it is of the type %j', (type) => {
    const text = settings(kind, { ...addressEntry(id), type });
    expect(faultsOf(kind, text)).toEqual(['wrong-type']);
    connected(kind, text);
  });

  it.each(['/', '/mcpp', '/v1/mcp', '/sse'])('can’t work where the address ends with %s', (path) => {
    const text = settings(kind, addressEntry(id, `http://127.0.0.1:8701${path}`));
    expect(faultsOf(kind, text)).toEqual(['wrong-path']);
    expect(read(kind, connected(kind, text))).toMatchObject({ by: 'address' });
  });

  it('works by any name of this machine, with a slash at the end, too', () => {
    for (const url of ['http://localhost:8701/mcp', 'http://[::1]:8701/mcp', 'http://127.0.0.1:8701/mcp/'])
      expect(read(kind, settings(kind, addressEntry(id, url)))).toMatchObject({ state: 'connected' });
  });

  it('can’t work where the address stands under another client’s name for it, or in another case', () => {
    const wrong = ['serverUrl', 'httpUrl'].find(
      (key) => !(key in addressEntry(id)) && !kind.alsoReads?.includes(key),
    );
    for (const key of [wrong ?? '', 'URL']) {
      const text = settings(
        kind,
        withAddress(id, (_, url) => ({ [key]: url })),
      );
      expect(faultsOf(kind, text)).toEqual(['wrong-key']);
      expect(connected(kind, text)).not.toContain(key);
    }
  });

  it('can’t work where it names nothing, or no address', () => {
    const empty = settings(
      kind,
      withAddress(id, () => ({})),
    );
    expect(faultsOf(kind, empty)[0]).toBe('no-address');
    const text = settings(
      kind,
      withAddress(id, (key) => ({ [key]: '127.0.0.1:8701/mcp' })),
    );
    expect(faultsOf(kind, text)).toEqual(['no-address']);
    connected(kind, text);
  });

  it('is outdated where it asks another port, and leaves strangers’ servers alone', () => {
    const moved = settings(kind, addressEntry(id, 'http://127.0.0.1:8700/mcp'));
    expect(read(kind, moved)).toMatchObject({ state: 'outdated', says: 'http://127.0.0.1:8700/mcp' });
    for (const url of ['http://127.0.0.1:3000/mcp', 'https://mcp.example.com/mcp'])
      expect(read(kind, settings(kind, addressEntry(id, url), 'other'))).toEqual({ state: 'absent' });
  });
});

describe.each(['gemini-cli', 'qwen-code'] as const)('%s, whose lists decide by name,', (id) => {
  const kind = MCP_CLIENTS[id];
  const withLists = (mcp: object) =>
    JSON.stringify({ mcp, [kind.serversKey]: { 'skills-registry': addressEntry(id) } }, undefined, 2);

  it.each<[mcp: object, isOff: boolean, mended: object]>([
    [{ excluded: ['skills-registry'] }, true, { excluded: [] }],
    [{ excluded: ['other', ' Skills-Registry '] }, true, { excluded: ['other'] }],
    [{ allowed: ['other'] }, true, { allowed: ['other', 'skills-registry'] }],
    [
      { allowed: ['other'], excluded: ['skills-registry', 'third'] },
      true,
      { allowed: ['other', 'skills-registry'], excluded: ['third'] },
    ],
    [{ allowed: ['SKILLS-REGISTRY'] }, false, { allowed: ['SKILLS-REGISTRY'] }],
    [{ allowed: [], excluded: ['other'] }, false, { allowed: [], excluded: ['other'] }],
    [{ allowed: 'other', excluded: { a: 1 } }, false, { allowed: 'other', excluded: { a: 1 } }],
  ])('is connected only where it is used: %j', (mcp, isOff, mended) => {
    const text = withLists(mcp);
    const faults = faultsOf(kind, text);
    expect(new Set(faults)).toEqual(new Set([isOff ? 'disabled' : 'connected']));
    expect(rootOf(kind, connected(kind, text))).toMatchObject({ mcp: mended });
  });

  it('is allowed by name when it is new, and forgotten when it is removed', () => {
    const before = JSON.stringify(
      { mcp: { allowed: ['other'], excluded: ['skills-registry'] } },
      undefined,
      2,
    );
    const after = connected(kind, before);
    expect(rootOf(kind, after)).toMatchObject({
      mcp: { allowed: ['other', 'skills-registry'], excluded: [] },
    });
    const removed = planRemoval(kind, after, TARGET);
    expect(removed.ok && rootOf(kind, removed.text)).toMatchObject({ mcp: { allowed: ['other'] } });
  });
});

describe('opencode, which has two forms of its entry,', () => {
  const kind = MCP_CLIENTS.opencode;
  const OURS = { type: 'remote', url: TARGET.mcpUrl };
  const other = { type: 'local', command: ['npx', 'x'] };

  it.each([
    ['a new file in the later form', {}, { mcp: { servers: { 'skills-registry': OURS } } }],
    [
      'the later form',
      { mcp: { servers: { other } } },
      { mcp: { servers: { 'skills-registry': OURS, other } } },
    ],
    ['the first form', { mcp: { other } }, { mcp: { 'skills-registry': OURS, other } }],
    [
      'what else is under mcp',
      { mcp: { timeout: 5 } },
      { mcp: { servers: { 'skills-registry': OURS }, timeout: 5 } },
    ],
  ])('writes %s', (_, before, after) => {
    expect(JSON.parse(connected(kind, JSON.stringify(before)))).toEqual(after);
  });

  it.each([
    { mcp: { mine: OURS } },
    { mcp: { servers: { mine: OURS } } },
    { mcp: { mine: OURS, servers: {} } },
  ])('is connected by %j, and loses it', (form) => {
    const text = JSON.stringify(form);
    expect(read(kind, text)).toEqual({ state: 'connected', name: 'mine', by: 'address' });
    expect(connected(kind, text)).toBe(text);
    expect(planRemoval(kind, text, TARGET)).toMatchObject({ text: expect.not.stringContaining('mine') });
  });

  it('has program and arguments in one list', () => {
    const { command, args } = TARGET.stdio as { command: string; args: readonly string[] };
    expect(clientEntry(kind, TARGET, 'command')).toEqual({ type: 'local', command: [command, ...args] });
  });
});

describe('an entry in the wrong place', () => {
  it.each(['servers', 'mcpservers', 'context_servers'])('under “%s” is named, and moved', (key) => {
    const text = JSON.stringify({ [key]: { 'skills-registry': { url: TARGET.mcpUrl }, other: {} } });
    expect(read(MCP_CLIENTS.cursor, text)).toMatchObject({
      faults: [{ kind: 'wrong-place', says: expect.stringContaining(`stands under "${key}"`) }],
    });
    expect(JSON.parse(connected(MCP_CLIENTS.cursor, text))).toEqual({
      [key]: { other: {} },
      mcpServers: { 'skills-registry': { url: TARGET.mcpUrl } },
    });
  });

  it('in another file of the client is named', async () => {
    const machine = fakeMachine();
    const file = `${machine.home}/.claude/settings.json`;
    mkdirSync(dirname(file));
    writeFileSync(file, settings(MCP_CLIENTS['claude-code'], addressEntry('claude-code')));
    expect(await fakeConnector(machine).state('claude-code')).toMatchObject({
      connection: { faults: [{ says: expect.stringContaining('from which no servers are read') }] },
    });
  });
});

describe('a client that starts its servers', () => {
  const missing = { mcpUrl: TARGET.mcpUrl, stdio: { why: 'Nothing here stays.' } };

  it('gets nothing but the reason where no program is here to stay', async () => {
    const machine = fakeMachine();
    const file = settingsPath(machine, MCP_CLIENTS['claude-desktop']) ?? '';
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '{}');
    const connector = fakeConnector(machine, missing);
    expect(await connector.state('claude-desktop')).toMatchObject({ note: 'Nothing here stays.' });
    expect(await connector.preview('claude-desktop')).toEqual({ ok: false, reason: 'Nothing here stays.' });
    expect(await connector.write('claude-desktop', '')).toMatchObject({ ok: false });
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('leaves every client that speaks HTTP as it is', async () => {
    const clients = await fakeConnector(fakeMachine(), missing).list();
    const without = clients.filter(({ snippet }) => snippet === undefined);
    expect(without.map(({ id }) => id)).toEqual(['claude-desktop', 'junie']);
  });
});
