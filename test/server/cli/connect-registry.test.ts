import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rememberedRegistry, rememberRegistry } from '../../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import { startServer } from '../../../src-server/service/start-server.ts';
import { temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';

const KEYS = ['cpp/gabime/spdlog'];

function home(userFolder = temporaryUserFolder()) {
  const file = join(userFolder, '.cursor', 'mcp.json');
  mkdirSync(join(userFolder, '.cursor'), { recursive: true });
  writeFileSync(file, '{}');
  const run = (...args: readonly string[]) => runCliAs(['connect', ...args], { userFolder });
  const entry = () => JSON.parse(readFileSync(file, 'utf8')).mcpServers['skills-registry'];
  return { run, entry, file };
}

describe('the registry that a connected client gets', () => {
  it('is the one that is named, until another one is', async () => {
    const { run, entry } = home();
    const [one, two] = [temporaryRegistry(KEYS), temporaryRegistry(KEYS)];
    expect((await run('cursor', '--write', '-r', one)).out).toContain(
      `\nThe client’s program answers from ${one}.\n`,
    );
    await run('cursor', '--write');
    expect(entry().args.slice(2)).toEqual(['-r', one]);
    await run('cursor', '--write', '--registry', two);
    expect(entry().args.slice(2)).toEqual(['-r', two]);
    const { out } = await run();
    expect(out).toMatch(new RegExp(`^cursor +connected, starts it by itself for ${two}$`, 'm'));
    expect(out).toContain('\n\nNo service runs.');
  });

  it('is named for a program alone, and is one that there is', async () => {
    const { run } = home();
    const registry = temporaryRegistry(KEYS);
    const refused = { code: 2, err: expect.stringContaining('cannot be used with') };
    expect(await run('cursor', '-r', registry, '--http')).toMatchObject(refused);
    for (const args of [
      ['cursor', '--remove'],
      ['cursor', '--pointer'],
    ])
      expect(await run('-r', registry, ...args)).toMatchObject(refused);
    const nobody = { code: 2, err: expect.stringContaining('Name a client') };
    expect(await run('-r', registry)).toMatchObject(nobody);
    const gone = await run('cursor', '-r', join(registry, 'gone'));
    expect(gone).toMatchObject({ code: 4, err: expect.stringContaining('gone') });
  });

  it('is remembered once it is written: the named one, else that of the service that runs', async () => {
    const userFolder = isolateUserFolders();
    const { run } = home(userFolder);
    const [named, served] = [temporaryRegistry(KEYS), temporaryRegistry(['rust/a/b'])];
    const remembered = () => rememberedRegistry(userFolders().data);
    await run('cursor', '--print', '-r', named);
    expect(await remembered()).toBeUndefined();
    await run('cursor', '--write', '-r', named);
    expect(await remembered()).toBe(named);
    const server = await startServer({ registry: served, port: 0 });
    onTestFinished(() => server.close());
    await run('zed', '--write');
    expect(await remembered()).toBe(served);
  });

  it('is the remembered one without a service, and said to be gone once it is', async () => {
    const userFolder = isolateUserFolders();
    const registry = temporaryRegistry(KEYS);
    await rememberRegistry(userFolders().data, registry);
    const { run } = home(userFolder);
    expect((await run()).out).toContain(
      `A client that starts the program gets ${registry}, the remembered registry.`,
    );
    rmSync(registry, { recursive: true });
    const words = /The remembered registry \S+ is gone, .* serve another registry: .* serve -r <folder>\n/;
    expect((await run()).out).toMatch(words);
    const refused = { code: 4, out: '', err: expect.stringMatching(words) };
    expect(await runCliAs(['find', 'log'], { userFolder, cwd: temporaryFolder() })).toMatchObject(refused);
  });

  it('is missed where it is gone', async () => {
    const { run } = home();
    const registry = temporaryRegistry(KEYS);
    await run('cursor', '--write', '-r', registry);
    rmSync(registry, { recursive: true });
    const gone = new RegExp(`^cursor +connected, but its registry ${registry} is gone$`, 'm');
    expect((await run()).out).toMatch(gone);
    mkdirSync(registry);
    expect((await run()).out).toMatch(/, but its registry \S+ is no registry now$/m);
  });

  it('may be named in the environment of the program', async () => {
    const { run, entry, file } = home();
    const registry = temporaryRegistry(KEYS);
    await run('cursor', '--write');
    const named = { ...entry(), env: { SKILLS_REGISTRY: registry } };
    writeFileSync(file, JSON.stringify({ mcpServers: { 'skills-registry': named } }));
    expect((await run()).out).toContain(`connected, starts it by itself for ${registry}\n`);
  });
});
