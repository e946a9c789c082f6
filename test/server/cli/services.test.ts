import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Status } from '../../../src-server/contract/api.ts';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs, runCliHere } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer, type TestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const KEY = 'cpp/gabime/spdlog';
const TOKIO = 'rust/tokio-rs/tokio';

async function serve(userFolder: string, registry = temporaryRegistry([KEY]), more: readonly string[] = []) {
  const cli = startCli(['serve', '-p', '0', '-r', registry, ...more], { userFolder });
  const url = await urlOf(cli);
  const servers = join(userFolder, 'skills-registry/servers');
  return { cli, registry, url, servers, file: join(servers, `${cli.process.pid}.json`) };
}

describe('skills-registry status', () => {
  it('shows running services and their layers, and no dead ones', async () => {
    const userFolder = temporaryUserFolder();
    const status = (...args: string[]) => runCliAs(['status', ...args], { userFolder });
    expect((await status()).out).toContain('Nothing runs. Start it with: ');
    const [upper, lower] = [temporaryRegistry([KEY]), temporaryRegistry([KEY, TOKIO])];
    const { cli, url } = await serve(userFolder, upper, ['-r', lower]);
    expect((await status()).out.split('\n')).toEqual([
      expect.stringContaining(`${url}  2 skills, `),
      `  ${upper}  1 skill`,
      `  ${lower}  2 skills, 1 shadowed`,
      expect.stringMatching(
        new RegExp(`^  pid ${cli.process.pid} \\(command line\\), started (?:just now|\\d+ min ago)$`),
      ),
      '',
    ]);
    expect(JSON.parse((await status('--json')).out)).toMatchObject([
      {
        ...{ url, pid: cli.process.pid, registry: upper, counts: { skills: 2 }, available: true },
        registries: [{ path: upper }, { path: lower, name: basename(lower), shadowed: 1 }],
      },
    ]);
    cli.process.kill('SIGKILL');
    await cli.exited;
    expect((await status()).out).toContain('Nothing runs.');
  });
});

