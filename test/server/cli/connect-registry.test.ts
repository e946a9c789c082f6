import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { rememberedRegistry, rememberRegistry } from '../../../src-server/discovery/remembered-registry.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';

function home(): { readonly userFolder: string; readonly settings: string } {
  const userFolder = temporaryUserFolder();
  mkdirSync(join(userFolder, '.cursor'));
  return { userFolder, settings: join(userFolder, '.cursor', 'mcp.json') };
}

describe('the registry that a connected client gets', () => {
  it('has the program serve the registry that is named, until another one is', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{}');
    const entry = () =>
      JSON.parse(readFileSync(settings, 'utf8')).mcpServers['skills-registry'].args.slice(2);
    const [one, two] = [temporaryRegistry(['cpp/gabime/spdlog']), temporaryRegistry(['cpp/gabime/spdlog'])];
    const write = (...args: string[]) => runCliAs(['connect', 'cursor', '--write', ...args], { userFolder });
    expect((await write('-r', one)).out).toContain(`\nThe client’s program answers from ${one}.\n`);
    expect(entry()).toEqual(['-r', one]);
    await write();
    expect(entry()).toEqual(['-r', one]);
    await write('--registry', two);
    expect(entry()).toEqual(['-r', two]);
    const listed = await runCliAs(['connect'], { userFolder });
    expect(listed.out).toMatch(new RegExp(`^cursor +connected, starts it by itself for ${two}$`, 'm'));
    const examined = await runCliAs(['connect', '--doctor'], { userFolder });
    expect(examined.out).toContain(`Started by Cursor, the program answers from ${two}.`);
  });

  it('names a registry for a program alone, and one that there is', async () => {
    const { userFolder } = home();
    const registry = temporaryRegistry(['cpp/gabime/spdlog']);
    const refused = await runCliAs(['connect', 'cursor', '-r', registry, '--http'], { userFolder });
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('-r goes with a program') });
    for (const args of [
      ['-r', registry],
      ['cursor', '-r', registry, '--remove'],
      ['-r', registry, '--doctor'],
    ])
      expect(await runCliAs(['connect', ...args], { userFolder })).toMatchObject({
        code: 2,
        err: expect.stringContaining('-r goes with a client'),
      });
    const gone = await runCliAs(['connect', 'cursor', '-r', join(registry, 'gone')], { userFolder });
    expect(gone).toMatchObject({ code: 4, err: expect.stringContaining('gone') });
  });

  it('says what a client gets that starts the program by itself: the remembered registry', async () => {
    const registry = temporaryRegistry(['cpp/gabime/spdlog']);
    const userFolder = isolateUserFolders();
    await rememberRegistry(userFolders().data, registry);
    const listed = await runCliAs(['connect'], { userFolder });
    const from = `program answers from ${registry}, the remembered registry.`;
    expect(listed.out).toContain(
      `A connected client starts the program, which ${from.replace('program ', '')}`,
    );
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect((await runCliAs(['connect'], { userFolder })).out).toContain(`Started by Cursor, the ${from}`);
  });

  it('remembers what a client was connected to: the named registry, else that of the service that runs', async () => {
    const userFolder = isolateUserFolders();
    const [named, served] = [temporaryRegistry(['cpp/gabime/spdlog']), temporaryRegistry(['rust/a/b'])];
    const remembered = () => rememberedRegistry(userFolders().data);
    await runCliAs(['connect', 'cursor', '--print', '-r', named], { userFolder });
    expect(await remembered()).toBeUndefined();
    await runCliAs(['connect', 'cursor', '--write', '-r', named], { userFolder });
    expect(await remembered()).toBe(named);
    const server = await startServer({ registry: served, port: 0 });
    onTestFinished(() => server.close());
    expect(await remembered()).toBe(named);
    await runCliAs(['connect', 'zed', '--write'], { userFolder });
    expect(await remembered()).toBe(served);
  });

  it('takes no other registry for a remembered one that is gone, and says what to do', async () => {
    const userFolder = isolateUserFolders();
    const cwd = temporaryRegistry(['cpp/gabime/spdlog']);
    await rememberRegistry(userFolders().data, '/nowhere/skills');
    const words =
      /The remembered registry \/nowhere\/skills is gone, or can’t be read\. Restore the folder, or serve another registry: .* serve -r <folder>\n/;
    for (const args of [['list'], ['search', 'log'], ['find', 'log'], ['show', 'spdlog']])
      expect(await runCliAs(args, { userFolder, cwd }), args[0]).toMatchObject({
        code: 4,
        out: '',
        err: expect.stringMatching(words),
      });
    expect((await runCliAs(['connect'], { userFolder, cwd })).out).toMatch(words);
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    expect((await runCliAs(['connect', '--doctor'], { userFolder, cwd })).out).toMatch(
      /^error: The remembered registry \/nowhere\/skills is gone/m,
    );
    // What names a registry, or works on its files, is not kept from it.
    expect(await runCliAs(['list', '-r', '.'], { userFolder, cwd })).toMatchObject({ code: 0 });
  });

  it('speaks of no other registry than the one that a client is told to have served', async () => {
    const { userFolder } = home();
    const registry = temporaryRegistry(['cpp/gabime/spdlog']);
    await runCliAs(['connect', 'cursor', '--write', '-r', registry], { userFolder });
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(/\n\nNo service runs\.\n$/);
    await runCliAs(['connect', 'zed', '--write', '--http'], { userFolder });
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      /\n\nNo service runs\.\nAt the address Zed can’t get an answer until you start it, in the app or here: .* serve\n$/,
    );
  });

  it.each([
    ['gone', 'its registry <registry> is gone', '<registry>, which is gone'],
    ['empty', 'its registry <registry> is no registry now', '<registry>, which is no registry now'],
  ])(
    'warns once where the registry that a client names is %s, with the next step',
    async (how, tail, title) => {
      const { userFolder, settings } = home();
      writeFileSync(settings, '{}');
      const registry = temporaryRegistry(['cpp/gabime/spdlog']);
      await runCliAs(['connect', 'cursor', '--write', '-r', registry], { userFolder });
      rmSync(registry, { recursive: true });
      if (how === 'empty') mkdirSync(registry);
      const named = (words: string) => words.replace('<registry>', registry);
      const next = new RegExp(
        `^Cursor starts the program for ${named(title)}\\. Restore the folder, or name another registry: .* connect cursor -r <folder> --write$`,
        'm',
      );
      const { out } = await runCliAs(['connect'], { userFolder });
      expect(out).toMatch(new RegExp(`^cursor +connected, but ${named(tail)}$`, 'm'));
      expect(out).toMatch(next);
      const explained = await runCliAs(['connect', 'cursor'], { userFolder });
      expect(explained.out).toMatch(next);
      expect(explained.out).not.toContain('Cursor is connected');
      expect((await runCliAs(['connect', 'cursor', '--write'], { userFolder })).out).toMatch(next);
      const doctor = await runCliAs(['connect', '--doctor'], { userFolder });
      expect(doctor.out).toContain(`warning: Cursor starts the program for ${named(title)}.`);
      expect(doctor.out).not.toContain('ok: Cursor');
    },
  );

  it('reads the registry that an entry names in the environment of its program', async () => {
    const { userFolder, settings } = home();
    writeFileSync(settings, '{}');
    const registry = temporaryRegistry(['cpp/gabime/spdlog']);
    await runCliAs(['connect', 'cursor', '--write'], { userFolder });
    const written = JSON.parse(readFileSync(settings, 'utf8'));
    written.mcpServers['skills-registry'].env = { SKILLS_REGISTRY: registry };
    writeFileSync(settings, JSON.stringify(written));
    expect((await runCliAs(['connect'], { userFolder })).out).toMatch(
      new RegExp(`^cursor +connected, starts it by itself for ${registry}$`, 'm'),
    );
  });
});

describe('the address that a client is connected to', () => {
  it('is not that of a service which was killed, and whose process number another process has', async () => {
    const { userFolder } = home();
    const { data } = userFolders({ XDG_DATA_HOME: userFolder, LOCALAPPDATA: userFolder });
    const url = 'http://127.0.0.1:9'; // Nobody listens there.
    await writeDiscoveryFile(data, {
      ...{ schema: 1, pid: process.pid, instanceId: 'killed', app: 'cli', version: '0.0.0' },
      ...{ host: '127.0.0.1', port: 9, url, mcpUrl: `${url}/mcp`, registry: userFolder },
      startedAt: '2026-11-22T00:00:00Z',
    });
    const { out } = await runCliAs(['connect', 'cursor', '--print', '--http'], { userFolder });
    expect(out).toContain('http://127.0.0.1:8701/mcp');
  });
});
