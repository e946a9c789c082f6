import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planConnection, planRemoval } from '../../../src-server/connect/plan-connection.ts';
import { readConnection } from '../../../src-server/connect/read-connection.ts';
import {
  clientEntry,
  MCP_CLIENT_IDS,
  MCP_CLIENTS,
  type McpClientId,
  type McpClientKind,
  type ServerEntry,
  tomlTable,
} from '../../../src-server/contract/clients/mcp-clients.ts';
import { TARGET } from '../../support/fake-machine.ts';

const IDS = MCP_CLIENT_IDS.filter((id) => MCP_CLIENTS[id].format !== 'snippet-only');
const ASKING = IDS.filter((id) => MCP_CLIENTS[id].addressKey !== undefined);

/** Settings with one server under a name. */
function settings(kind: McpClientKind, entry: ServerEntry, name = 'skills-registry'): string {
  return kind.format === 'toml'
    ? `${tomlTable([kind.serversKey, name], entry).join('\n')}\n`
    : `${JSON.stringify({ [kind.serversKey]: { [name]: entry } }, undefined, 2)}\n`;
}

const read = (kind: McpClientKind, text: string, isThere = (_: string) => true) =>
  readConnection(kind, text, TARGET, isThere);

function faultsOf(kind: McpClientKind, text: string, isThere?: (file: string) => boolean): readonly string[] {
  const connection = read(kind, text, isThere);
  return connection.state === 'broken' ? connection.faults.map((fault) => fault.kind) : [connection.state];
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

function mended(kind: McpClientKind, text: string): string {
  const planned = planConnection(kind, text, TARGET, {}, () => true);
  if (!planned.ok) throw new Error(planned.reason);
  return planned.text;
}

describe.each(IDS)('%s', (id) => {
  const kind = MCP_CLIENTS[id];

  it.each(['address', 'command'] as const)('is connected by what is written for it: %s', (way) => {
    const entry = clientEntry(kind, TARGET, way);
    if (entry === undefined) expect([way, kind.addressKey]).toEqual(['address', undefined]);
    else expect(read(kind, settings(kind, entry))).toMatchObject({ state: 'connected', by: way });
  });

  it.each([{ disabled: true }, { enabled: false }])('can’t work while it is switched off: %j', (off) => {
    const text = settings(kind, { ...clientEntry(kind, TARGET), ...off });
    expect(faultsOf(kind, text)).toEqual(['disabled']);
    expect(read(kind, mended(kind, text))).toMatchObject({ state: 'connected' });
  });

  it('can’t work where the program is gone, or is one to be fetched', () => {
    const started = settings(kind, clientEntry(kind, TARGET, 'command') ?? {});
    expect(faultsOf(kind, started, (file) => !file.endsWith('.cjs'))).toEqual(['gone']);
    const stdio = { command: 'npx', args: ['-y', 'skills-registry', 'mcp'] };
    const fetched = settings(kind, clientEntry(kind, { ...TARGET, stdio }, 'command') ?? {});
    expect(faultsOf(kind, fetched)).toEqual(['fetched']);
    expect(read(kind, mended(kind, fetched))).toMatchObject({ state: 'connected', by: 'command' });
  });

  it('keeps what its user has the program started with', () => {
    const stdio = { command: '/old/node', args: ['/old/skills-registry.cjs', 'mcp', '-r', '/my/skills'] };
    const text = settings(kind, clientEntry(kind, { ...TARGET, stdio }, 'command') ?? {});
    expect(read(kind, text)).toMatchObject({ state: 'outdated', by: 'command' });
    const after = mended(kind, text);
    expect(after).toContain('/my/skills');
    expect(read(kind, after)).toMatchObject({ state: 'connected', by: 'command' });
  });

  it('is recognised under any name, kept there, and never doubled', () => {
    const entry = clientEntry(kind, TARGET) ?? {};
    for (const name of ['skills', 'library-notes'])
      expect(mended(kind, settings(kind, entry, name))).toBe(settings(kind, entry, name));
    const old = settings(
      kind,
      clientEntry(kind, { ...TARGET, mcpUrl: 'http://localhost:9000/mcp' }) ?? {},
      'skills',
    );
    const doubled = mended(kind, mended(kind, old));
    expect(read(kind, doubled)).toMatchObject({ state: 'connected', name: 'skills' });
    expect(doubled).not.toContain('skills-registry"');
  });

  it('takes every entry of ours out, and no other', () => {
    const other = settings(kind, { command: 'uvx', args: ['other'] }, 'other');
    const connected = mended(kind, other);
    const planned = planRemoval(kind, connected, TARGET);
    expect(planned).toEqual({ ok: true, text: other });
    expect(planRemoval(kind, other, TARGET)).toEqual({ ok: true, text: other });
  });
});

describe.each(ASKING)('%s, which asks an address,', (id) => {
  const kind = MCP_CLIENTS[id];

  it.each(['sse', 'stdio'])('can’t work where it is of the type %s', (type) => {
    const text = settings(kind, {
      ...addressEntry(id),
      ...('transport' in addressEntry(id) ? { transport: type } : { type }),
    });
    expect(faultsOf(kind, text)).toEqual(['wrong-type']);
    expect(read(kind, mended(kind, text))).toMatchObject({ state: 'connected' });
  });

  it.each(['/', '/mcpp', '/v1/mcp', '/sse'])('can’t work where the address ends with %s', (path) => {
    const text = settings(kind, addressEntry(id, `http://127.0.0.1:8701${path}`));
    expect(faultsOf(kind, text)).toEqual(['wrong-path']);
    expect(read(kind, mended(kind, text))).toMatchObject({ state: 'connected', by: 'address' });
  });

  it('works by any name of this machine, with a slash at the end, too', () => {
    for (const url of ['http://localhost:8701/mcp', 'http://[::1]:8701/mcp', 'http://127.0.0.1:8701/mcp/'])
      expect(read(kind, settings(kind, addressEntry(id, url)))).toMatchObject({ state: 'connected' });
  });

  it('can’t work where the address stands under another client’s name for it', () => {
    const [wrong = ''] = ['serverUrl', 'httpUrl'].filter(
      (key) => !(key in addressEntry(id)) && !kind.alsoReads?.includes(key),
    );
    const text = settings(
      kind,
      withAddress(id, (_, url) => ({ [wrong]: url })),
    );
    expect(faultsOf(kind, text)).toEqual(['wrong-key']);
    const after = mended(kind, text);
    expect(after).not.toContain(wrong);
    expect(read(kind, after)).toMatchObject({ state: 'connected' });
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
    expect(read(kind, mended(kind, text))).toMatchObject({ state: 'connected' });
  });

  it('is outdated where it asks another port, and leaves strangers’ servers alone', () => {
    const moved = settings(kind, addressEntry(id, 'http://127.0.0.1:8700/mcp'));
    expect(read(kind, moved)).toMatchObject({ state: 'outdated', says: 'http://127.0.0.1:8700/mcp' });
    for (const url of ['http://127.0.0.1:3000/mcp', 'https://mcp.example.com/mcp'])
      expect(read(kind, settings(kind, addressEntry(id, url), 'other'))).toEqual({ state: 'absent' });
  });
});

describe('an entry in the wrong place', () => {
  const entry = JSON.stringify({ url: TARGET.mcpUrl });

  it.each([
    ['servers', 'stands under "servers"'],
    ['mcpservers', 'stands under "mcpservers"'],
    ['context_servers', 'stands under "context_servers"'],
  ])('under “%s” is named, and moved', (key, part) => {
    const text = `{ "${key}": { "skills-registry": ${entry}, "other": {} } }`;
    expect(read(MCP_CLIENTS.cursor, text)).toMatchObject({
      state: 'broken',
      faults: [{ kind: 'wrong-place', says: expect.stringContaining(part) }],
    });
    expect(JSON.parse(mended(MCP_CLIENTS.cursor, text))).toEqual({
      [key]: { other: {} },
      mcpServers: { 'skills-registry': { url: TARGET.mcpUrl } },
    });
  });
});

it('says the same of an entry whatever else its settings hold', () => {
  const others = fc.dictionary(fc.constantFrom('a', 'b', 'github'), fc.record({ command: fc.string() }));
  fc.assert(
    fc.property(fc.constantFrom(...ASKING), others, (id, rest) => {
      const kind = MCP_CLIENTS[id];
      if (kind.format === 'toml') return;
      const servers = { ...rest, 'skills-registry': addressEntry(id) };
      expect(read(kind, JSON.stringify({ [kind.serversKey]: servers }))).toMatchObject({
        state: 'connected',
      });
    }),
  );
});
