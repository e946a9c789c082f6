import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POINTER_LINES } from '../../../src-server/contract/pointer.ts';
import { runCliProcess, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders, startTestServer } from '../../support/test-server.ts';

const URL = 'http://127.0.0.1:8701/mcp';

function home(): { readonly userFolder: string; readonly settings: string } {
  const userFolder = temporaryUserFolder();
  mkdirSync(join(userFolder, '.cursor'));
  return { userFolder, settings: join(userFolder, '.cursor', 'mcp.json') };
}

describe('skills-registry connect', () => {
  it('lists the clients, and which are here', async () => {
    const { out, code } = await runCliProcess(['connect'], home());
    expect(code).toBe(0);
    expect(out).toMatch(/^cursor +not connected$/m);
    expect(out).toMatch(/^jetbrains +not found on this computer$/m);
    expect(out.trim().split('\n')).toHaveLength(9);
  });

  it('shows what it would do, and writes nothing', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{}\n');
    const { out, code } = await runCliProcess(['connect', 'cursor'], { userFolder });
    expect(code).toBe(0);
    expect(out).toContain(`+     "skills-registry": {`);
    expect(out).toContain('skills-registry connect cursor --write');
    expect(out).toContain('cursor://anysphere.cursor-deeplink/');
    expect(readFileSync(settings, 'utf8')).toBe('{}\n');
  });

  it('writes when told, and takes it back', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{ "a": 1 } // mine\n');
    const written = await runCliProcess(['connect', 'cursor', '--write'], { userFolder });
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain(`Written to ${settings}`);
    expect(readFileSync(settings, 'utf8')).toContain(URL);
    expect((await runCliProcess(['connect'], { userFolder })).out).toMatch(/^cursor +connected$/m);
    expect((await runCliProcess(['connect', 'cursor', '--undo'], { userFolder })).code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe('{ "a": 1 } // mine\n');
  });

  it('prints the snippet and nothing else', async () => {
    const { out } = await runCliProcess(
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
    const { code, err } = await runCliProcess(['connect', 'cursor', '--write'], { userFolder });
    expect(code).toBe(1);
    expect(err).toContain('no valid JSON');
    expect(err).toContain(URL);
    expect(readFileSync(settings, 'utf8')).toBe('{');
  });

  it('starts itself for a client that does not speak HTTP to this machine', async () => {
    const { out } = await runCliProcess(['connect', 'claude-desktop', '--print'], home());
    expect(JSON.parse(out)).toMatchObject({
      mcpServers: {
        'skills-registry': {
          command: process.execPath,
          args: [expect.stringMatching(/skills-registry\.js$/), 'mcp'],
        },
      },
    });
  });

  it('goes by the running service', async () => {
    isolateUserFolders();
    const server = await startTestServer(temporaryRegistry(['cpp/a/b']));
    const userFolder = process.env['XDG_DATA_HOME'] ?? '';
    const { out } = await runCliProcess(['connect', 'cursor', '--print'], { userFolder });
    expect(out).toContain(`${server.url}/mcp`);
    const doctor = await runCliProcess(['connect', '--doctor'], { userFolder });
    expect(doctor).toMatchObject({
      code: 0,
      out: expect.stringContaining(`ok: The service answers at ${server.url}.`),
    });
  });

  it('tells what it found as JSON, too', async () => {
    const { out, code } = await runCliProcess(['connect', '--doctor', '--json'], home());
    expect(JSON.parse(out)).toContainEqual({
      severity: 'error',
      title: expect.stringContaining('Nothing answers'),
      fix: expect.stringContaining('skills-registry serve'),
    });
    expect(code).toBe(1);
  });

  it('shows the pointer, writes it, and takes it out', async () => {
    const { userFolder } = home();
    const file = join(userFolder, 'AGENTS.md');
    writeFileSync(file, '# Rules\n');
    const words = ['connect', 'cursor', '--pointer', '--scope', 'project'];
    const written = await runCliProcess(words, { userFolder });
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain('+ <!-- skills-registry:start -->');
    expect(written.out).toContain(`Written to ${file}`);
    expect(written.out).toContain('skills-registry connect cursor --pointer --scope project --remove');
    expect(readFileSync(file, 'utf8')).toContain('find_skills');
    expect((await runCliProcess(words, { userFolder })).out).toContain('has the pointer already');
    expect((await runCliProcess([...words, '--remove'], { userFolder })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('# Rules\n');
    expect((await runCliProcess([...words, '--remove'], { userFolder })).out).toContain('has no pointer');
  });

  it('prints the pointer and nothing else, for files that it doesn’t write', async () => {
    const { out } = await runCliProcess(['connect', 'cursor', '--pointer', '--print'], home());
    expect(out.trim()).toBe(POINTER_LINES.join('\n'));
  });

  it('says where a client keeps such rules that has no file for all projects, and ends with 1', async () => {
    const { code, err } = await runCliProcess(['connect', 'cursor', '--pointer'], home());
    expect(code).toBe(1);
    expect(err).toContain('User Rules');
    expect(err).toContain('connect cursor --pointer --scope project');
  });

  it('names the pointer beside the entry', async () => {
    const { out } = await runCliProcess(['connect', 'cursor'], home());
    expect(out).toContain('skills-registry connect cursor --pointer --scope project');
  });

  it.each([
    [['connect', 'cursor', '--remove'], 'goes with --pointer'],
    [['connect', 'cursor', '--json'], 'goes with --doctor'],
    [['connect', 'cursor', '--pointer', '--write'], 'Give one of'],
    [['connect', '--pointer'], '--scope project for all'],
    [['connect', 'emacs'], 'Allowed choices are'],
    [['connect', 'cursor', '--print', '--write'], 'Give one of'],
    [['connect', '--write'], 'Name a client'],
    [['connect', 'cursor', '--url', 'localhost'], 'address such as'],
  ])('%j is a mistake', async (args, part) => {
    const { code, err } = await runCliProcess(args, home());
    expect(code).toBe(2);
    expect(err).toContain(part);
  });
});
