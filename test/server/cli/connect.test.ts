import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { MCP_CLIENT_IDS } from '../../../src-server/contract/clients/clients.ts';
import { writeDiscoveryFile } from '../../../src-server/discovery/find-services.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const URL = 'http://127.0.0.1:8701/mcp';

const STARTED = {
  command: process.execPath,
  args: [expect.stringMatching(/skills-registry\.cjs$/), 'mcp'],
};

/** A user who has Cursor. */
function home(settings?: string) {
  const userFolder = temporaryUserFolder();
  mkdirSync(join(userFolder, '.cursor'));
  const file = join(userFolder, '.cursor', 'mcp.json');
  if (settings !== undefined) writeFileSync(file, settings);
  const run = (...args: readonly string[]) => runCliAs(['connect', ...args], { userFolder });
  const read = () => readFileSync(file, 'utf8');
  return { userFolder, file, run, read, servers: () => JSON.parse(read()).mcpServers };
}

describe('skills-registry connect', () => {
  it('lists the clients, which are here, that nothing runs, and how to begin', async () => {
    const { out, code } = await home('{}').run();
    expect(code).toBe(0);
    const [list = '', service = ''] = out.trim().split('\n\n');
    const [here, away = ''] = list.split('\n');
    expect(here).toMatch(/^cursor +not connected$/);
    const [, names = ''] = away.split('Not found on this computer: ');
    expect(['cursor', ...names.split(', ')].sort()).toEqual([...MCP_CLIENT_IDS].sort());
    expect(service).toMatch(
      /^No service runs\. Start one: .* serve\nA client that starts the program gets the registry that/,
    );
    expect(service).toMatch(/^Connect a client \(shows the change; --write .*\): .* connect cursor$/m);
  });

  it('says why a client can’t work, and mends it', async () => {
    const entry = { url: URL, disabled: true };
    const { run, servers } = home(JSON.stringify({ mcpServers: { 'skills-registry': entry } }));
    expect((await run()).out).toMatch(/^cursor +can’t work: It is switched off: "disabled": true\.$/m);
    await run('cursor', '--write');
    expect(servers()).toEqual({ 'skills-registry': { url: URL } });
  });

  it.each([
    [Buffer.from('\uFEFF{}', 'utf16le'), "can't be read: it is not UTF-8 text."],
    [Buffer.from('{'), "can't be understood. It is not valid JSON: "],
  ])('names a file that it can’t use once: %j', async (bytes, says) => {
    const { run, file } = home();
    writeFileSync(file, bytes);
    expect((await run()).out).toContain(`cursor          ${file} ${says}`);
  });

  it('shows what it would write, how it is written, and writes nothing', async () => {
    const { run, read } = home('{}\n');
    const { out, code } = await run('cursor', '--url', 'http://127.0.0.1:9000');
    expect(code).toBe(0);
    expect(out).toContain('+     "skills-registry": {');
    expect(out).toMatch(/^To write it, add --write\.$/m);
    expect(read()).toBe('{}\n');
  });

  it('has the client start the program where nothing runs, and takes it back', async () => {
    const { run, read, file } = home('{ "a": 1 } // mine\n');
    const written = await run('cursor', '--write');
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain('+     "skills-registry": {');
    expect(written.out).toContain(`Written to ${file}`);
    expect(written.out).toMatch(/^Start a new session in Cursor, and ask it .* connect$/m);
    expect(read()).toContain('dist/server/skills-registry.cjs');
    const { out } = await run();
    expect(out).toMatch(/^cursor +connected, starts it by itself$/m);
    expect(out).not.toContain('Connect a client');
    const removed = await run('cursor', '--remove');
    expect(removed).toMatchObject({ code: 0, out: expect.stringContaining('-     "skills-registry": {') });
    expect(read()).toMatch(/"a": 1\n\} \/\/ mine\n$/);
    expect((await run('cursor', '--remove')).out).toContain('no entry of ours');
  });

  it('sets up what it doesn’t find here, and says so', async () => {
    const { run } = home();
    const { out } = await run('gemini', '--write');
    expect(out).toContain('Gemini CLI was not found on this computer; it is set up for when it is there.');
    expect(out).toContain('Note: It switches all servers off in a folder that it does not trust');
  });

  it.each(['http://127.0.0.1:8701', 'http://127.0.0.1:8701/', 'http://127.0.0.1:8701/mcp/', URL])(
    'writes the same address for --url %s, once',
    async (url) => {
      const { run, servers } = home();
      for (let times = 0; times < 2; times += 1) await run('cursor', '--write', '--url', url);
      expect(servers()).toEqual({ 'skills-registry': { url: URL } });
    },
  );

  it('goes from one way to the other when told, and stays with what is there when not', async () => {
    const { run, servers } = home();
    await run('cursor', '--http', '--write');
    await run('cursor', '--write');
    expect(servers()).toEqual({ 'skills-registry': { url: URL } });
    await run('cursor', '--stdio', '--write');
    expect(servers()).toEqual({ 'skills-registry': STARTED });
  });

  it('writes a project’s settings with the address, which others have, too', async () => {
    const { userFolder } = home();
    const cwd = join(userFolder, 'work');
    mkdirSync(cwd);
    const write = (client: string) =>
      runCliAs(['connect', client, '--scope', 'project', '--write'], { userFolder, cwd });
    for (const client of ['claude-code', 'vscode']) await write(client);
    expect((await write('codex')).out).toContain('Note: Codex ignores .codex/config.toml in a project that');
    const read = (path: string) => JSON.parse(readFileSync(join(cwd, path), 'utf8'));
    const entry = { type: 'http', alwaysLoad: true, url: URL };
    expect(read('.mcp.json')).toEqual({ mcpServers: { 'skills-registry': entry } });
    expect(read('.vscode/mcp.json')).toEqual({ servers: { 'skills-registry': { type: 'http', url: URL } } });
  });

  it('says of a project’s entry that Claude Code’s settings switch it off, and in which file', async () => {
    const { userFolder } = home();
    const cwd = join(userFolder, 'work');
    mkdirSync(join(cwd, '.claude'), { recursive: true });
    const run = (...args: readonly string[]) => runCliAs(args, { userFolder, cwd });
    const connect = ['connect', 'claude-code', '--scope', 'project'];
    await run(...connect, '--write');
    const settings = join(cwd, '.claude', 'settings.local.json');
    writeFileSync(settings, '{ "disabledMcpjsonServers": ["skills-registry"] }');
    const isOff =
      /It is switched off: "disabledMcpjsonServers" in .*settings\.local\.json names “skills-registry”/;
    expect((await run(...connect)).out).toMatch(isOff);
    const written = await run(...connect, '--write');
    expect([written.code, written.err]).toEqual([1, expect.stringMatching(isOff)]);
    expect((await run('doctor')).out).toMatch(isOff);
    expect((await run(...connect, '--remove')).code).toBe(0);
  });

  it('edits Codex’s TOML, and never says to paste what is there', async () => {
    const { run, userFolder } = home();
    mkdirSync(join(userFolder, '.codex'));
    const settings = join(userFolder, '.codex', 'config.toml');
    writeFileSync(settings, '# mine\nmodel = "gpt-5-codex"\n');
    await run('codex', '--write');
    const text = readFileSync(settings, 'utf8');
    expect(text).toMatch(/^# mine\nmodel = "gpt-5-codex"\n/);
    expect(parse(text)).toMatchObject({ mcp_servers: { 'skills-registry': STARTED } });
    expect((await run('codex')).out).toMatch(
      /^Codex is connected: .*config\.toml\nSo that it asks by itself: .*connect codex --pointer\n$/,
    );
  });

  it('prints the snippet and nothing else, of a client by any name', async () => {
    const { out } = await home().run('VS Code', '--print', '--url', 'http://127.0.0.1:9000/mcp');
    const entry = { type: 'http', url: 'http://127.0.0.1:9000/mcp' };
    expect(JSON.parse(out)).toEqual({ servers: { 'skills-registry': entry } });
  });

  it('tells it to machines', async () => {
    const { out } = await home(`{"mcpServers": {"skills-registry": {"url": "${URL}"}}}`).run('--json');
    const { service, clients } = JSON.parse(out);
    expect(service).toBeNull();
    const connection = { state: 'connected', name: 'skills-registry', by: 'address' };
    expect(clients).toContainEqual(expect.objectContaining({ id: 'cursor', connection }));
  });

  it('offers the snippet where the settings do not parse, and ends with 1', async () => {
    const { run, read } = home('{');
    const { code, err } = await run('cursor', '--write', '--http');
    expect(code).toBe(1);
    expect(err).toContain('not valid JSON');
    expect(err).toContain(URL);
    expect(read()).toBe('{');
  });

  it.each(MCP_CLIENT_IDS)('has %s start what is installed, by absolute paths', async (client) => {
    const { out, code } = await home().run(client, '--print', '--stdio');
    expect(code).toBe(0);
    expect(out).toContain(JSON.stringify(process.execPath));
    expect(out).toContain('skills-registry.cjs"');
    expect(out).not.toContain('npx');
  });

  it('goes by the running service, and says who asked it', async () => {
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const run = (...args: readonly string[]) => runCliAs(['connect', ...args], { userFolder });
    expect(await run('cursor', '--print', '--http')).toMatchObject({
      err: '',
      out: expect.stringContaining(`${server.url}/mcp`),
    });
    const client = await connectOverHttp(server.url, 'modern', 'cursor-vscode');
    expect((await run()).out).toMatch(
      /^cursor +not connected, heard of (?:just now|\d+ min ago), no call answered so far$/m,
    );
    await client.callTool({ name: 'search_skills', arguments: { query: 'a' } });
    const { out } = await run();
    expect(out).toMatch(/^cursor +not connected, last called (?:just now|\d+ min ago)$/m);
    expect(out).toContain(`The service runs at ${server.url} and serves `);
  });

  it('does not go by a service that was killed, whose process number another process has', async () => {
    const { run, userFolder } = home();
    const { data } = userFolders({ XDG_DATA_HOME: userFolder, LOCALAPPDATA: userFolder });
    await writeDiscoveryFile(data, discoveryFile({ pid: process.pid, instanceId: 'killed', port: 9 }));
    expect((await run('cursor', '--print', '--http')).out).toContain('http://127.0.0.1:8701/mcp');
  });

  it.each([
    [['emacs'], 'Allowed choices are'],
    [['cursr'], 'Allowed choices are claude-code,'],
    [['cursor', '--print', '--write'], 'cannot be used with'],
    [['--write'], 'Name a client'],
    [['cursor', '--url', 'localhost'], 'address such as'],
    [['cursor', '--url', 'http://127.0.0.1:8701/skills'], 'address such as'],
    [['cursor', '--stdio', '--url', URL], 'cannot be used with'],
    [['cursor', '--json', '--write'], '--json'],
    [['cursor', '--scope', 'team'], 'Allowed choices are'],
    [['cursor', '--pointer', '--write', '--remove'], 'cannot be used with'],
    [['--pointer'], '--scope project for all'],
  ])('%j is a mistake', async (args, part) => {
    expect(await home().run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(part) });
  });
});
