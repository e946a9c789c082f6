import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import { connectOverHttp, ERAS, textOf } from '../../support/mcp-client.ts';
import { skillFiles, temporaryRegistry, writeFiles } from '../../support/temporary-registry.ts';
import { ask, eventually, startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const REVISION = '2026-07-28';

function post(url: string, body: object | string, headers: Record<string, string> = {}) {
  return ask(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Places in a schema where a text may have any length. */
function unboundedTexts(schema: object, place: string): readonly string[] {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, object>> };
  return Object.entries(properties).flatMap(([name, property]) =>
    'type' in property && property.type === 'string' && !('maxLength' in property || 'enum' in property)
      ? [`${place}.${name}`]
      : [],
  );
}

describe.each(ERAS)('the official client (%s)', (era) => {
  it('sees the tools with schemas, all read-only', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const { tools } = await (await connectOverHttp(url, era)).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'find_skills',
      'search_skills',
      'get_skill',
      'get_section',
    ]);
    for (const tool of tools) {
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.title).toBeTruthy();
      expect(tool.inputSchema).not.toHaveProperty('$id');
      expect(unboundedTexts(tool.inputSchema, tool.name)).toEqual([]);
      expect(tool.outputSchema).toBeUndefined();
    }
  });

  it('gets text from every tool, and nothing that a client would show instead', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, era);
    const call = async (name: string, args: Record<string, unknown>) => {
      const answer = await client.callTool({ name, arguments: args });
      expect(Object.keys(answer)).not.toContain('structuredContent');
      return textOf(answer);
    };
    expect(await call('find_skills', { query: 'flush the log before exit' })).toContain(`: ${KEY}, `);
    expect(await call('search_skills', { query: 'spdlog', limit: 1 })).toContain(`${KEY}. Its author says: `);
    expect(await call('get_skill', { path: KEY })).toContain('pitfalls.md (P0)');
    expect(await call('get_section', { path: KEY, section: 'pitfalls' })).toContain('# spdlog: pitfalls');
  });

  it('is told what there is, and of changes only where they are told', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const client = await connectOverHttp(url, era);
    expect(client.getInstructions()).toContain('1 library skill (cpp: spdlog)');
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: false },
      resources: { listChanged: era === 'modern' },
    });
    expect(client.getServerCapabilities()).not.toHaveProperty('prompts');
  });

  it('is told what it may have meant', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, era);
    const skill = await client.callTool({ name: 'get_skill', arguments: { path: 'cpp/gabime/spdlgo' } });
    expect(skill.isError).toBe(true);
    expect(textOf(skill)).toContain(`Did you mean ${KEY}`);
    const section = await client.callTool({ name: 'get_section', arguments: { path: KEY, section: 'nope' } });
    expect(section.isError).toBe(true);
    expect(textOf(section)).toContain('Its sections: overview, safety, pitfalls');
  });

  it('lists and reads skills as resources', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY, 'rust/tokio-rs/tokio']));
    const client = await connectOverHttp(url, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`skill://${KEY}`, 'skill://rust/tokio-rs/tokio']);
    const [whole] = (await client.readResource({ uri: `skill://${KEY}` })).contents;
    expect(whole).toMatchObject({ uri: `skill://${KEY}`, mimeType: 'text/markdown' });
    expect(whole).toHaveProperty('text', expect.stringContaining(`# ${KEY}, from the registry `));
    const { contents } = await client.readResource({ uri: `skill://${KEY}/examples/basic.txt` });
    expect(contents).toEqual([expect.objectContaining({ text: 'example\n', mimeType: 'text/plain' })]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'skill://{language}/{author}/{name}/{+file}' }]);
    await expect(client.readResource({ uri: 'skill://cpp/gabime/spdlgo/overview.md' })).rejects.toThrow(
      `Did you mean ${KEY}`,
    );
  });

  it('lists the resources of a large registry page by page, each once', async () => {
    const keys = Array.from({ length: 450 }, (_, at) => `cpp/author/lib${String(at).padStart(3, '0')}`);
    const { url } = await startTestServer(temporaryRegistry(keys));
    const client = await connectOverHttp(url, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toEqual(keys);
    await expect(client.listResources({ cursor: 'bm90IG91cnM' })).rejects.toThrow('is not from this server');
  });

  it('shows in the activity with its name, from its first request on', async () => {
    const events: ActivityEvent[] = [];
    const { url } = await startTestServer(temporaryRegistry([KEY]), {
      onActivity: (event) => events.push(event),
    });
    events.length = 0;
    const client = await connectOverHttp(url, era, 'claude-code');
    await client.callTool({ name: 'get_section', arguments: { path: KEY, section: 'safety' } });
    await client.callTool({ name: 'search_skills', arguments: { query: 'no such thing' } });
    await client.callTool({ name: 'get_skill', arguments: { path: 'no/such/skill' } });
    expect(events.map(({ client, protocol, route, status }) => [client, protocol, route, status])).toEqual([
      ['claude-code', 'mcp', era === 'legacy' ? 'initialize' : 'server/discover', 200],
      ['claude-code', 'mcp', 'get_section', 200],
      ['claude-code', 'mcp', 'search_skills', 200],
      ['claude-code', 'mcp', 'get_skill', 400],
    ]);
    expect(events[1]).toMatchObject({
      target: `${KEY}/safety.md`,
      skillKey: KEY,
      tokens: expect.any(Number),
    });
    expect(events[2]).toMatchObject({ target: 'no such thing', results: 0 });
  });

  it('reads a change on disk without a new connection', async () => {
    const registry = temporaryRegistry([KEY]);
    const { url } = await startTestServer(registry);
    const client = await connectOverHttp(url, era);
    const read = async () =>
      textOf(await client.callTool({ name: 'get_section', arguments: { path: KEY, section: 'safety' } }));
    await read();
    writeFileSync(join(registry, 'skills', KEY, 'safety.md'), '# Safety\n\nChanged.\n');
    await eventually(read, (text) => text.includes('Changed.'));
  });
});

