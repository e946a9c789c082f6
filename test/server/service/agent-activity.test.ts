import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { Activity, ActivityEvent, Status } from '../../../src-server/contract/api.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { AgentActivity } from '../../../src-server/service/status.ts';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

const SECTION_ROUTE = 'GET /v1/skills/:lang/:author/:name/*section';
const AT = '2026-11-20T11:28:41.000Z';

function call(changes: Partial<ActivityEvent> = {}): ActivityEvent {
  return {
    at: AT,
    client: 'claude-code',
    protocol: 'mcp',
    route: 'initialize',
    target: '',
    status: 200,
    durationMs: 1,
    ...changes,
  };
}

describe('who called', () => {
  it('is told by name, the latest first', () => {
    const callers = new AgentActivity();
    for (const client of ['claude-code', 'zed', 'claude-code']) callers.note(call({ client }));
    expect(callers.callers().map(({ name }) => name)).toEqual(['claude-code', 'zed']);
  });

  it.each(['initialize', 'server/discover'])('has called nothing while it only said %s', (route) => {
    const callers = new AgentActivity();
    callers.note(call({ route }));
    expect(callers.callers()).toEqual([{ name: 'claude-code', lastAt: AT }]);
  });

  it('has called once a call was answered, whatever comes after', () => {
    const callers = new AgentActivity();
    callers.note(call({ route: 'find_skills', target: 'log', results: 0 }));
    callers.note(call({ at: '2026-11-20T11:29:00.000Z', route: 'get_skill', status: 400 }));
    callers.note(call({ at: '2026-11-20T11:30:00.000Z', route: 'initialize' }));
    expect(callers.callers()).toEqual([
      { name: 'claude-code', lastAt: '2026-11-20T11:30:00.000Z', lastCall: AT },
    ]);
  });

  it('has called nothing while its calls failed', () => {
    const callers = new AgentActivity();
    callers.note(call({ route: 'get_skill', status: 400 }));
    expect(callers.callers()).toEqual([{ name: 'claude-code', lastAt: AT }]);
  });

  it('keeps what was read last while other calls follow', () => {
    const callers = new AgentActivity();
    callers.note(call({ route: 'get_section', skillKey: KEY, target: `${KEY}/safety.md` }));
    callers.note(call({ at: '2026-11-20T11:29:00.000Z', route: 'find_skills', target: 'log', results: 0 }));
    expect(callers.callers()).toEqual([
      {
        name: 'claude-code',
        lastAt: '2026-11-20T11:29:00.000Z',
        lastCall: '2026-11-20T11:29:00.000Z',
        lastRead: { at: AT, skillKey: KEY, file: 'safety.md' },
      },
    ]);
  });

  it('names no file where a skill was read as a whole, and takes no refused call for a read one', () => {
    const callers = new AgentActivity();
    callers.note(call({ client: 'zed', route: 'get_skill', skillKey: KEY, target: KEY }));
    callers.note(call({ route: 'get_section', skillKey: KEY, target: `${KEY}/none.md`, status: 400 }));
    const [refused, read] = callers.callers();
    expect(refused).not.toHaveProperty('lastRead');
    expect(read?.lastRead).toEqual({ at: AT, skillKey: KEY });
  });

  it('is forgotten where too many others have called since', () => {
    const callers = new AgentActivity();
    for (let number = 0; number < 1_000; number += 1) callers.note(call({ client: `client-${number}` }));
    const names = callers.callers().map(({ name }) => name);
    expect(names).toHaveLength(32);
    expect(names[0]).toBe('client-999');
  });
});

