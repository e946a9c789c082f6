import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../../package.json';
import { builtPage, sampleRegistry } from '../../../src-server/built-files.ts';
import type { DiscoveryFile } from '../../../src-server/contract/service/discovery.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliAs, runCliHere } from '../../support/run-cli-here.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { notAsRoot, notOnLinux, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const KEY = 'cpp/gabime/spdlog';

/** Threads that never answer, as if there were very much to read. */
const MUTE_THREADS = `
const threads = require('node:worker_threads');
const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(_file, options) {
    super('setInterval(() => {}, 1e6)', { ...options, eval: true });
  }
};
`;

/** A port that is held by a stranger until the test ends. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe.each(['serve', 'mcp'])('skills-registry %s for an account without a home folder', (command) => {
  const setpriv = ['setpriv', '--reuid', '56789', '--regid', '56789', '--clear-groups', 'env', '-u', 'HOME'];
  const run = (unset: readonly string[], args: readonly string[]) => {
    const userFolder = temporaryUserFolder();
    chmodSync(userFolder, 0o777);
    const through = [...setpriv, ...unset.flatMap((name) => ['-u', name])];
    return runCliProcess([command, ...args], { userFolder, through });
  };

  it('tells its options', unless(notOnLinux, notAsRoot), async () => {
    const { code, err } = await run(['XDG_DATA_HOME', 'XDG_CACHE_HOME'], ['--help']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('says what to set, and ends', unless(notOnLinux, notAsRoot), async () => {
    const { code, err } = await run(['XDG_DATA_HOME', 'XDG_CACHE_HOME'], ['-r', sampleRegistry()]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^.*Set HOME.*\n$/) });
  });
});

describe('skills-registry serve', () => {
  it('says where, what and how many problems, serves, and ends with 0 on SIGTERM', async () => {
    const registry = temporaryRegistry([KEY]);
    const cli = startCli(['serve', '-p', '0', '-r', registry], { userFolder: temporaryUserFolder() });
    const url = await urlOf(cli);
    expect(cli.out()).toContain(`Skills Registry is serving 1 skill at ${url}`);
    expect(cli.out()).toContain(registry);
    expect(cli.out()).not.toContain('Problems  no problems');
    expect((await ask(`${url}/health`)).status).toBe(200);
    expect((await ask(`${url}/v1/skills/${KEY}`)).json<{ _tokens: object }>()._tokens).toMatchObject({
      'examples/basic.txt': 2,
    });
    cli.process.kill('SIGTERM');
    expect(await cli.exited).toBe(0);
    expect(cli.err()).not.toContain('    at ');
  });

  it('greets with the problems that the registry’s own rules leave', async () => {
    const lonely = skillFiles(`skills/${KEY}`, KEY, { dependencies: { skills: ['go/jackc/pgx'] } });
    const rules = { off: { 'dependency-missing': 'The others come later.' } };
    for (const [more, greeting] of [
      [{}, /^1 warning so far/],
      [{ 'rules.json': rules }, /^none so far/],
    ] as const) {
      const cli = startCli(['serve', '-p', '0', '-r', temporaryFolder({ ...lonely, ...more })], {
        userFolder: temporaryUserFolder(),
      });
      await urlOf(cli);
      const [, problems = ''] = /Problems {2}(.*)/.exec(cli.out()) ?? [];
      expect(problems).toMatch(greeting);
    }
  });

  it('says which address to open in a browser, where there is a page to see', async () => {
    const cli = startCli(['serve', '-p', '0', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
    });
    const url = await urlOf(cli);
    expect(cli.out().includes(`Open      ${url} in a browser`)).toBe(builtPage() !== undefined);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends by %s while it still reads its registry', async (signal) => {
    const mute = join(temporaryFolder({ 'mute.cjs': MUTE_THREADS }), 'mute.cjs');
    const userFolder = temporaryUserFolder();
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(mute)}` };
    const cli = startCli(['serve', '--registry', temporaryRegistry([KEY]), '--port', '0'], {
      userFolder,
      env,
    });
    await eventually(cli.err, (text) => text.includes('Reading '));
    cli.process.kill(signal);
    await cli.exited;
    expect(cli.process.signalCode).toBe('SIGTERM'); // of its own: it waits for no thread
    expect(cli.err()).toContain('Stopping.');
  });

  it('ends with 0 on SIGINT, after running requests have finished', async () => {
    const cli = startCli(['serve', '-p', '0', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
    });
    const url = await urlOf(cli);
    const running = Promise.all(Array.from({ length: 20 }, () => ask(`${url}/v1/find?q=never`)));
    await ask(`${url}/health`);
    cli.process.kill('SIGINT');
    expect((await running).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await cli.exited).toBe(0);
  });

  it('leaves a discovery file while it runs, for this user alone', async () => {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([KEY]);
    const cli = startCli(['serve', '-p', '0', '-r', registry], { userFolder });
    const url = await urlOf(cli);
    const folder = join(userFolder, 'skills-registry', 'servers');
    const file = join(folder, `${cli.process.pid}.json`);
    const found = JSON.parse(readFileSync(file, 'utf8')) as DiscoveryFile;
    expect(found).toMatchObject({ schema: 1, pid: cli.process.pid, app: 'cli', version, url, registry });
    if (process.platform !== 'win32') {
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
    cli.process.kill('SIGTERM');
    await cli.exited;
    expect(existsSync(file)).toBe(false);
  });

  it('says "already running" and ends with 0 where its own service serves the same registry on the port', async () => {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([KEY]);
    const first = startCli(['serve', '-p', '0', '-r', registry], { userFolder });
    const url = await urlOf(first);
    const port = new URL(url).port;
    const second = await runCliAs(['serve', '-p', port, '-r', registry], { userFolder });
    expect(second).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Already running at ${url} (pid ${first.process.pid})`),
    });
  });

  it('names its own service’s registry and a free port, and ends with 3, where that serves another one', async () => {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([KEY]);
    const url = await urlOf(startCli(['serve', '-p', '0', '-r', registry], { userFolder }));
    const { port } = new URL(url);
    const second = await runCliAs(['serve', '-p', port, '-r', temporaryRegistry([KEY])], { userFolder });
    expect(second.code).toBe(3);
    expect(second.err).toContain(registry);
    expect(second.err).toMatch(
      new RegExp(
        `\\.\nEnd it: \\S+ \\S+ stop --port ${port}\nOr run both: .+ serve --registry .+ --port \\d+\n$`,
      ),
    );
  });

  it('names the port and a free one, and ends with 3, where a stranger holds it', async () => {
    const port = await takenPort();
    const registry = temporaryRegistry([KEY]);
    const args = ['serve', '-p', String(port), '-r', registry, '--no-watch'];
    const { code, err } = await runCliAs(args, { userFolder: temporaryUserFolder() });
    expect(code).toBe(3);
    expect(err).toMatch(
      new RegExp(
        `^Port ${port} is taken by another program.\nTry: .+ serve --registry ${registry} --no-watch --port \\d+\n$`,
      ),
    );
  });

  it('says -r where a folder is named without it', async () => {
    const { code, err } = await runCliHere(['serve', './reg', '--port', '8702']);
    expect(code).toBe(2);
    expect(err).toMatch(/^The registry is named with -r\. Try: .+ serve --port 8702 -r \.\/reg$/);
  });

  it('says when submissions are on', async () => {
    const args = ['serve', '-p', '0', '-r', temporaryRegistry([KEY])];
    const closed = startCli(args, { userFolder: temporaryUserFolder() });
    await urlOf(closed);
    expect(closed.out()).not.toContain('Submit');
    const open = startCli([...args, '--allow-submit'], { userFolder: temporaryUserFolder() });
    await urlOf(open);
    expect(open.out()).toContain('  Submit    on: POST /v1/skills adds skills to this registry\n');
  });

  it('is not fooled by a stale discovery file of a stranger’s port', async () => {
    const userFolder = temporaryUserFolder();
    const port = await takenPort();
    const stale = {
      schema: 1,
      pid: process.pid,
      instanceId: 'x',
      app: 'cli',
      version,
      host: '127.0.0.1',
      port,
      url: `http://127.0.0.1:${port}`,
      mcpUrl: `http://127.0.0.1:${port}/mcp`,
      registry: '/x',
      startedAt: '2026-01-01T00:00:00Z',
    };
    const first = startCli(['serve', '-p', '0', '-r', temporaryRegistry([KEY])], { userFolder });
    await urlOf(first);
    writeFileSync(join(userFolder, 'skills-registry/servers', `${process.pid}.json`), JSON.stringify(stale));
    const { code, err } = await runCliAs(['serve', '-p', String(port), '-r', temporaryRegistry([KEY])], {
      userFolder,
    });
    expect(code).toBe(3);
    expect(err).toContain('another program');
  });

  it('ends with 4 for a folder that is no registry, and says what was looked for', async () => {
    const folder = temporaryFolder({ 'a.txt': '' });
    const { code, err } = await runCliAs(['serve', '-p', '0', '-r', folder], {
      userFolder: temporaryUserFolder(),
    });
    expect(code).toBe(4);
    expect(err).toContain(`There is no skill in ${folder}`);
    expect(err).toMatch(/ Begin one: .+ init --registry <new folder>\n$/);
  });

  it.each([
    ['serve', ['serve', '-p', '0', '-r']],
    ['list', ['list', '-r']],
    ['validate', ['validate']],
    ['connect', ['connect', 'cursor', '-r']],
  ])('says with %s how to begin the registry that is not there', async (_command, args) => {
    const userFolder = temporaryUserFolder();
    const missing = join(userFolder, 'my-registry');
    const { code, err } = await runCliAs([...args, missing], { userFolder });
    expect(code).toBe(4);
    expect(err).toMatch(
      new RegExp(`^There is no folder ${missing}\\. Begin one: .+ init --registry ${missing}\n$`),
    );
  });

  it.each([['serve', '-p', '0'], ['list'], ['validate']])(
    'says with %s that SKILLS_REGISTRY names the registry that is not there',
    async (...args) => {
      const userFolder = temporaryUserFolder();
      const SKILLS_REGISTRY = join(userFolder, 'my-registry');
      const { code, err } = await runCliAs(args, { userFolder, env: { SKILLS_REGISTRY } });
      expect(code).toBe(4);
      expect(err).toContain(`There is no folder ${SKILLS_REGISTRY}. SKILLS_REGISTRY names it. Begin one: `);
    },
  );

  it('begins no registry for a file or a skill that is not there', async () => {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([KEY]);
    for (const path of [join(registry, 'skills/js/acme'), join(userFolder, 'pitfalls.md')]) {
      const { err } = await runCliAs(['validate', path], { userFolder });
      expect(err).toBe(`There is no file or folder ${path}.\n`);
    }
  });

  it.each([
    [['serve', '--port', 'x']],
    [['serve', '--port', '70000']],
    [['serve', '--nope']],
    [['serve', '--log-level', 'loud']],
    [['nope']],
    [[]],
  ])('ends with 2 and the usage for %j', async (args) => {
    const { code, err } = await runCliAs(args, { userFolder: temporaryUserFolder() });
    expect(code).toBe(2);
    expect(err).toContain('skills');
    expect(err).not.toContain('    at ');
  });

  it('ends with 3 for an address that is not this machine’s', async () => {
    const { code, err } = await runCliAs(
      ['serve', '-p', '0', '-H', '203.0.113.1', '-r', temporaryRegistry([KEY])],
      {
        userFolder: temporaryUserFolder(),
      },
    );
    expect({ code, err }).toEqual({ code: 3, err: '203.0.113.1 is no address of this machine.\n' });
  });

  it('takes the registry from SKILLS_REGISTRY, else from above the current folder, else the sample, and says so', async () => {
    const userFolder = temporaryUserFolder();
    const registry = temporaryRegistry([KEY], { 'index.json': { schema: 'skills/v1', skills: [] } });
    const named = startCli(['serve', '-p', '0'], { userFolder, env: { SKILLS_REGISTRY: registry } });
    await urlOf(named);
    expect(named.out()).toContain(`${registry} (named by SKILLS_REGISTRY)`);
    const above = startCli(['serve', '-p', '0'], {
      userFolder,
      cwd: join(registry, 'skills', KEY, 'examples'),
    });
    await urlOf(above);
    expect(above.out()).toContain('(the nearest registry above the current folder)');
    const sample = startCli(['serve', '-p', '0'], { userFolder });
    await urlOf(sample);
    expect(sample.out()).toContain('(the sample, since no registry was named with -r or SKILLS_REGISTRY)');
  });

  it('leaves clients the registry that was chosen, after a moment of another one', async () => {
    const userFolder = temporaryUserFolder();
    const cli = startCli(['serve', '-p', '0', '-r', temporaryRegistry([KEY])], { userFolder });
    await urlOf(cli);
    cli.process.kill('SIGTERM');
    await cli.exited;
    expect((await runCliAs(['list'], { userFolder })).err).toBe(`${sampleRegistry()}:\n`);
  });

  it('serves the registry it stands above, never the sample, and asks which one where there are two', async () => {
    const userFolder = temporaryUserFolder();
    const parent = temporaryFolder(skillFiles(`mine/skills/${KEY}`, KEY));
    const below = startCli(['serve', '-p', '0'], { userFolder, cwd: parent });
    await urlOf(below);
    expect(below.out()).toContain(`${join(parent, 'mine')} (the registry right below the current folder)`);
    writeFiles(parent, skillFiles(`other/skills/${KEY}`, KEY));
    const unsure = await runCliAs(['serve', '-p', '0'], { userFolder, cwd: parent });
    expect(unsure).toMatchObject({
      code: 4,
      err: `${parent} holds 2 registries: mine, other. Name one with -r.\n`,
    });
  });

  it('serves an empty registry that it stands in as what it is', async () => {
    const cwd = temporaryFolder({ 'skills/.gitkeep': '' });
    const cli = startCli(['serve', '-p', '0'], { userFolder: temporaryUserFolder(), cwd });
    await urlOf(cli);
    expect(cli.out()).toContain('is serving 0 skills');
    expect(cli.out()).toContain(`${cwd} (the current folder)`);
  });

  it('says which registry it takes where the named folder is none itself', async () => {
    const registry = temporaryRegistry([KEY]);
    const [userFolder, named] = [temporaryUserFolder(), join(registry, 'skills')];
    const cli = startCli(['serve', '-p', '0', '-r', named], { userFolder });
    await urlOf(cli);
    expect(cli.out()).toContain(
      `  Registry  ${registry}\n  Note      ${named} is no registry; using ${registry} instead.\n`,
    );
    const asJson = startCli(['serve', '-p', '0', '--json', '-r', named], { userFolder });
    const lines = await eventually(asJson.err, (text) => text.includes('Serving'));
    expect(lines).toContain('is no registry; using');
  });

  it('logs JSON lines when asked', async () => {
    const cli = startCli(['serve', '-p', '0', '--json', '-r', temporaryRegistry([KEY])], {
      userFolder: temporaryUserFolder(),
    });
    const line = await eventually(cli.err, (text) => text.includes('Serving'));
    expect(JSON.parse(line.split('\n')[0] ?? '')).toMatchObject({
      level: 'info',
      message: 'Serving.',
      skills: 1,
    });
  });
});

describe('skills-registry status', () => {
  it('shows running services, drops the files of dead ones, and says so when nothing runs', async () => {
    const userFolder = temporaryUserFolder();
    expect((await runCliAs(['status'], { userFolder })).out).toContain('Nothing runs.');
    const cli = startCli(['serve', '-p', '0', '-r', temporaryRegistry([KEY])], { userFolder });
    const url = await urlOf(cli);
    const { out } = await runCliAs(['status'], { userFolder });
    expect(out).toContain(`${url}  1 skill, `);
    expect(out).toMatch(
      new RegExp(`  pid ${cli.process.pid} \\(command line\\), started \\d+ (?:s|min) ago$`, 'm'),
    );
    const [server] = JSON.parse((await runCliAs(['status', '--json'], { userFolder })).out) as object[];
    expect(server).toMatchObject({
      ...{ url, pid: cli.process.pid, counts: { skills: 1 } },
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    cli.process.kill('SIGKILL');
    await cli.exited;
    expect((await runCliAs(['status'], { userFolder })).out).toContain('Nothing runs.');
    expect(readdirSync(join(userFolder, 'skills-registry/servers'))).toEqual([]);
  });
});

describe('skills', () => {
  it('says of help for a command that there isn’t that it is unknown', async () => {
    const { code, err } = await runCliHere(['help', 'nosuch']);
    expect(code).toBe(2);
    expect(err).toContain("unknown command 'nosuch'");
    expect((await runCliHere(['help', 'help'])).code).toBe(0);
  });

  it('prints its version and help with code 0', async () => {
    const userFolder = temporaryUserFolder();
    expect(await runCliProcess(['--version'], { userFolder })).toMatchObject({
      code: 0,
      out: `${version}\n`,
    });
    const help = await runCliProcess(['serve', '--help'], { userFolder });
    expect(help.code).toBe(0);
    for (const option of [
      '--port',
      '--host',
      '--registry',
      '--allowed-host',
      '--allowed-origin',
      '--no-watch',
      '--log-level',
      '--json',
    ]) {
      expect(help.out).toContain(option);
    }
  });
});