describe('skills-registry stop', () => {
  it('ends the service that runs, waits until it has, and says what it ended', async () => {
    const userFolder = temporaryUserFolder();
    const { cli, url, registry, servers } = await serve(userFolder);
    expect(await runCliAs(['stop'], { userFolder })).toEqual({
      code: 0,
      out: `Stopped ${url} (pid ${cli.process.pid}), serving ${registry}.\n`,
      err: '',
    });
    expect(readdirSync(servers)).toEqual([]);
    // Windows ends processes without asking them.
    expect(await cli.exited).toBe(process.platform === 'win32' ? null : 0);
    expect(await runCliAs(['stop'], { userFolder })).toEqual({
      code: 0,
      out: 'No such service runs.\n',
      err: '',
    });
    expect(await runCliAs(['stop', '-p', '65536'], { userFolder })).toMatchObject({ code: 2, out: '' });
  });

  it('ends none of several that nobody named, though status says which is meant; then the named one, then all', async () => {
    const userFolder = temporaryUserFolder();
    const first = await serve(userFolder);
    const second = await serve(userFolder);
    const third = await serve(userFolder);
    const stop = (...args: readonly string[]) => runCliAs(['stop', ...args], { userFolder });
    expect((await runCliAs(['status'], { userFolder })).out).toContain(
      `\n3 services run. Commands and clients ask ${third.url} (${third.registry}), not`,
    );
    const { code, err } = await stop();
    const [head, ...lines] = err.trimEnd().split('\n');
    expect([code, head]).toEqual([2, expect.stringContaining('3 services run')]);
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([first.url, second.url, third.url].sort());
    expect((await stop('-p', new URL(second.url).port)).out).toContain(second.url);
    expect((await stop('-r', first.registry)).out).toContain(first.url);
    expect(third.cli.process.exitCode).toBeNull();
    expect((await stop('--all')).out).toContain(third.url);
  });

  it('leaves the app’s service alone, and says whose it is', async () => {
    const userFolder = temporaryUserFolder();
    const { cli, url, file } = await serve(userFolder);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"cli"', '"tray"'));
    expect(await runCliAs(['stop', '--all'], { userFolder })).toMatchObject({
      code: 1,
      err: `The service at ${url} belongs to the tray app. Stop it there, or quit the app.\n`,
    });
    expect(cli.process.exitCode).toBeNull();
  });

  it('leaves one that does not answer, and ends it once it does', unless(onWindows), async () => {
    const userFolder = temporaryUserFolder();
    const { cli, url } = await serve(userFolder);
    const { pid = 0 } = cli.process;
    process.kill(pid, 'SIGSTOP');
    const stopped = await runCliAs(['stop'], { userFolder });
    const { out } = await runCliAs(['status'], { userFolder });
    process.kill(pid, 'SIGCONT');
    expect(stopped).toMatchObject({ code: 1, out: '', err: expect.stringContaining('does not answer') });
    expect(out).toContain(`${url}  does not answer\n`);
    expect((await runCliAs(['stop'], { userFolder })).code).toBe(0);
  });

  it('ends no process that only a stale discovery file names', async () => {
    const userFolder = temporaryUserFolder();
    const { cli, file, servers } = await serve(userFolder);
    // The number of this very test: alive, and none of our services.
    const stale = join(servers, `${process.pid}.json`);
    writeFileSync(stale, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), pid: process.pid }));
    rmSync(file);
    const { code, err } = await runCliAs(['stop', '--all'], { userFolder });
    expect(existsSync(stale)).toBe(true);
    expect(code).toBe(1);
    expect(err).toContain(`says that it is process ${cli.process.pid}`);
  });

  it('ends a service by its own file where a stale one announces it, too', async () => {
    const userFolder = temporaryUserFolder();
    const { file, servers } = await serve(userFolder);
    const facts = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(join(servers, '0.json'), JSON.stringify({ ...facts, pid: process.pid }));
    expect(await runCliAs(['stop'], { userFolder })).toMatchObject({ code: 0, err: '' });
    expect(existsSync(file)).toBe(false);
  });
});

describe('a service whose registry is gone', () => {
  const run = (args: readonly string[]) => runCliHere(args, '/', { env: process.env });
  const isReadable = (server: TestServer, isIt: boolean) =>
    eventually(
      async () => (await server.get('/v1/status')).json<Status>().registry.available,
      (available) => available === isIt,
    );

  it('answers from what it has read, and each command says so', async () => {
    const registry = temporaryRegistry([KEY]);
    const server = await startTestServer(registry, { scanIntervalMs: 100 });
    renameSync(registry, `${registry}-moved`);
    await isReadable(server, false);
    const reason = `The registry folder ${registry} can't be read now: it is gone.`;
    const stop = `stop --port ${new URL(server.url).port}`;
    for (const args of [['list'], ['search', 'spdlog'], ['show', KEY]]) {
      const { out, err, code } = await run(args);
      expect({ args, isAnswered: out.includes('spdlog'), code }).toEqual({ args, isAnswered: true, code: 0 });
      expect(err).toContain(
        `The service at ${server.url} serves its registry as it was last read. ${reason}`,
      );
      expect(err).toMatch(new RegExp(`Restore the folder, or .*: .* ${stop}$`, 'm'));
    }
    const { out } = await run(['status']);
    expect(out).toContain(`${server.url}  serves its registry as it was last read\n`);
    expect(out).toContain(`${reason} Restore the folder, or stop the service`);
    expect((await run(['list', '-r', temporaryRegistry([TOKIO])])).out).toContain(TOKIO);
    renameSync(`${registry}-moved`, registry);
    await isReadable(server, true);
    expect((await run(['list'])).out).toContain(KEY);
  });
});