describe('the status', () => {
  it('tells which programs called and what they read', async () => {
    const { url, get } = await startTestServer(temporaryRegistry([KEY]));
    expect((await get('/v1/status')).json<Status>().callers).toEqual([]);
    const client = await connectOverHttp(url, 'legacy', 'claude-code');
    await client.callTool({ name: 'get_section', arguments: { path: KEY, section: 'pitfalls' } });
    expect((await get('/v1/status')).json<Status>().callers).toMatchObject([
      { name: 'claude-code', lastCall: expect.any(String), lastRead: { skillKey: KEY, file: 'pitfalls.md' } },
    ]);
  });

  it('says nothing of them where other machines could ask', async () => {
    const { get } = await startTestServer(temporaryRegistry([KEY]), { host: '0.0.0.0' });
    expect((await get('/v1/status')).json()).not.toHaveProperty('callers');
  });

  it('says of the sample that it is one, and of nothing else', async () => {
    const sample = await startTestServer(sampleRegistry());
    const own = await startTestServer(temporaryRegistry([KEY]));
    expect((await sample.get('/v1/status')).json<Status>().registry.sample).toBe(true);
    expect((await own.get('/v1/status')).json<Status>().registry).not.toHaveProperty('sample');
  });
});

const lists = (...events: readonly ActivityEvent[]) => {
  const activity = new AgentActivity();
  for (const event of events) activity.note(event);
  return activity.lists();
};
const read = (changes: Partial<ActivityEvent> = {}) =>
  call({ route: 'get_skill', skillKey: KEY, target: KEY, ...changes });
const later = (seconds: number) => new Date(Date.parse(AT) + seconds * 1_000).toISOString();

describe('the reads', () => {
  it('have get_skill, the tool that our own pointer names, and files by name', () => {
    const { reads } = lists(
      read(),
      read({ at: later(5), route: 'get_section', target: `${KEY}/safety.md`, client: 'cursor-vscode' }),
    );
    expect(reads).toEqual([
      { at: later(5), client: 'cursor-vscode', skillKey: KEY, file: 'safety.md' },
      { at: AT, client: 'claude-code', skillKey: KEY },
    ]);
  });

  it('leave out what failed, and what a page, the window or a command shows to people', () => {
    const { reads, gaps } = lists(
      read({ status: 404 }),
      read({ protocol: 'http', client: 'Mozilla/5.0' }),
      read({ protocol: 'http', client: 'skills-registry-window' }),
      read({ protocol: 'http', client: 'skills-registry' }),
      call({ protocol: 'http', client: 'skills-registry', target: 'leftpad', results: 0 }),
      call({ protocol: 'http', client: 'Mozilla/5.0', target: 'half a wor', results: 0 }),
    );
    expect([reads, gaps]).toEqual([[], []]);
  });

  it('have one entry for the addresses that a program on standard input asks for one answer', () => {
    const { reads } = lists(
      read({ route: 'GET /v1/skills/:lang/:author/:name' }),
      read({ at: later(0.02), route: SECTION_ROUTE, target: `${KEY}/safety.md` }),
      read({ at: later(0.04), route: 'GET /v1/skills/:lang/:author/:name' }),
    );
    expect(reads).toEqual([{ at: later(0.04), client: 'claude-code', skillKey: KEY, file: 'safety.md' }]);
  });

  it('have one entry for one answer, whoever else reads between its addresses', () => {
    const { reads } = lists(
      read({ route: 'GET /v1/skills/:lang/:author/:name', client: 'zed' }),
      read({ at: later(0.01) }),
      read({ at: later(0.02), route: SECTION_ROUTE, target: `${KEY}/safety.md`, client: 'zed' }),
    );
    expect(reads).toEqual([
      { at: later(0.02), client: 'zed', skillKey: KEY, file: 'safety.md' },
      { at: later(0.01), client: 'claude-code', skillKey: KEY },
    ]);
  });

  it('have an entry for each call of a tool, however soon the next one comes', () => {
    const pitfalls = { route: 'get_section', target: `${KEY}/pitfalls.md` };
    const { reads } = lists(read(pitfalls), read({ ...pitfalls, at: later(0.01) }));
    expect(reads).toHaveLength(2);
  });

  it('are at most fifty, the latest', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => read({ at: later(at * 2) }));
    const { reads } = lists(...many);
    expect(reads).toHaveLength(50);
    expect(reads[0]?.at).toBe(later(1_998));
  });
});

