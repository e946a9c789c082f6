import { cpSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ActivityEvent } from '../../../src-server/contract/api.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { rememberRegistry } from '../../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { ERAS, type Era, newClient, textOf } from '../../support/mcp-client.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';

const CLI = fileURLToPath(new URL('../../../dist/server/skills-registry.cjs', import.meta.url));
const KEY = 'cpp/gabime/spdlog';
const OTHER = 'rust/tokio-rs/tokio';

/** A client that starts `skills-registry mcp` for itself, with a home of its own. */
async function connect(
  era: Era,
  userFolder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  cwd = userFolder,
): Promise<Client> {
  const client = newClient(era, 'claude-ai');
  onTestFinished(() => client.close());
  const folders = { HOME: userFolder, XDG_DATA_HOME: userFolder, XDG_CACHE_HOME: userFolder };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', ...args],
      cwd,
      env: { ...folders, LOCALAPPDATA: userFolder, ...env },
      stderr: 'inherit',
    }),
  );
  return client;
}

const keysOf = async (client: Client) => {
  const { resources } = await client.listResources();
  return [...new Set(resources.map(({ uri }) => uri.split('/').slice(2, 5).join('/')))];
};

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'script', version: '1' } },
};
const initialized = { method: 'notifications/initialized' };
const section = (id: number) => ({
  id,
  method: 'tools/call',
  params: { name: 'get_section', arguments: { path: KEY, section: 'safety' } },
});

/** As a script writes them. */
const lines = (...messages: readonly object[]) =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

const answersOf = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { id: number; result?: unknown; error?: unknown } => JSON.parse(line));

/** Of the answers that are no error, ascending. */
const idsOf = (out: string) =>
  answersOf(out)
    .filter(({ result }) => result !== undefined)
    .map(({ id }) => id)
    .sort((a, b) => a - b);

