import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs } from '../../support/run-cli-here.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const KEY = 'cpp/gabime/spdlog';

async function serve(userFolder: string, registry = temporaryRegistry([KEY])) {
  const cli = startCli(['serve', '-p', '0', '-r', registry], { userFolder });
  return { cli, registry, url: await urlOf(cli) };
}

describe('skills-registry stop', () => {
  it('ends the service that runs, waits until it has, and says what it ended', async () => {
    const userFolder = temporaryUserFolder();
    const { cli, url, registry } = await serve(userFolder);
    expect(await runCliAs(['stop'], { userFolder })).toEqual({
      code: 0,
      out: `Stopped ${url} (pid ${cli.process.pid}), serving ${registry}.\n`,
      err: '',
    });
    expect(readdirSync(join(userFolder, 'skills-registry/servers'))).toEqual([]);
    // Windows ends processes without asking them.
    expect(await cli.exited).toBe(process.platform === 'win32' ? null : 0);
  });

  it('ends the one of SKILLS_REGISTRY where nothing else is said, as that is the one others ask', async () => {
    const userFolder = temporaryUserFolder();
    const [one, other] = [await serve(userFolder), await serve(userFolder)];
    const env = { SKILLS_REGISTRY: other.registry };
    expect((await runCliAs(['stop'], { userFolder, env })).out).toContain(other.url);
    expect((await runCliAs(['stop'], { userFolder, env })).out).toBe('No such service runs.\n');
    expect((await runCliAs(['stop', '--all'], { userFolder, env })).out).toContain(one.url);
  });

  it('has nothing to do where nothing runs', async () => {
    const userFolder = temporaryUserFolder();
    expect(await runCliAs(['stop'], { userFolder })).toEqual({
      code: 0,
      out: 'Nothing runs.\n',
      err: '',
    });
    expect(await runCliAs(['stop', '-p', '1'], { userFolder })).toMatchObject({
      code: 0,
      out: 'No such service runs.\n',
    });
  });

  it('ends none of several that nobody named, though status says which is meant; then the named one, then all', async () => {
    const userFolder = temporaryUserFolder();
    const [first, second, third] = [
      await serve(userFolder),
      await serve(userFolder),
      await serve(userFolder),
    ];
    const { out } = await runCliAs(['status'], { userFolder });
    expect(out).toContain(
      `\n\n3 services run. Commands and clients ask ${third.url} (${third.registry}), which was started last, not`,
    );
    const asked = await runCliAs(['stop'], { userFolder });
    expect(asked.code).toBe(2);
    const [head, ...lines] = asked.err.trimEnd().split('\n');
    expect(head).toContain('3 services run');
    expect(lines.map((line) => line.split(' ')[0]).sort()).toEqual([first.url, second.url, third.url].sort());
    const port = new URL(second.url).port;
    expect((await runCliAs(['stop', '--port', port], { userFolder })).out).toContain(second.url);
    expect((await runCliAs(['stop', '-r', first.registry], { userFolder })).out).toContain(first.url);
    expect(third.cli.process.exitCode).toBeNull();
    expect((await runCliAs(['stop', '--all'], { userFolder })).out).toContain(third.url);
  });

  it.each(['0', '65536', '1.5', 'all'])('refuses the port %s, which no service has', async (port) => {
    const { code, err } = await runCliAs(['stop', '--port', port], { userFolder: temporaryUserFolder() });
    expect([code, err]).toEqual([2, expect.stringContaining('It is a number from 1 to 65535.')]);
  });

  it('leaves the app’s service alone, and says whose it is', async () => {
    const userFolder = temporaryUserFolder();
    const { cli, url } = await serve(userFolder);
    const file = join(userFolder, 'skills-registry/servers', `${cli.process.pid}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"cli"', '"tray"'));
    const { code, err } = await runCliAs(['stop', '--all'], { userFolder });
    expect({ code, err }).toEqual({
      code: 1,
      err: `The service at ${url} belongs to the tray app. Stop it there, or quit the app.\n`,
    });
    expect(cli.process.exitCode).toBeNull();
  });

  it('leaves one that does not answer, and ends it once it does', unless(onWindows), async () => {
    const userFolder = temporaryUserFolder();
    const { cli } = await serve(userFolder);
    const { pid = 0 } = cli.process;
    process.kill(pid, 'SIGSTOP');
    const stopped = await runCliAs(['stop'], { userFolder });
    process.kill(pid, 'SIGCONT');
    expect(stopped).toMatchObject({ code: 1, out: '', err: expect.stringContaining('does not answer') });
    expect((await runCliAs(['stop'], { userFolder })).code).toBe(0);
  });

  it('ends no process that only a stale discovery file names', async () => {
    const userFolder = temporaryUserFolder();
    const { cli } = await serve(userFolder);
    const folder = join(userFolder, 'skills-registry/servers');
    const file = JSON.parse(readFileSync(join(folder, `${cli.process.pid}.json`), 'utf8'));
    // The numbers of this very test: alive, and none of our services.
    const stale = join(folder, `${process.pid}.json`);
    writeFileSync(stale, JSON.stringify({ ...file, pid: process.pid }));
    const { code, err } = await runCliAs(['stop', '--all'], { userFolder });
    expect(existsSync(stale)).toBe(true);
    expect(code).toBe(1);
    expect(err).toContain(`says that it is process ${cli.process.pid}`);
  });
});
