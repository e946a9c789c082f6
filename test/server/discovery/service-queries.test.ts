import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Activity } from '../../../src-server/contract/api.ts';
import type { RegistryQueries } from '../../../src-server/contract/queries.ts';
import { HttpQueries, ServiceGoneError } from '../../../src-server/discovery/ask-service.ts';
import { listening } from '../../support/listening.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const over = (url: string) => new HttpQueries({ url }, { clientName: () => 'cursor' });

async function bothOver(registry = temporaryRegistry([KEY, 'rust/tokio-rs/tokio'])) {
  const server = await startTestServer(registry);
  return { server, here: server.queries, there: over(server.url) };
}

describe('a running service answers as the registry in this process', () => {
  it.each<readonly [string, (queries: RegistryQueries) => Promise<unknown>]>([
    ['the list', (queries) => queries.list()],
    ['a skill', (queries) => queries.skill(KEY)],
    ['a skill with its tokens', (queries) => queries.skill(KEY, { tokens: true })],
    ['a file by its name', (queries) => queries.section(KEY, 'pitfalls')],
    ['a file by its path', (queries) => queries.section(KEY, 'pitfalls.md')],
    ['a search', (queries) => queries.search({ q: 'spdlog', names: true })],
    ['a search in one language', (queries) => queries.search({ q: 'spdlog', lang: 'rust' })],
    ['a search in a language without skills', (queries) => queries.search({ q: 'spdlog', lang: 'kotlin' })],
    ['a question', (queries) => queries.find({ q: 'log without blocking', explain: true, limit: 3 })],
    ['a long message', (queries) => queries.find({ q: `${'at frame\n'.repeat(1_000)}spdlog` })],
    ['a name', (queries) => queries.resolve('spdlog')],
    ['a name that is nearly one', (queries) => queries.resolve('spdlgo')],
    ['no name', (queries) => queries.resolve(' ')],
    ['the problems', (queries) => queries.diagnostics()],
    ['the status', async (queries) => ({ ...(await queries.status()), callers: [] })],
  ])('%s', async (_, question) => {
    const { here, there } = await bothOver();
    expect(await question(there)).toEqual(JSON.parse(JSON.stringify(await question(here))));
  });

  it.each<readonly [string, (queries: RegistryQueries) => Promise<unknown>]>([
    ['an unknown skill', (queries) => queries.skill('cpp/none/none')],
    ['an unknown file', (queries) => queries.section(KEY, 'none')],
    ['a file that leads elsewhere', (queries) => queries.section(KEY, '../spdlog/pitfalls.md')],
    ['a file with a name longer than any', (queries) => queries.section(KEY, 'a'.repeat(60_000))],
    ['a key that leads elsewhere', (queries) => queries.skill('../../health')],
  ])('%s is refused with the same code and sentence', async (_, question) => {
    const { here, there } = await bothOver();
    const refusal: unknown = await question(here).catch((error: unknown) => error);
    await expect(question(there)).rejects.toEqual(refusal);
  });
});

it('the service counts the client for whom it is asked', async () => {
  const { server, there } = await bothOver();
  await there.list();
  expect(server.status().callers).toEqual([]);
  await there.section(KEY, 'pitfalls.md');
  expect(server.status().callers).toMatchObject([
    { name: 'cursor', lastCall: expect.any(String), lastRead: { skillKey: KEY, file: 'pitfalls.md' } },
  ]);
});

it('what a command reads for a person is no read of an agent, but what it reads for a client is one', async () => {
  const { server, there } = await bothOver();
  const ofCommand = new HttpQueries({ url: server.url });
  const reads = async () => (await server.get('/v1/activity')).json<Activity>().reads;
  await ofCommand.skill(KEY);
  await ofCommand.section(KEY, 'pitfalls.md');
  expect(await reads()).toEqual([]);
  await there.skill(KEY);
  expect(await reads()).toMatchObject([{ client: 'cursor', skillKey: KEY }]);
});

it.each<readonly [string, RequestListener]>([
  ['that is no JSON', (_, response) => response.end('<p>Hello</p>')],
  ['that says no reason', (_, response) => response.writeHead(500).end()],
  ['that breaks off', (_, response) => response.writeHead(200, { 'Content-Length': 9 }).destroy()],
])('an answer %s is none of a service', async (_, listener) => {
  const { port } = await listening(createServer(listener));
  await expect(over(`http://127.0.0.1:${port}`).list()).rejects.toBeInstanceOf(ServiceGoneError);
});