describe('what was asked in vain', () => {
  const asked = (target: string, changes: Partial<ActivityEvent> = {}) =>
    call({ route: 'find_skills', target, results: 0, ...changes });

  it('is counted by question, the most frequent first', () => {
    const { gaps } = lists(
      asked('zod union'),
      asked('kafka rebalance'),
      asked('Kafka  Rebalance', { at: later(60) }),
      asked('found', { results: 3 }),
      asked(' '),
    );
    expect(gaps.map(({ question, count }) => [question, count])).toEqual([
      ['Kafka  Rebalance', 2],
      ['zod union', 1],
    ]);
  });

  it('counts one question of one program once, however many addresses it asks', () => {
    const { gaps } = lists(
      asked('leftpad', { route: 'GET /v1/resolve' }),
      asked('leftpad', { route: 'GET /v1/search', at: later(0.03) }),
    );
    expect(gaps).toMatchObject([{ question: 'leftpad', count: 1 }]);
  });

  it('is at most a hundred questions, whatever is asked', () => {
    const { gaps } = lists(...Array.from({ length: 5_000 }, (_, number) => asked(`question ${number}`)));
    expect(gaps).toHaveLength(100);
    expect(gaps[0]?.question).toBe('question 4999');
  });
});

describe('GET /v1/activity', () => {
  const activityOf = async (get: (path: string) => Promise<{ json<T>(): T }>) =>
    (await get('/v1/activity')).json<Activity>();

  it('has a get_skill as a read, a find_skills without an answer as a gap, and the status tells of both', async () => {
    const { url, get } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, 'legacy', 'claude-code');
    const before = (await get('/v1/status')).json<Status>().activity;
    await client.callTool({ name: 'get_skill', arguments: { path: 'tokio', query: 'a blocking call' } });
    await client.callTool({ name: 'find_skills', arguments: { query: 'istio sidecar injection fails' } });
    await client.callTool({ name: 'find_skills', arguments: { query: 'close the prisma client' } });
    await client.callTool({ name: 'get_skill', arguments: { path: 'leftpad' } });
    const { recording, reads, gaps } = await activityOf(get);
    expect(recording).toBe(true);
    expect(reads).toMatchObject([{ client: 'claude-code', skillKey: 'rust/tokio-rs/tokio' }]);
    expect(gaps.map(({ question }) => question)).toEqual([
      'leftpad',
      'close the prisma client',
      'istio sidecar injection fails',
    ]);
    expect([before, (await get('/v1/status')).json<Status>().activity]).toEqual([0, 4]);
  });

  it('has no project without a known library as a question', async () => {
    const { url, get } = await startTestServer(sampleRegistry());
    const body = JSON.stringify({ packages: [{ purl: 'pkg:npm/unheard-of@1.0.0' }] });
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'a-script' };
    const { counts } = await (await fetch(`${url}/v1/match`, { method: 'POST', headers, body })).json();
    expect(counts).toMatchObject({ packages: 1, exact: 0 });
    expect((await activityOf(get)).gaps).toEqual([]);
  });

  it('has the skill that find_skills answered with as a read', async () => {
    const { url, get } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, 'modern', 'codex');
    await client.callTool({
      name: 'find_skills',
      arguments: { query: 'tokio task hangs on a blocking call' },
    });
    expect(await activityOf(get)).toMatchObject({
      reads: [{ client: 'codex', skillKey: 'rust/tokio-rs/tokio' }],
      gaps: [],
    });
  });

  it('has the file and the heading that a call was answered with', async () => {
    const { url, get } = await startTestServer(sampleRegistry());
    const client = await connectOverHttp(url, 'legacy', 'claude-code');
    const query = 'a blocking call in an async task';
    const section = 'Calling QueryRow and dropping the Row';
    await client.callTool({ name: 'get_skill', arguments: { path: 'tokio', query } });
    await client.callTool({ name: 'get_section', arguments: { path: 'sqlalchemy', section: 'pitfalls' } });
    await client.callTool({ name: 'get_section', arguments: { path: 'pgx', section } });
    const { reads } = await activityOf(get);
    expect(reads.map(({ at: _, client: __, ...read }) => read)).toEqual([
      { skillKey: 'go/jackc/pgx', file: 'pitfalls.md', section },
      { skillKey: 'python/sqlalchemy/sqlalchemy', file: 'pitfalls.md' },
      {
        skillKey: 'rust/tokio-rs/tokio',
        file: 'safety.md',
        section: 'Never start a runtime, or block on one, inside async code',
      },
    ]);
  });

  it('counts each read of many clients that read at once, and keeps the numbers for the next start', async () => {
    const registry = temporaryRegistry([KEY]);
    const first = await startTestServer(registry, { recordActivity: 'counted' });
    const names = Array.from({ length: 12 }, (_, number) => `agent-${number}`);
    const clients = await Promise.all(names.map((name) => connectOverHttp(first.url, 'legacy', name)));
    await Promise.all(
      clients.map((client) => client.callTool({ name: 'get_skill', arguments: { path: KEY } })),
    );
    const { reads, counts } = await activityOf(first.get);
    expect(reads.map(({ client }) => client).sort()).toEqual([...names].sort());
    expect(counts?.clients.map(({ client, reads }) => [client, reads.at(-1)]).sort()).toEqual(
      names.map((name) => [name, 1]).sort(),
    );
    await first.close();
    const second = await startServer({ registry, port: 0, recordActivity: 'counted' });
    onTestFinished(() => second.close());
    const again = async () => (await (await fetch(`${second.url}/v1/activity`)).json()) as Activity;
    await expect.poll(async () => (await again()).counts?.skills).toEqual([{ skillKey: KEY, reads: 12 }]);
    expect((await again()).reads).toEqual([]);
  });

  it('tells of no counts and keeps no file where nobody asked for them, and where other machines could ask', async () => {
    for (const options of [{}, { recordActivity: 'counted', host: '0.0.0.0' }] as const) {
      const server = await startTestServer(temporaryRegistry([KEY]), options);
      await server.get(`/v1/skills/${KEY}`, { headers: { 'user-agent': 'curl/8.0' } });
      expect(await activityOf(server.get)).not.toHaveProperty('counts');
      await server.close();
      expect(existsSync(join(userFolders().data, 'reads'))).toBe(false);
    }
  });

  it('is empty as soon as recording is turned off, records nothing then, and again once it is turned on', async () => {
    const { url, get, recordActivity } = await startTestServer(temporaryRegistry([KEY]));
    const client = await connectOverHttp(url, 'legacy', 'claude-code');
    const read = () => client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    const entries = async () => (await get('/v1/status')).json<Status>().activity;
    await read();
    const before = await entries();
    recordActivity('off');
    expect(await entries()).not.toBe(before);
    await read();
    expect(await activityOf(get)).toMatchObject({ recording: false, reads: [], gaps: [] });
    recordActivity('memory');
    await read();
    expect(await activityOf(get)).toMatchObject({ recording: true, reads: [{ skillKey: KEY }] });
  });

  it('is not turned on where other machines could ask', async () => {
    const { get, recordActivity } = await startTestServer(temporaryRegistry([KEY]), { host: '0.0.0.0' });
    recordActivity('memory');
    expect(await activityOf(get)).toMatchObject({ recording: false });
  });

  it.each([
    ['other machines could ask', { host: '0.0.0.0' }],
    ['its user turned it off', { recordActivity: 'off' as const }],
  ])('is empty where %s', async (_, options) => {
    const { url, get } = await startTestServer(temporaryRegistry([KEY]), options);
    const client = await connectOverHttp(url.replace('0.0.0.0', '127.0.0.1'), 'legacy', 'claude-code');
    await client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    expect(await activityOf(get)).toMatchObject({ recording: false, reads: [], gaps: [] });
  });
});