describe('POST /mcp', () => {
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

  it.each(['http://evil.example', 'null', 'https://127.0.0.1:1'])(
    'refuses the origin %s although the Host is right',
    async (origin) => {
      const { url } = await startTestServer(temporaryRegistry([KEY]));
      expect((await post(url, listTools, { Origin: origin })).status).toBe(403);
      expect((await post(url, listTools, { Origin: url })).status).toBe(200);
    },
  );

  it('refuses a Host that is not this machine', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    expect((await post(url, listTools, { Host: 'evil.example' })).status).toBe(403);
  });

  it.each(['GET', 'DELETE', 'PUT'])('answers %s with 405', async (method) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const answer = await ask(`${url}/mcp`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('POST');
  });

  it('refuses what is no JSON by its type, and by its text', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    expect((await post(url, listTools, { 'Content-Type': 'text/plain' })).status).toBe(415);
    const answer = await post(url, '{');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: -32700 } });
  });

  it.each([
    ['*/*', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['application/*;q=0.5', 'application/json'],
    ['text/html', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['application/json, text/event-stream;q=0', 'application/json'],
    ['Application/JSON;charset=utf-8, TEXT/*', 'text/event-stream'],
  ])('answers a client that accepts %s', async (accept, type) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const answer = await post(url, listTools, { Accept: accept });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
    const text =
      type === 'application/json' ? answer.text : answer.text.replace(/^event: message\ndata: /, '');
    expect(JSON.parse(text)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  it.each([
    ['initialize', { capabilities: {}, clientInfo: { name: 't', version: '1' } }, 'params.protocolVersion'],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {} }, 'params.clientInfo'],
    ['tools/call', { arguments: {} }, 'params.name'],
    ['resources/read', { uri: 7 }, 'params.uri'],
  ])('names the missing or wrong field of %s', async (method, params, field) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const message = { jsonrpc: '2.0', id: 1, method, params };
    const answer = await post(url, message, { Accept: 'application/json' });
    expect(answer.json()).toMatchObject({
      id: 1,
      error: { code: -32602, message: expect.stringMatching(`^Invalid params: ${field}: [^[{]+\\.$`) },
    });
  });

  it('refuses a list of messages, which would run all of its calls at once', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const answer = await post(url, [listTools, { ...listTools, id: 2 }]);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: -32600 } });
  });

  it('refuses an address of a resource over 1,000 characters', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const params = { uri: `skill://${'a'.repeat(1_001)}` };
    expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'resources/read', params })).text).toContain(
      'over 1000 characters',
    );
  });

  it('refuses a body over the limit', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    expect((await post(url, { ...listTools, params: { filler: 'x'.repeat(300_000) } })).status).toBe(413);
  });

  it('answers a revision it does not speak with those it does', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const answer = await post(
      url,
      {
        ...listTools,
        params: {
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2099-01-01',
            'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      },
      { 'MCP-Protocol-Version': '2099-01-01', 'Mcp-Method': 'tools/list' },
    );
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ error: { code: -32022, data: { supported: [REVISION] } } });
  });

  it('names an unknown tool and those there are', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const call = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'delete_skill', arguments: {} },
    };
    expect((await post(url, call)).text).toContain(
      'There are: find_skills, search_skills, get_skill, get_section.',
    );
  });

  it('tells subscribers that the skills changed, and ends their streams when the service stops', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry);
    const params = {
      notifications: { resourcesListChanged: true },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': REVISION,
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    };
    const stream = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': REVISION,
        'Mcp-Method': 'subscriptions/listen',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
    });
    writeFiles(registry, skillFiles('skills/rust/tokio-rs/tokio', 'rust/tokio-rs/tokio'));
    let received = '';
    for await (const chunk of stream.body ?? []) {
      received += Buffer.from(chunk).toString('utf8');
      if (received.includes('notifications/resources/list_changed')) void server.close();
    }
    expect(received).toContain('notifications/resources/list_changed');
  });
});