describe('skills-registry mcp', () => {
  it.each(ERAS)('answers the official client (%s) from the registry that -r names', async (era) => {
    const client = await connect(era, temporaryUserFolder(), ['-r', temporaryRegistry([KEY])]);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(4);
    const section = await client.callTool({
      name: 'get_section',
      arguments: { path: KEY, section: 'safety' },
    });
    expect(textOf(section)).toContain('Never.');
    await expect(client.readResource({ uri: 'skill://a/b/c/d' })).rejects.toMatchObject({ code: -32602 });
  });

  it('answers from a running service, whose activity shows the client', async () => {
    const userFolder = isolateUserFolders();
    const events: ActivityEvent[] = [];
    await startTestServer(temporaryRegistry([KEY]), { onActivity: (event) => events.push(event) });
    const client = await connect('modern', process.env['XDG_DATA_HOME'] ?? userFolder);
    expect(await keysOf(client)).toEqual([KEY]);
    await client.callTool({ name: 'search_skills', arguments: { query: 'spdlog' } });
    const given = await client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    expect(textOf(given)).toContain('spdlog');
    const wrong = await client.callTool({ name: 'get_skill', arguments: { path: 'cpp/gabime/spdlgo' } });
    expect(textOf(wrong)).toContain(`nearest: ${KEY}.`);
    await expect(client.readResource({ uri: 'skill://a/b/c/d' })).rejects.toMatchObject({ code: -32602 });
    const asked = events.filter(({ client }) => client === 'claude-ai');
    expect(asked).toContainEqual(expect.objectContaining({ protocol: 'mcp', target: 'spdlog', results: 1 }));
    expect(asked).toContainEqual(expect.objectContaining({ protocol: 'mcp', skillKey: KEY, status: 200 }));
  });

  it('does not use a running service that serves another registry than the named one', async () => {
    isolateUserFolders();
    await startTestServer(temporaryRegistry([KEY]));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    expect(await keysOf(await connect('modern', userFolder, ['-r', temporaryRegistry([OTHER])]))).toEqual([
      OTHER,
    ]);
    const named = { SKILLS_REGISTRY: temporaryRegistry([OTHER]) };
    expect(await keysOf(await connect('modern', userFolder, [], named))).toEqual([OTHER]);
  });

  it('answers from the sample where nothing is named and nothing runs', async () => {
    // A client's own placeholder, for a folder that was not chosen.
    const env = { SKILLS_REGISTRY: ['$', '{user_config.registry}'].join('') };
    const client = await connect('modern', temporaryUserFolder(), [], env);
    expect(await keysOf(client)).toContain('js/websockets/ws');
  });

  it('lists its tools where the named folder is no registry, says so to each call, and answers once it is one', async () => {
    const folder = temporaryFolder();
    const client = await connect('legacy', temporaryUserFolder(), ['-r', folder]);
    const { tools } = await client.listTools();
    expect(tools).toHaveLength(4);
    const get = () => client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    const refused = await get();
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain(folder);
    expect(textOf(refused)).toContain('skills-registry connect <client> -r <folder> --write');
    await expect(client.listResources()).rejects.toThrow(folder);
    cpSync(temporaryRegistry([KEY]), folder, { recursive: true });
    expect(textOf(await get())).toContain('Never.');
  });

  it('says so on standard error, too, for who started it by hand', async () => {
    const folder = temporaryFolder();
    const { code, out, err } = await runCliProcess(['mcp', '-r', folder], {
      userFolder: temporaryUserFolder(),
    });
    expect(code).toBe(0);
    expect(out).toBe('');
    expect(err).toContain(folder);
  });

  it('answers from the remembered registry, whatever folder its client is opened in', async () => {
    const userFolder = isolateUserFolders();
    await rememberRegistry(userFolders().data, temporaryRegistry([KEY]));
    const opened = temporaryRegistry([OTHER]);
    expect(await keysOf(await connect('legacy', userFolder, [], {}, opened))).toEqual([KEY]);
  });

  it('says in each call that the remembered registry is gone, and answers once it is back', async () => {
    const userFolder = isolateUserFolders();
    const chosen = temporaryRegistry([KEY]);
    await rememberRegistry(userFolders().data, chosen);
    renameSync(chosen, `${chosen}-moved`);
    const client = await connect('legacy', userFolder, [], {}, temporaryRegistry([OTHER]));
    const find = () => client.callTool({ name: 'search_skills', arguments: { query: 'spdlog' } });
    const refused = await find();
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain(
      `The remembered registry ${chosen} is gone, or can’t be read. Restore the folder, or serve another registry: `,
    );
    renameSync(`${chosen}-moved`, chosen);
    expect(textOf(await find())).toContain(KEY);
  });

  it('is not redirected by a service that only ran for a moment', async () => {
    const userFolder = isolateUserFolders();
    await rememberRegistry(userFolders().data, temporaryRegistry([KEY]));
    const trial = await startServer({ registry: temporaryRegistry([OTHER]), port: 0 });
    await trial.close();
    expect(await keysOf(await connect('legacy', userFolder))).toEqual([KEY]);
  });

  it('names the registries of a folder that holds several, to each call', async () => {
    const opened = temporaryFolder();
    for (const name of ['one', 'two'])
      cpSync(temporaryRegistry([KEY]), join(opened, name), { recursive: true });
    const client = await connect('legacy', temporaryUserFolder(), [], {}, opened);
    const refused = await client.callTool({ name: 'find_skills', arguments: { query: 'crash' } });
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toContain('holds 2 registries: one, two.');
  });

  it('ends with 0 when its client goes away, and wrote nothing but messages', async () => {
    const { code, out } = await runCliProcess(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
    });
    expect(code).toBe(0);
    expect(out).toBe('');
  });

  it('answers all that was piped into it before its input ended, then ends with 0', async () => {
    const { code, out } = await runCliProcess(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: lines(initialize, initialized, ...Array.from({ length: 30 }, (_, at) => section(at + 1))),
    });
    expect(idsOf(out)).toEqual(Array.from({ length: 31 }, (_, at) => at));
    expect(code).toBe(0);
  });

  it('answers one piped line alone', async () => {
    const { code, out } = await runCliProcess(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: lines(initialize),
    });
    expect({ ids: idsOf(out), code }).toEqual({ ids: [0], code: 0 });
  });

  it('skips a byte order mark at the start of its input', async () => {
    const { code, out } = await runCliProcess(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: `\uFEFF${lines(initialize)}`,
    });
    expect({ ids: idsOf(out), code }).toEqual({ ids: [0], code: 0 });
  });

  it('answers a last line that has no end of its own, too', async () => {
    const { code, out } = await runCliProcess(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: lines(initialize, initialized, section(1)).trimEnd(),
    });
    expect({ ids: idsOf(out), code }).toEqual({ ids: [0, 1], code: 0 });
  });

  it('answers what was piped into it from a running service', async () => {
    await startTestServer(temporaryRegistry([KEY]));
    const { code, out } = await runCliProcess(['mcp'], {
      userFolder: process.env['XDG_DATA_HOME'] ?? '',
      input: lines(initialize, initialized, section(1), section(2)),
    });
    expect({ ids: idsOf(out), code }).toEqual({ ids: [0, 1, 2], code: 0 });
  });

  describe('a line that is no valid request', () => {
    const MIB = 1024 * 1024;
    const call = (query: string) =>
      JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'search_skills', arguments: { query } },
      });
    const refused = (code: number, id: string) => `"id":${id},"error":{"code":${code},`;
    it.each<readonly [what: string, line: string | Buffer, answer: string | undefined]>([
      [
        'an id beyond 2^53, as it is written',
        '{"jsonrpc":"2.0","params":{"id":[2]},"id":1764355200123456789,"method":"tools/list"}',
        refused(-32600, '1764355200123456789'),
      ],
      ['an id that is a fraction', '{"jsonrpc":"2.0","id":1.50,"method":"ping"}', refused(-32600, '1.50')],
      ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}', refused(-32600, 'null')],
      [
        'parameters that are null',
        '{"jsonrpc":"2.0","id":"a","method":"ping","params":null}',
        refused(-32600, '"a"'),
      ],
      ['no jsonrpc', '{"id":1,"method":"ping"}', refused(-32600, '1')],
      ['a number', '1', refused(-32600, 'null')],
      ['no JSON', 'ping', refused(-32700, 'null')],
      ['a NUL', '{"jsonrpc":"2.0","id":1,"method":"pi\0ng"}', refused(-32700, 'null')],
      ['an empty batch', '[]', refused(-32600, 'null')],
      ['10 MiB and more', call('a'.repeat(10 * MIB)), refused(-32600, 'null')],
      ['10 MiB and more without JSON', 'a'.repeat(25 * MIB), refused(-32600, 'null')],
      [
        'a million brackets',
        `{"id":1e400,"x":${'['.repeat(1e6)}${']'.repeat(1e6)}}`,
        refused(-32600, 'null'),
      ],
      ['a wrong notification', '{"jsonrpc":"2.0","method":"notifications/x","params":3}', undefined],
      ['an answer to nothing', '{"jsonrpc":"2.0","id":7,"result":{}}', undefined],
      ['bytes that are no UTF-8', Buffer.from(call('caf\xe9'), 'latin1'), '"id":1}'],
      ['blank lines', ' \r\n\n\t', undefined],
      ['a carriage return at its end', `${call('spdlog')}\r`, '"id":1}'],
      ['a batch', `[${call('spdlog')},{"jsonrpc":"2.0","method":"ping"},4]`, '"id":1}'],
      [
        'too large a batch',
        `[${Array.from({ length: 51 }, (_, at) => `{"jsonrpc":"2.0","id":${at},"method":"ping"}`)}]`,
        refused(-32600, '50'),
      ],
    ])('is answered, and the next one, too: %s', async (_, line, answer) => {
      const cli = startCli(['mcp', '-r', temporaryRegistry([KEY])], {
        userFolder: temporaryUserFolder(),
        input: Buffer.concat([
          Buffer.from(lines(initialize, initialized)),
          Buffer.from(line),
          Buffer.from(`\n${lines({ id: 'next', method: 'ping' })}`),
        ]),
        keepsInput: true,
      });
      const all = () => cli.out().split('\n');
      await eventually(all, (said) => said.some((one) => one.includes('"id":"next"')));
      if (answer !== undefined) await eventually(all, (said) => said.some((one) => one.includes(answer)));
      cli.process.stdin?.end();
      expect(await cli.exited).toBe(0);
      const unasked = all().filter((one) => one !== '' && !/"id":(?:0|"next")/.test(one));
      if (answer === undefined) expect(unasked).toEqual([]);
    });
  });

  it('answers a request that comes in halves, with a pause between', async () => {
    const cli = startCli(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: `${lines(initialize, initialized)}{"jsonrpc":"2.0","id":1,`,
      keepsInput: true,
    });
    await eventually(cli.out, (said) => said.includes('"id":0'));
    cli.process.stdin?.write('"method":"ping"}\n');
    await eventually(cli.out, (said) => said.includes('"id":1'));
  });

  it('ends with 0 when its client goes away during a call that a hung service never answers', async () => {
    const userFolder = isolateUserFolders();
    let asked = 0;
    const hung = createServer((request, response) => {
      const status = { app: 'skills-registry', instanceId: 'fake', registry: { available: true } };
      if (request.url === '/v1/status') response.end(JSON.stringify(status));
      else asked += 1;
    });
    const { port } = await listening(hung);
    await writeDiscoveryFile(userFolders().data, discoveryFile({ port }));
    const cli = startCli(['mcp'], {
      userFolder,
      input: lines(initialize, initialized, section(1)),
      keepsInput: true,
    });
    // The first answer needs nothing of the service: it goes without the names of the skills.
    await eventually(cli.out, (said) => idsOf(said).includes(0));
    expect(asked).toBeGreaterThan(0);
    expect(cli.out()).toContain('find_skills');
    cli.process.stdin?.end();
    expect(await cli.exited).toBe(0);
    // The call itself would give up after 30 seconds, with an answer.
    expect(idsOf(cli.out())).toEqual([0]);
    expect(cli.out()).not.toContain('"id":1');
  });

  it('waits for no answer to what was piped into it and called off, is no request, or is no message', async () => {
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 1 } };
    const { code, out } = await runCliProcess(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: `${lines(initialize, initialized, section(1), cancelled)}no message\n${lines({ id: 7, result: {} })}`,
    });
    expect({ first: idsOf(out)[0], code }).toEqual({ first: 0, code: 0 });
  });

  it('ends where nobody reads its answers any more', async () => {
    const cli = startCli(['mcp', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
      input: lines(initialize, initialized, section(1)),
    });
    cli.process.stdout?.destroy();
    expect(await cli.exited).toBe(0);
  });

  it('answers from the last state read when the registry goes away', async () => {
    const registry = temporaryRegistry([KEY]);
    const client = await connect('legacy', temporaryUserFolder(), ['-r', registry]);
    rmSync(join(registry), { recursive: true });
    const answer = await client.callTool({ name: 'get_skill', arguments: { path: KEY } });
    expect(answer.isError).not.toBe(true);
    expect(textOf(answer)).toContain(KEY);
  });
});
