import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { ActivityEvent } from '../../../src-server/contract/api.ts';
import { connectOverHttp, ERAS, textOf } from '../../support/mcp-client.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually, startTestServer } from '../../support/test-server.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

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

const toolCall = (name: string, given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: given },
});

describe.each(ERAS)('the official client (%s)', (era) => {
  it('sees four read-only tools and what they are for', async () => {
    const { url } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'find_skills',
      'search_skills',
      'get_skill',
      'get_section',
    ]);
    for (const { annotations, title, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(title).toBeTruthy();
      // A client would show the structure in place of the text.
      expect(outputSchema).toBeUndefined();
    }
    expect(client.getServerCapabilities()).toMatchObject({
      tools: { listChanged: false },
      resources: { listChanged: era === 'modern' },
    });
  });

  it('lists and reads skills as resources', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY, 'rust/tokio-rs/tokio']));
    const client = await connectOverHttp(url, era);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([`skill://${KEY}`, 'skill://rust/tokio-rs/tokio']);
    const [whole] = (await client.readResource({ uri: `skill://${KEY}` })).contents;
    expect(whole).toMatchObject({ uri: `skill://${KEY}`, text: expect.stringContaining('[pitfalls.md]') });
    const { contents } = await client.readResource({ uri: `skill://${KEY}/examples/basic.txt` });
    expect(contents).toEqual([expect.objectContaining({ text: 'example\n', mimeType: 'text/plain' })]);
    await expect(client.readResource({ uri: 'skill://cpp/gabime/spdlgo/overview.md' })).rejects.toThrow(
      "Skill 'cpp/gabime/spdlgo' not found",
    );
    await expect(client.readResource({ uri: 'skill://a/b' })).rejects.toThrow('no address of a skill');
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
      ['claude-code', 'mcp', 'get_skill', 200],
    ]);
    expect(events[1]).toMatchObject({
      target: `${KEY}/safety.md`,
      skillKey: KEY,
      tokens: expect.any(Number),
    });
    expect(events[2]).toMatchObject({ target: 'no such thing', results: 0 });
    expect(events[3]).toMatchObject({ target: 'no/such/skill', results: 0 });
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
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/*;q=0.5', 'application/json'],
    ['text/html', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['application/json, text/event-stream;q=0', 'application/json'],
    ['Application/JSON;charset=utf-8, TEXT/*', 'application/json'],
    ['text/event-stream, application/json;q=0', 'text/event-stream'],
  ])('answers a client that accepts %s', async (accept, type) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const answer = await post(url, listTools, { Accept: accept });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
    const text =
      type === 'application/json' ? answer.text : answer.text.replace(/^event: message\ndata: /, '');
    expect(JSON.parse(text)).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
  });

  it.each(['gzip', 'br', 'deflate, gzip'])('refuses a body compressed with %s as 415', async (coding) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Encoding': coding,
    };
    const text = JSON.stringify(listTools);
    // Also where the header alone says so.
    for (const body of [new Uint8Array(gzipSync(text)), text]) {
      const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body });
      expect(answer.status).toBe(415);
      const message = expect.stringContaining(coding);
      expect(await answer.json()).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, message },
      });
    }
  });

  it('refuses a batch of more than 50 calls, and answers one of 50', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const call = (id: number) => ({ ...toolCall('get_skill', { path: KEY }), id });
    const batch = Array.from({ length: 50 }, (_, id) => call(id));
    const answers = await post(url, batch, { Accept: 'application/json, text/event-stream' });
    expect(answers.text.match(/"result":/g)).toHaveLength(50);
    const refused = await post(url, [...batch, call(50)]);
    expect(refused.status).toBe(400);
    expect(refused.json()).toMatchObject({
      error: { code: -32600, message: 'A batch has 50 messages at most; this one has 51.' },
    });
  });

  it('leaves the calls of a batch behind the first mebibyte of answers', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `Line ${at} of a text that is long.`).join('\n');
    const { url } = await startTestServer(
      temporaryFolder(
        validSkillFiles(KEY, ({ files }) => {
          files['overview.md'] = long;
        }),
      ),
    );
    const call = (id: number) => ({ ...toolCall('get_section', { path: KEY, section: 'overview' }), id });
    const answer = await post(
      url,
      Array.from({ length: 50 }, (_, id) => call(id)),
    );
    const refused = answer.text.match(/have more than 1 MiB/g) ?? [];
    expect(refused.length).toBeGreaterThan(20);
    expect(answer.text.length).toBeLessThan(1.3 * 1024 * 1024);
  });

  it('answers a client of 2025 and one of 2026 alike', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const plain = await post(url, toolCall('get_skill', { path: KEY }), {
      'MCP-Protocol-Version': '2025-06-18',
    });
    const unknown = await post(url, toolCall('get_skill', { path: KEY }), {
      'MCP-Protocol-Version': '1999-01-01',
    });
    expect([plain.status, unknown.status]).toEqual([200, 400]);
    const client = await connectOverHttp(url, 'modern');
    const read = await client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    expect((plain.json() as { result: object }).result).toMatchObject({ content: read.content });
  });

  const envelope = (more: object = {}) => ({
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...more,
  });
  /** Sends a request of the newest revision, whose headers repeat what its body says. */
  const newest = async (
    url: string,
    method: string,
    params: Readonly<Record<string, unknown>>,
    meta = {},
  ) => {
    const message = { jsonrpc: '2.0', id: 'a', method, params: { ...params, _meta: envelope(meta) } };
    const name = params['name'] ?? params['uri'];
    const { status, text } = await post(url, message, {
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
    });
    return { status, text };
  };
  /** The SDK answers a call that is traced, ours one that isn't. */
  const TRACED = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

  it.each([
    ['a tool', 'tools/call', { name: 'get_skill', arguments: { path: KEY } }],
    ['a search without results', 'tools/call', { name: 'search_skills', arguments: { query: 'no such' } }],
    ['a call without its argument', 'tools/call', { name: 'get_skill', arguments: {} }],
    ['an unknown tool', 'tools/call', { name: 'delete_skill', arguments: {} }],
    ['the introduction', 'server/discover', {}],
    ['the list of tools', 'tools/list', {}],
    ['the list of resources', 'resources/list', {}],
    ['a page of it', 'resources/list', { cursor: 'eHh4' }],
    ['the templates', 'resources/templates/list', {}],
    ['a file', 'resources/read', { uri: `skill://${KEY}/safety.md` }],
    ['a wrong address', 'resources/read', { uri: 'skill://a/b' }],
  ])('answers %s of the newest revision in the bytes of the SDK', async (_what, method, params) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    expect(await newest(url, method, params)).toEqual(await newest(url, method, params, TRACED));
  });

  it.each([
    ['a title', 'clientInfo', { name: 'x', version: '1', title: 'X' }],
    ['an icon that is none', 'clientInfo', { name: 'x', version: '1', icons: [1] }],
    ['no version', 'clientInfo', { name: 'x' }],
    ['capabilities', 'clientCapabilities', { roots: { listChanged: true }, elicitation: { form: {} } }],
    ['a wrong capability', 'clientCapabilities', { sampling: 1 }],
    ['no capabilities', 'clientCapabilities', undefined],
  ])('answers a client with %s as the SDK does', async (_what, field, value) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const meta = { [`io.modelcontextprotocol/${field}`]: value };
    expect(await newest(url, 'tools/list', {}, meta)).toEqual(
      await newest(url, 'tools/list', {}, { ...meta, ...TRACED }),
    );
  });

  const introduction = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const clientInfo = { name: 'x', version: '1' };

  it.each([
    ['the last handshake', introduction({ protocolVersion: '2025-11-25', capabilities: {}, clientInfo })],
    ['an earlier one', introduction({ protocolVersion: '2025-03-26', capabilities: {}, clientInfo })],
    ['one of an unknown revision', introduction({ protocolVersion: '1', capabilities: {}, clientInfo })],
    [
      'one with capabilities',
      introduction({ protocolVersion: '2025-06-18', capabilities: { roots: {}, a: 1 }, clientInfo }),
    ],
    ['a ping', { jsonrpc: '2.0', id: 1, method: 'ping' }],
    ['the list of tools', listTools],
  ])('answers %s in JSON with what the SDK says as an event', async (_what, message) => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const direct = await post(url, message);
    const event = await post(url, message, { Accept: 'text/event-stream' });
    expect(direct.headers['content-type']).toBe('application/json');
    expect(direct.text).toBe(/^data: (.*)$/m.exec(event.text)?.[1]);
    expect(nameOfSession(direct)).toEqual(nameOfSession(event));
  });

  /** A session id names the client behind something random. */
  const nameOfSession = ({ headers }: { headers: NodeJS.Dict<string | string[]> }) =>
    headers['mcp-session-id']?.toString().split('.')[1];

  it.each(['find_skills', 'search_skills', 'get_skill', 'get_section'])(
    'answers %s a question of 65,000 characters, and of as many line ends, in both revisions',
    async (name) => {
      const { url } = await startTestServer(temporaryRegistry([KEY]));
      for (const query of [
        `panic ${'x'.repeat(65_000)}`,
        `panic ${'at main '.repeat(8_000)}`,
        `a${'\n'.repeat(65_000)}b`,
      ]) {
        const given = { path: KEY, section: 'safety', query };
        const earlier = await post(url, toolCall(name, given));
        const later = await newest(url, 'tools/call', { name, arguments: given });
        const read = (text: string) => JSON.parse(text) as { result: { content: { text: string }[] } };
        const [said] = read(earlier.text).result.content;
        expect([earlier.status, later.status]).toEqual([200, 200]);
        expect(said?.text).toMatch(/\w/);
        expect(read(later.text).result.content[0]).toEqual(said);
      }
    },
  );

  it('refuses a question of over 65,536 characters in a sentence, whatever the tool does with it', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const query = 'x '.repeat(33_000);
    for (const name of ['find_skills', 'search_skills', 'get_skill']) {
      const answer = await post(url, toolCall(name, { path: KEY, query }));
      expect(answer.json()).toMatchObject({ result: { isError: true } });
      expect(answer.text).toMatch(/characters/);
    }
  });

  it('refuses a call of the newest revision whose header names another tool', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    const params = { name: 'get_skill', _meta: envelope() };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = {
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'find_skills',
    };
    expect((await post(url, call, headers)).status).toBe(400);
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

  it('refuses a body over the limit', async () => {
    const { url } = await startTestServer(temporaryRegistry([KEY]));
    expect((await post(url, { ...listTools, params: { filler: 'x'.repeat(1_100_000) } })).status).toBe(413);
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
