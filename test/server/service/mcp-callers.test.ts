import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { ActivityEvent } from '../../../src-server/contract/api/activity.ts';
import type { Status } from '../../../src-server/contract/api/api.ts';
import { McpCallers } from '../../../src-server/service/mcp-callers.ts';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';

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
    const callers = new McpCallers();
    for (const client of ['claude-code', 'zed', 'claude-code']) callers.note(call({ client }));
    expect(callers.list().map(({ name }) => name)).toEqual(['claude-code', 'zed']);
  });

  it.each(['initialize', 'server/discover'])('has called nothing while it only said %s', (route) => {
    const callers = new McpCallers();
    callers.note(call({ route }));
    expect(callers.list()).toEqual([{ name: 'claude-code', lastAt: AT }]);
  });

  it('has called once a call was answered, whatever comes after', () => {
    const callers = new McpCallers();
    callers.note(call({ route: 'find_skills', target: 'log', results: 0 }));
    callers.note(call({ at: '2026-11-20T11:29:00.000Z', route: 'get_skill', status: 400 }));
    callers.note(call({ at: '2026-11-20T11:30:00.000Z', route: 'initialize' }));
    expect(callers.list()).toEqual([
      { name: 'claude-code', lastAt: '2026-11-20T11:30:00.000Z', lastCall: AT },
    ]);
  });

  it('has called nothing while its calls failed', () => {
    const callers = new McpCallers();
    callers.note(call({ route: 'get_skill', status: 400 }));
    expect(callers.list()).toEqual([{ name: 'claude-code', lastAt: AT }]);
  });

  it('keeps what was read last while other calls follow', () => {
    const callers = new McpCallers();
    callers.note(call({ route: 'get_section', skillKey: KEY, target: `${KEY}/safety.md` }));
    callers.note(call({ at: '2026-11-20T11:29:00.000Z', route: 'find_skills', target: 'log', results: 0 }));
    expect(callers.list()).toEqual([
      {
        name: 'claude-code',
        lastAt: '2026-11-20T11:29:00.000Z',
        lastCall: '2026-11-20T11:29:00.000Z',
        lastRead: { at: AT, skillKey: KEY, file: 'safety.md' },
      },
    ]);
  });

  it('names no file where a skill was read as a whole, and takes no refused call for a read one', () => {
    const callers = new McpCallers();
    callers.note(call({ client: 'zed', route: 'get_skill', skillKey: KEY, target: KEY }));
    callers.note(call({ route: 'get_section', skillKey: KEY, target: `${KEY}/none.md`, status: 400 }));
    const [refused, read] = callers.list();
    expect(refused).not.toHaveProperty('lastRead');
    expect(read?.lastRead).toEqual({ at: AT, skillKey: KEY });
  });

  it('is forgotten where too many others have called since', () => {
    const callers = new McpCallers();
    for (let number = 0; number < 1_000; number += 1) callers.note(call({ client: `client-${number}` }));
    const names = callers.list().map(({ name }) => name);
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
