import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { listening } from '../../support/listening.ts';
import { runCliAs, runCliHere } from '../../support/run-cli-here.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { ask, eventually } from '../../support/test-server.ts';
import { notAsRoot, notOnLinux, onWindows, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const KEY = 'cpp/gabime/spdlog';
const TOKEN = 'correct-horse-battery';

/** A service of the built program, on a free port. */
async function serve(args: readonly string[], surroundings: Partial<Parameters<typeof startCli>[1]> = {}) {
  const userFolder = temporaryUserFolder();
  const cli = startCli(['serve', '-p', '0', ...args], { userFolder, ...surroundings });
  const url = await urlOf(cli);
  return { cli, url, port: new URL(url).port, userFolder };
}

/** Serves in this process, where that fails. */
const refused = (args: readonly string[], userFolder = temporaryUserFolder(), more = {}) =>
  runCliAs(['serve', ...args], { userFolder, ...more });

function tokenFile(text: string, mode = 0o600): string {
  const file = join(temporaryFolder(), 'token');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

describe('skills-registry serve', () => {
  it('says where, what and how many problems, serves, and ends with 0 on SIGTERM', async () => {
    const registry = temporaryRegistry([KEY]);
    const { cli, url, userFolder } = await serve(['-r', registry]);
    expect(cli.out()).toContain(`Skills Registry is serving 1 skill at ${url}`);
    expect(cli.out()).toContain(`  Registry  ${registry}\n`);
    const file = join(userFolder, 'skills-registry/servers', `${cli.process.pid}.json`);
    const found = JSON.parse(readFileSync(file, 'utf8'));
    expect(found).toMatchObject({ schema: 1, pid: cli.process.pid, app: 'cli', version, url, registry });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const running = Promise.all(Array.from({ length: 20 }, () => ask(`${url}/v1/find?q=never`)));
    await ask(`${url}/health`);
    cli.process.kill('SIGTERM');
    expect((await running).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await cli.exited).toBe(0);
    expect(cli.err()).not.toContain('    at ');
    expect(existsSync(file)).toBe(false);
  });

  it('greets with the problems that the registry’s own rules leave', async () => {
    const lonely = skillFiles(`skills/${KEY}`, KEY, { dependencies: { skills: ['go/jackc/pgx'] } });
    const rules = { off: { 'dependency-missing': 'The others come later.' } };
    // The only skill may be checked before the greeting is written, which has its other problems too, then.
    for (const [more, greeting] of [
      [{}, /Problems {2}(?:1 warning so far|5 errors, 2 warnings)/],
      [{ 'rules.json': rules }, /Problems {2}(?:no problems so far|5 errors, 1 warning:)/],
    ] as const) {
      const { cli } = await serve(['-r', temporaryFolder({ ...lonely, ...more })]);
      expect(cli.out()).toMatch(greeting);
    }
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends by %s while it still reads its registry', async (signal) => {
    // Threads that never answer, as if there were very much to read.
    const mute = `
      const threads = require('node:worker_threads');
      const { Worker } = threads;
      threads.Worker = class extends Worker {
        constructor(_file, options) {
          super('setInterval(() => {}, 1e6)', { ...options, eval: true });
        }
      };`;
    const env = {
      NODE_OPTIONS: `--require ${JSON.stringify(join(temporaryFolder({ 'mute.cjs': mute }), 'mute.cjs'))}`,
    };
    const args = ['serve', '--registry', temporaryRegistry([KEY]), '--port', '0'];
    const cli = startCli(args, { userFolder: temporaryUserFolder(), env });
    await eventually(cli.err, (text) => text.includes('Reading '));
    cli.process.kill(signal);
    await cli.exited;
    expect(cli.process.signalCode).toBe('SIGTERM'); // of its own: it waits for no thread
    expect(cli.err()).toContain('Stopping.');
  });

  it('logs JSON lines when asked', async () => {
    const args = ['serve', '-p', '0', '--json', '-r', temporaryRegistry([KEY])];
    const cli = startCli(args, { userFolder: temporaryUserFolder() });
    const lines = await eventually(cli.err, (text) => text.includes('Serving'));
    const logged = lines
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(logged).toContainEqual(expect.objectContaining({ level: 'info', message: 'Serving.', skills: 1 }));
  });
});

describe('the registry that serve chooses', () => {
  it('is of SKILLS_REGISTRY, else at, above or below the current folder, else the sample', async () => {
    const registry = temporaryRegistry([KEY], { 'index.json': { schema: 'skills/v1', skills: [] } });
    const parent = temporaryFolder(skillFiles(`mine/skills/${KEY}`, KEY));
    const userFolder = temporaryUserFolder();
    for (const [surroundings, said] of [
      [{ env: { SKILLS_REGISTRY: registry } }, `${registry}\n`],
      [
        { env: { SKILLS_REGISTRY: '$'.concat('{user_config.registry}') } },
        `  Registry  ${sampleRegistry()}\n`,
      ],
      [{ cwd: registry }, `${registry}\n`],
      [{ cwd: join(registry, 'skills', KEY) }, `  Registry  ${registry}\n`],
      [{ cwd: parent }, `  Registry  ${join(parent, 'mine')}\n`],
    ] as const) {
      const { cli } = await serve([], { userFolder, ...surroundings });
      expect(cli.out()).toContain(said);
      cli.process.kill('SIGTERM');
      await cli.exited;
    }
    writeFiles(parent, skillFiles(`other/skills/${KEY}`, KEY));
    expect(await refused(['-p', '0'], userFolder, { cwd: parent })).toMatchObject({
      code: 4,
      err: `${parent} holds 2 registries: mine, other. Name one with -r.\n`,
    });
    // A moment is no choice.
    expect((await runCliAs(['list'], { userFolder })).err).toBe(`${sampleRegistry()}:\n`);
  });

  it.each([
    ['serve', ['serve', '-p', '0', '-r']],
    ['list', ['list', '-r']],
    ['validate', ['validate']],
    ['connect', ['connect', 'cursor', '-r']],
  ])('ends %s with 4 where it is not there, and says so', async (_command, args) => {
    const userFolder = temporaryUserFolder();
    const missing = join(userFolder, 'my-registry');
    for (const run of [
      await runCliAs([...args, missing], { userFolder }),
      await runCliAs(
        args.filter((word) => word !== '-r'),
        { userFolder, env: { SKILLS_REGISTRY: missing } },
      ),
    ].slice(0, args[0] === 'connect' ? 1 : 2))
      expect([run.code, run.err]).toEqual([4, expect.stringContaining(`There is no folder ${missing}.`)]);
  });

  it('is no folder with other files', async () => {
    const folder = temporaryFolder({ 'a.txt': '' });
    expect((await refused(['-p', '0', '-r', folder])).err).toMatch(/ and index\.json\.\n$/);
  });
});

describe('a port that serve can’t have', () => {
  it('is well where its own service serves the same registry there, as it was asked to', async () => {
    const registry = temporaryRegistry([KEY]);
    const { cli, url, port, userFolder } = await serve(['-r', registry]);
    const again = ['-p', port, '-r', registry];
    expect(await refused(again, userFolder)).toMatchObject({
      code: 0,
      out: `Already running at ${url} (pid ${cli.process.pid}), serving ${registry}.\n`,
    });
    for (const more of [['--token-file', tokenFile(TOKEN)], ['--allow-submit']])
      expect(await refused([...again, ...more], userFolder)).toMatchObject({
        code: 3,
        err: expect.stringMatching(new RegExp(`\nEnd it: .+ stop --port ${port}\n`)),
      });
  });

  it('ends it with 3, and names whose it is and a free one', async () => {
    const registry = temporaryRegistry([KEY]);
    const { port, userFolder } = await serve(['-r', registry]);
    const other = await refused(['-p', port, '-r', temporaryRegistry([KEY])], userFolder);
    expect(other.code).toBe(3);
    expect(other.err).toMatch(
      new RegExp(
        `${registry}\\.\nEnd it: .+ stop --port ${port}\nOr take its place: --replace\nOr take a free port: --port \\d+\n$`,
      ),
    );
    const stranger = (await listening(createServer())).port;
    expect(await refused(['-p', String(stranger), '-r', registry])).toMatchObject({
      code: 3,
      err: expect.stringMatching(
        new RegExp(`Port ${stranger} is taken by another program\\.\nOr take a free port: --port \\d+\n$`),
      ),
    });
    expect(await refused(['-p', '0', '-H', '203.0.113.1', '-r', registry])).toMatchObject({
      code: 3,
      err: expect.stringContaining('203.0.113.1 is no address of this machine.\n'),
    });
  });
});

describe('serve at a terminal where an own service has the port', () => {
  /** Serves another folder there in this process, with a user who answers so. */
  async function answering(answer: string, untilStopped?: (port: string) => Promise<void>) {
    const registry = temporaryRegistry([KEY]);
    const running = await serve(['-r', registry]);
    const { port, userFolder } = running;
    const other = temporaryRegistry(['rust/tokio-rs/tokio']);
    const asked: string[] = [];
    const run = await runCliAs(['serve', '-p', port, '-r', other], {
      userFolder,
      ask: async (question) => {
        asked.push(question);
        return answer;
      },
      ...(untilStopped && { untilStopped: () => untilStopped(port) }),
    });
    return { run, asked, running, registry, other };
  }

  it.each(['', 'n', 'yo'])('asks once, and leaves it where the answer is %j', async (answer) => {
    const { run, asked, running, registry } = await answering(answer);
    expect(asked).toEqual([`${running.url} serves ${registry}. Serve this instead? [y/N] `]);
    expect(run.code).toBe(3);
    expect((await ask(`${running.url}/health`)).status).toBe(200);
  });

  it.each(['y', 'Yes '])('stops it and takes its place where the answer is %j', async (answer) => {
    const skillsAt = (port: string) =>
      ask(`http://127.0.0.1:${port}/v1/skills`).then(
        ({ text }) => text,
        () => '',
      );
    const { run, running } = await answering(answer, async (port) => {
      await eventually(
        () => skillsAt(port),
        (text) => text.includes('rust/tokio-rs/tokio'),
      );
    });
    expect(run.code).toBe(0);
    expect(await running.cli.exited).toBe(0);
  });
});

describe('the options of serve', () => {
  it.each([
    [['--port', 'x'], 'It is a number from 0 to 65535.'],
    [['--port', '70000'], 'It is a number from 0 to 65535.'],
    [['--nope'], "unknown option '--nope'"],
    [['--log-level', 'loud'], 'Allowed choices are'],
    [['--allowed-origin', 'tool.example'], 'an origin such as https://tool.example'],
    [['reg', '-r', 'reg'], 'Name the registry once'],
    [['reg', '--sample'], 'Name the registry once'],
    [['-H', '0.0.0.0', '--allow-submit'], 'Here --allow-submit would let everybody in the network write'],
    [['-H', 'box.lan', '--allow-submit'], 'Give a token with --token-file.'],
    [['--allowed-host', 'skills.example.com', '--allow-submit'], 'Give a token with --token-file.'],
  ])('end it with 2 where they are wrong: %j', async (args, said) => {
    expect(await runCliHere(['serve', ...args], '/')).toMatchObject({
      ...{ code: 2, out: '' },
      err: expect.stringContaining(said),
    });
  });

  it.each([
    ['is missing', () => join(temporaryFolder(), 'none'), "can't be read"],
    ['is a folder', () => temporaryFolder(), 'is no file'],
    ['is too short', () => tokenFile('short\n'), '16 characters'],
    ['has two words', () => tokenFile('correct-horse battery-staple'), 'one word'],
    ['is too large', () => tokenFile('x'.repeat(5_000)), 'too large'],
  ])('refuse a token file that %s', async (_what, make, message) => {
    const { code, err } = await runCliHere(['serve', '-p', '0', '--token-file', make()], '/');
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('refuse a token file that others can read, also behind a link', unless(onWindows), async () => {
    const file = tokenFile(TOKEN, 0o640);
    const link = join(temporaryFolder(), 'link');
    symlinkSync(file, link);
    for (const path of [file, link])
      expect(await runCliHere(['serve', '-p', '0', '--token-file', path], '/')).toMatchObject({
        code: 2,
        err: `Other users can read ${path}. Run: chmod 600 '${path}'`,
      });
  });

  it('take submissions from other machines that show the token', async () => {
    const args = ['-H', '0.0.0.0', '-r', temporaryRegistry([KEY]), '--allow-submit'];
    const { cli, url, userFolder } = await serve([...args, '--token-file', tokenFile(`${TOKEN}\n`)]);
    const headers = { 'Content-Type': 'application/json' };
    const post = { method: 'POST', headers, body: '{}' };
    expect((await fetch(`${url}/v1/skills`, post)).status).toBe(401);
    const shown = { ...headers, Authorization: `Bearer ${TOKEN}` };
    expect((await fetch(`${url}/v1/skills`, { ...post, headers: shown })).status).toBe(422);
    expect(cli.err()).toContain('other machines that show the token can read');
    expect(cli.out() + cli.err()).not.toContain(TOKEN);
    expect((await runCliAs(['status'], { userFolder })).out).toContain(`${url}  needs a token`);
  });
});

it.each(['serve', 'mcp'])(
  'skills-registry %s says to an account without a home folder what to set',
  unless(notOnLinux, notAsRoot),
  async (command) => {
    const userFolder = temporaryUserFolder();
    chmodSync(userFolder, 0o777);
    const unset = ['HOME', 'XDG_DATA_HOME'].flatMap((name) => ['-u', name]);
    const through = ['setpriv', '--reuid', '56789', '--regid', '56789', '--clear-groups', 'env', ...unset];
    const { code, err } = await runCliProcess([command, '-r', sampleRegistry()], { userFolder, through });
    // A slow machine says first what it reads.
    const [last, ...others] = err.trimEnd().split('\n').reverse();
    expect([code, last]).toEqual([1, expect.stringContaining('Set HOME')]);
    expect(others.filter((line) => !/^\S+ Reading /.test(line))).toEqual([]);
  },
);
