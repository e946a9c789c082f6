import { mkdirSync, promises, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { MCP_CLIENT_IDS } from '../../../src-server/contract/clients/mcp-clients.ts';
import { storeCaller } from '../../../src-server/discovery/caller-files.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { connectOverHttp } from '../../support/mcp-client.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';

const URL = 'http://127.0.0.1:8701/mcp';

const STARTED = {
  command: process.execPath,
  args: [expect.stringMatching(/skills-registry\.cjs$/), 'mcp'],
};

function home(): { readonly userFolder: string; readonly settings: string } {
  const userFolder = temporaryUserFolder();
  mkdirSync(join(userFolder, '.cursor'));
  return { userFolder, settings: join(userFolder, '.cursor', 'mcp.json') };
}

describe('skills-registry connect', () => {
  it('lists the clients, which are here, and that nothing runs', async () => {
    const place = home();
    writeFileSync(place.settings, '{}');
    const { out, code } = await runCliAs(['connect'], place);
    expect(code).toBe(0);
    expect(out).toMatch(/^cursor +not connected$/m);
    const [list = '', service] = out.trim().split('\n\n');
    const [, away = ''] = list.split('\n');
    const [, names = ''] = away.split('Not found on this computer: ');
    expect(['cursor', ...names.split(', ')].sort()).toEqual([...MCP_CLIENT_IDS].sort());
    expect(service).toMatch(/^No service runs\./);
  });

  it('says why a client can’t work, and mends it', async () => {
    const { userFolder, settings } = home();
    const off = { mcpServers: { 'skills-registry': { url: URL, disabled: true } } };
    writeFileSync(settings, JSON.stringify(off));
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      /^cursor +can’t work: It is switched off: "disabled": true\.$/m,
    );
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
      mcpServers: { 'skills-registry': { url: URL } },
    });
  });

  it('tells settings that can’t be read from those that can’t be understood, and names the file once', async () => {
    const { userFolder, settings: file } = home();
    const line = async (bytes: Buffer) => {
      writeFileSync(file, bytes);
      const { out } = await runCliAs(['connect'], { userFolder });
      return out.split('\n').find((each) => each.startsWith('cursor'));
    };
    expect(await line(Buffer.from('\uFEFF{}', 'utf16le'))).toBe(
      `cursor          ${file} can't be read: it is UTF-16 text. Save it as UTF-8 in an editor, then try again.`,
    );
    expect(await line(Buffer.from('{'))).toMatch(
      `cursor          ${file} can't be understood. It is not valid JSON: `,
    );
  });

  it('names the address again in the line that would write it', async () => {
    const { out } = await runCliAs(['connect', 'cursor', '--url', 'http://127.0.0.1:9000'], home());
    expect(out).toMatch(
      /^Write it: .* connect cursor --http --url http:\/\/127\.0\.0\.1:9000\/mcp --write$/m,
    );
  });

  it.each([
    ['http://127.0.0.1:1', /: .*skills-registry.* serve --port 1\b.*\n$/],
    ['http://nowhere.invalid:8701', / Start it there, or look at the address again\.\n$/],
  ])('says that nobody answers at %s and what to do, and writes it all the same', async (url, next) => {
    const { userFolder, settings } = home();
    for (const action of [[], ['--print'], ['--write']]) {
      const { err, code } = await runCliAs(['connect', 'cursor', '--url', url, ...action], { userFolder });
      expect(code).toBe(0);
      expect(err).toContain(`Nothing answers at ${url}.`);
      expect(err).toMatch(next);
    }
    expect(readFileSync(settings, 'utf8')).toContain(`${url}/mcp`);
    const removed = await runCliAs(['connect', 'cursor', '--url', url, '--remove'], { userFolder });
    expect(removed).toMatchObject({ code: 0, err: '' });
  });

  it('says nothing of an address at which a service answers', async () => {
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const { err } = await runCliAs(['connect', 'cursor', '--url', server.url], { userFolder });
    expect(err).toBe('');
  });

  it('says that Codex ignores the file of a project that it does not trust', async () => {
    const { userFolder } = home();
    const cwd = temporaryUserFolder();
    for (const more of [[], ['--write']]) {
      const { out } = await runCliAs(['connect', 'codex', '--scope', 'project', ...more], {
        userFolder,
        cwd,
      });
      expect(out).toContain(
        'Note: Codex ignores .codex/config.toml in a project that you have not marked as trusted',
      );
    }
    expect((await runCliAs(['connect', 'codex'], { userFolder, cwd })).out).not.toContain('trusted');
  });

  it('shows what it would do, and writes nothing', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{}\n');
    const { out, code } = await runCliAs(['connect', 'cursor'], { userFolder });
    expect(code).toBe(0);
    expect(out).toContain(`+     "skills-registry": {`);
    expect(out).toContain(' connect cursor --write');
    expect(readFileSync(settings, 'utf8')).toBe('{}\n');
  });

  it('says how to begin while none is connected, and no longer once one is', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{}');
    const next = /^Connect a client \(shows the change; --write writes the change\): .* connect cursor$/m;
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(next);
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect((await runCliAs(['connect'], { userFolder })).out).not.toContain('Connect a client');
  });

  it('sets up what it doesn’t find here, and says so', async () => {
    const { userFolder } = home();
    const { out } = await runCliAs(['connect', 'gemini', '--write'], { userFolder });
    expect(out).toContain('Gemini CLI was not found on this computer; it is set up for when it is there.');
    await runCliAs(['connect', 'gemini', '--pointer', '--write'], { userFolder });
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      /^gemini-cli +connected, starts it by itself$/m,
    );
    await runCliAs(['connect', 'gemini', '--remove'], { userFolder });
    await runCliAs(['connect', 'gemini', '--pointer', '--remove'], { userFolder });
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      /^Not found on this computer: .*gemini-cli/m,
    );
  });

  it('has the client start the program where nothing runs, and takes it back', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{ "a": 1 } // mine\n');
    const written = await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain(`Written to ${settings}`);
    expect(written.out).toMatch(/^Start a new session in Cursor, and ask it .* connect$/m);
    expect(written.out).not.toContain('was not found');
    expect(readFileSync(settings, 'utf8')).toContain('dist/server/skills-registry.cjs');
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      /^cursor +connected, starts it by itself$/m,
    );
    expect((await runCliAs(['connect', 'cursor', '--remove'], { userFolder })).code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toMatch(/"a": 1\n\} \/\/ mine\n$/);
  });

  it.each(['http://127.0.0.1:8701', 'http://127.0.0.1:8701/', 'http://127.0.0.1:8701/mcp/', URL])(
    'writes the same address for --url %s, once',
    async (url) => {
      const { userFolder, settings } = home();
      for (let times = 0; times < 2; times += 1)
        await runCliAs(['connect', 'cursor', '--write', '--url', url], { userFolder });
      expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
        mcpServers: { 'skills-registry': { url: URL } },
      });
    },
  );

  it('goes from one way to the other when told, and stays with what is there when not', async () => {
    const { userFolder, settings } = home();
    const entry = () => JSON.parse(readFileSync(settings, 'utf8')).mcpServers;
    await runCliAs(['connect', 'cursor', '--http', '--write'], { userFolder });
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect(entry()).toEqual({ 'skills-registry': { url: URL } });
    await runCliAs(['connect', 'cursor', '--stdio', '--write'], { userFolder });
    expect(entry()).toEqual({ 'skills-registry': STARTED });
  });

  it('doesn’t say of a client that called that it is not found', async () => {
    const { userFolder } = home();
    const lastCall = new Date().toISOString();
    const { data } = userFolders({ XDG_DATA_HOME: userFolder, LOCALAPPDATA: userFolder });
    await storeCaller(data, { name: 'gemini-cli-mcp-client', lastAt: lastCall, lastCall });
    const written = await runCliAs(['connect', 'gemini', '--write'], { userFolder });
    expect(written.out).not.toContain('not found');
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      /^gemini-cli +connected, starts it by itself, last called /m,
    );
  });

  it.each([
    ['cursr', 'Did you mean cursor?'],
    ['claude-coda', 'Did you mean claude-code?'],
    ['vs code insider', 'Did you mean vscode-insiders?'],
  ])('names the client that is nearest to %s', async (word, advice) => {
    const { code, err } = await runCliAs(['connect', word], home());
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(advice) });
  });

  it.each([
    [0, ['connect', 'cursor', '--print']],
    [0, ['connect', 'cursor', '--write', '--http']],
    [0, ['connect', '--pointer', '--print']],
    [1, ['connect', 'cursor', '--write']],
    [1, ['connect']],
    [0, ['connect', '--doctor']], // which tells it of a client that starts its own service: there is none
  ])('asks what is remembered where it tells that, and once: %i for %j', async (times, args) => {
    const { userFolder } = home();
    const read = vi.spyOn(promises, 'readFile');
    onTestFinished(() => read.mockRestore());
    await runCliAs(args, { userFolder });
    const paths = read.mock.calls.map(([path]) => String(path));
    expect(paths.filter((path) => path.endsWith('remembered-registry.json'))).toHaveLength(times);
  });

  it('updates ours under its former name', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{"mcpServers": {"skills": {"url": "http://localhost:8700/mcp"}}}');
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({ mcpServers: { skills: { url: URL } } });
  });

  it('takes our entry out, and says where there is none', async () => {
    const { userFolder, settings } = home();
    const others = '{\n  "mcpServers": {\n    "x": {}\n  }\n}\n';
    writeFileSync(settings, others);
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    const removed = await runCliAs(['connect', 'cursor', '--remove'], { userFolder });
    expect(removed).toMatchObject({ code: 0, out: expect.stringContaining('-     "skills-registry": {') });
    expect(readFileSync(settings, 'utf8')).toBe(others);
    expect((await runCliAs(['connect', 'cursor', '--remove'], { userFolder })).out).toContain(
      'no entry of ours',
    );
  });

  it('writes a project’s settings with the address, which others have, too', async () => {
    const { userFolder } = home();
    const cwd = join(userFolder, 'work');
    mkdirSync(cwd);
    for (const client of ['claude-code', 'cursor', 'vscode'])
      await runCliAs(['connect', client, '--scope', 'project', '--write'], { userFolder, cwd });
    const read = (path: string) => JSON.parse(readFileSync(join(cwd, path), 'utf8'));
    expect(read('.mcp.json')).toEqual({ mcpServers: { 'skills-registry': { type: 'http', url: URL } } });
    expect(read('.cursor/mcp.json')).toEqual({ mcpServers: { 'skills-registry': { url: URL } } });
    expect(read('.vscode/mcp.json')).toEqual({ servers: { 'skills-registry': { type: 'http', url: URL } } });
  });

  it('edits Codex’s TOML, and never says to paste what is there', async () => {
    const { userFolder } = home();
    mkdirSync(join(userFolder, '.codex'));
    const settings = join(userFolder, '.codex', 'config.toml');
    writeFileSync(settings, '# mine\nmodel = "gpt-5-codex"\n');
    await runCliAs(['connect', 'codex', '--write'], { userFolder });
    const text = readFileSync(settings, 'utf8');
    expect(text).toMatch(/^# mine\nmodel = "gpt-5-codex"\n/);
    expect(parse(text)).toMatchObject({ mcp_servers: { 'skills-registry': STARTED } });
    expect((await runCliAs(['connect', 'codex'], { userFolder })).out).toMatch(
      /^Codex is connected: .*config\.toml\nSo that it asks by itself: .*connect codex --pointer\n$/,
    );
  });

  it('knows clients by other names', async () => {
    const { out } = await runCliAs(['connect', 'Claude Code', '--print', '--http'], home());
    expect(JSON.parse(out)).toEqual({ mcpServers: { 'skills-registry': { type: 'http', url: URL } } });
  });

  it('tells it to machines', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, `{"mcpServers": {"skills-registry": {"url": "${URL}"}}}`);
    const { out } = await runCliAs(['connect', '--json'], { userFolder });
    const { service, clients } = JSON.parse(out);
    expect(service).toBeNull();
    expect(clients).toContainEqual(
      expect.objectContaining({
        id: 'cursor',
        connection: { state: 'connected', name: 'skills-registry', by: 'address' },
      }),
    );
  });

  it('prints the snippet and nothing else', async () => {
    const { out } = await runCliAs(
      ['connect', 'vscode', '--print', '--url', 'http://127.0.0.1:9000/mcp'],
      home(),
    );
    expect(JSON.parse(out)).toEqual({
      servers: { 'skills-registry': { type: 'http', url: 'http://127.0.0.1:9000/mcp' } },
    });
  });

  it('offers the snippet where the settings do not parse, and ends with 1', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{');
    const { code, err } = await runCliAs(['connect', 'cursor', '--write', '--http'], { userFolder });
    expect(code).toBe(1);
    expect(err).toContain('not valid JSON');
    expect(err).toContain(URL);
    expect(readFileSync(settings, 'utf8')).toBe('{');
  });

  it.each(MCP_CLIENT_IDS)('has %s start what is installed, by absolute paths', async (client) => {
    const { out, code } = await runCliAs(['connect', client, '--print', '--stdio'], home());
    expect(code).toBe(0);
    expect(out).toContain(JSON.stringify(process.execPath));
    expect(out).toContain('skills-registry.cjs"');
    expect(out).not.toContain('npx');
  });

  it('goes by the running service, and says who asked it', async () => {
    isolateUserFolders();
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const { out } = await runCliAs(['connect', 'cursor', '--print', '--http'], { userFolder });
    expect(out).toContain(`${server.url}/mcp`);
    const client = await connectOverHttp(server.url, 'modern', 'cursor-vscode');
    const started = await runCliAs(['connect'], { userFolder });
    expect(started.out).toMatch(
      /^cursor +not connected, heard of \d+ (?:s|min) ago, no call answered so far$/m,
    );
    await client.callTool({ name: 'search_skills', arguments: { query: 'a' } });
    const list = await runCliAs(['connect'], { userFolder });
    expect(list.out).toMatch(/^cursor +not connected, last called \d+ (?:s|min) ago$/m);
    expect(list.out).toContain(`The service runs at ${server.url}`);
    const doctor = await runCliAs(['connect', '--doctor'], { userFolder });
    expect(doctor).toMatchObject({
      code: 0,
      out: expect.stringContaining(`ok: The service answers at ${server.url}.`),
    });
  });

  it('says who asked a service that isn’t the one that is meant', async () => {
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const client = await connectOverHttp(server.url, 'modern', 'cursor-vscode');
    await client.callTool({ name: 'search_skills', arguments: { query: 'a' } });
    const later = startCli(['serve', '-p', '0', '-r', temporaryRegistry(['cpp/a/b'])], { userFolder });
    await eventually(later.out, (text) => text.includes('Stop with'));
    const { out } = await runCliAs(['connect'], { userFolder });
    expect(out).not.toContain(`The service runs at ${server.url}`);
    expect(out).toMatch(/^cursor +not connected, last called \d+ (?:s|min) ago$/m);
  });

  it.each([
    [['connect', 'emacs'], 'Allowed choices are'],
    [['connect', 'cursor', '--print', '--write'], 'Give one of'],
    [['connect', 'cursor', '--remove', '--write'], 'Give one of'],
    [['connect', '--write'], 'Name a client'],
    [['connect', 'cursor', '--url', 'localhost'], 'address such as'],
    [['connect', 'cursor', '--url', 'http://127.0.0.1:8701/skills'], 'address such as'],
    [['connect', 'cursor', '--stdio', '--url', URL], 'Give --stdio'],
    [['connect', 'cursor', '--json', '--write'], '--json'],
    [['connect', 'cursor', '--undo'], 'Use --remove'],
    [['connect', 'cursor', '--scope', 'team'], 'Allowed choices are'],
  ])('%j is a mistake', async (args, part) => {
    const { code, err } = await runCliAs(args, home());
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});
