import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import { askAtTerminal } from '../../../src-server/cli/cli-io.ts';
import { createProgram } from '../../../src-server/cli/run-cli.ts';
import { runCliProcess, startCli, temporaryUserFolder } from '../../support/built-cli.ts';
import { runCliHere, silentIo } from '../../support/run-cli-here.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';
import { notOnLinux, onWindows, unless } from '../../support/unless.ts';
import { urlOf } from '../../support/url-of.ts';

const REGISTRY = sampleRegistry();
const CLI = fileURLToPath(new URL('../../../dist/server/skills-registry.cjs', import.meta.url));

describe('the help', () => {
  const program = createProgram(silentIo());
  const names = async () => (await program).commands.map((command) => command.name());

  it('has examples of every command that can be typed, in lines of a terminal', async () => {
    const env = { PATH: temporaryFolder({ 'skills-registry': '', 'skills-registry.cmd': '' }) };
    for (const name of ['', ...(await names())]) {
      const { out, code } = await runCliHere([name, '--help'].filter(Boolean), '/', { env });
      expect(code).toBe(0);
      const [, examples = ''] = /\nExamples:\n((?: {2}.*\n?)+)/.exec(out) ?? [];
      const lines = examples.split('\n').filter((line) => line.startsWith('    skills-registry '));
      expect([name, lines.length]).toEqual([name, expect.not.toBeOneOf([0])]);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
      for (const line of lines)
        await typed(
          line
            .replace(/'[^']*'/g, 'words')
            .trim()
            .split(' ')
            .slice(1),
        );
    }
  });

  /** Fails if it can't be parsed. */
  async function typed(args: readonly string[]) {
    const parsed = await createProgram(silentIo());
    for (const command of parsed.commands.flatMap((one) => [one, ...one.commands])) command.action(() => {});
    await parsed.parseAsync(args, { from: 'user' }).catch((error: { exitCode?: number }) => {
      // Help that was asked for.
      if (error.exitCode !== 0) throw error;
    });
  }

  it('names the order in which a registry is looked for, and the exit codes', async () => {
    const { out } = await runCliHere(['--help']);
    expect(out).toMatch(/first of:\n {2}1\. -r .*\n(?:.*\n)+ {2}8\. the sample\n/);
    expect(out).toContain('Exit codes: 0 done, 1 problems found');
  });

  it.each([
    [['list', '--no-such-option'], 'For example: '],
    [['find'], ' find '],
    [['nope'], 'For example: '],
    [[], '--help'],
    [['sevre'], 'Did you mean serve?'],
    [['help', 'sevre'], 'There is no command sevre. Did you mean serve?'],
    [['help', 'nothing-like-it'], 'There is no command nothing-like-it.\n'],
    [['connect', 'curser'], 'Did you mean cursor?'],
    [['init', '--profile', 'pubic'], 'Did you mean public?'],
  ])('of the next step follows a mistake: %j', async (args, said) => {
    const { code, out, err } = await runCliHere(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(`${err}\n`).toContain(said);
  });

  it('groups commands by what one wants', async () => {
    const { out } = await runCliHere(['--help']);
    expect(out.match(/^[A-Z][a-z ]+:$/gm)).toEqual([
      'Options:',
      'Use skills:',
      'Connect clients:',
      'Write skills:',
      'Serve and share:',
      'Help:',
      'Examples:',
    ]);
    expect(out).not.toContain('Commands:');
  });

  it('fits a terminal of 60 columns', async () => {
    const { out } = await runCliHere(['init', '--help'], '/', { columns: 60 });
    const options = out.slice(out.indexOf('Options:'), out.indexOf('\n\n', out.indexOf('Options:')));
    for (const line of options.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('of the version is the version', async () => {
    const { code, out } = await runCliProcess(['--version'], { userFolder: temporaryUserFolder() });
    expect({ code, out }).toEqual({ code: 0, out: `${version}\n` });
  });
});

describe('what is printed', () => {
  const run = (line: string) => {
    const env = { ...process.env, HOME: isolateUserFolders() };
    return spawnSync('bash', ['-c', line, process.execPath, CLI, REGISTRY], { encoding: 'utf8', env });
  };

  it('ends without a word where the reader has seen enough', unless(onWindows), () => {
    const { stdout, stderr } = run('"$0" "$1" list --json -r "$2" | head -n 1; echo "$PIPESTATUS"');
    expect({ stdout, stderr }).toEqual({ stdout: '{\n0\n', stderr: '' });
  });

  it('ends with a sentence where it can’t be written', unless(notOnLinux), () => {
    const { status, stderr } = run('"$0" "$1" list -r "$2" > /dev/full');
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'The output can’t be written: ENOSPC.\n' });
  });

  it('matters to nobody where the output is closed', unless(onWindows), () => {
    const { status, stderr } = run('"$0" "$1" list -r "$2" >&-');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('a question at the terminal', () => {
  const ask = (typed: string, { isTTY = true, ends = false } = {}) => {
    const input = Object.assign(new PassThrough(), { isTTY });
    input.write(typed);
    if (ends) input.end();
    return askAtTerminal('Which? ', { input, output: new PassThrough() });
  };

  it('is answered by the line that was typed, and by nobody where there is no terminal', async () => {
    expect(await ask('this one\n')).toBe('this one');
    expect(await ask('\n')).toBe('');
    expect(await ask('yes\n', { isTTY: false })).toBeUndefined();
    await expect(ask('half a li', { ends: true })).rejects.toThrow('Nothing was done');
  });
});

describe('skills-registry mcp', () => {
  it('has the process end soon after it was stopped, unless all is closed before', async () => {
    const said: string[] = [];
    isolateUserFolders();
    const endBy = (ms: number) => {
      said.push(`end by ${ms}`);
      return () => said.push('called off');
    };
    const run = await runCliHere(['mcp', '-r', REGISTRY], '/', {
      env: process.env,
      untilStopped: async () => {},
      endBy,
    });
    expect(run).toEqual({ code: 0, out: '', err: '' });
    expect(said).toEqual(['end by 10000', 'called off']);
  });
});

describe('a working folder that was deleted', unless(onWindows), () => {
  const folder = () => {
    const userFolder = temporaryUserFolder();
    const cwd = join(userFolder, 'worktree');
    mkdirSync(cwd);
    return { userFolder, cwd };
  };
  /** Deleted before the program starts. */
  const runInDeleted = async (args: readonly string[]) => {
    const { userFolder, cwd } = folder();
    const through = ['sh', '-c', 'rmdir "$PWD" && exec "$@"', 'sh'];
    return { ...(await runCliProcess(args, { userFolder, cwd, through })), cwd };
  };

  it.each([
    ['list', '-r', REGISTRY],
    ['find', '-r', REGISTRY, 'flush the log'],
    ['show', '-r', REGISTRY, 'ws'],
    ['validate', '--quiet', join(REGISTRY, 'skills/js/websockets/ws')],
  ])('is not needed by %s %s', async (...args) => {
    const { code, err } = await runInDeleted(args);
    expect(err).not.toMatch(/uv_cwd|\n\s+at /);
    expect(code).toBe(0);
  });

  it.each([['match'], ['sync', '-r', REGISTRY], ['list', '-r', 'registry'], ['validate']])(
    'is named in a sentence by %s',
    async (...args) => {
      const { code, err, cwd } = await runInDeleted(args);
      expect(code).toBeGreaterThan(0);
      expect(err).toContain(cwd);
      expect(err).not.toMatch(/uv_cwd|\n\s+at /);
    },
  );

  it('leaves a running service and mcp able to read what they had not read', async () => {
    const { userFolder, cwd } = folder();
    const url = await urlOf(startCli(['serve', '-r', REGISTRY, '--port', '0'], { userFolder, cwd }));
    rmSync(cwd, { recursive: true });
    expect((await fetch(`${url}/v1/skills/js/websockets/ws`)).status).toBe(200);
    const message = (id: number, method: string, params: object) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
    const client = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    };
    mkdirSync(cwd);
    const { out } = await runCliProcess(['mcp', '-r', REGISTRY], {
      ...{ userFolder, cwd, input: message(1, 'initialize', client) },
      env: { LATER: message(2, 'tools/call', { name: 'get_skill', arguments: { path: 'ws' } }) },
      through: ['sh', '-c', `(cat; rmdir "$PWD"; printf '%s' "$LATER"; sleep 3) | "$@"`, 'sh'],
    });
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.map(({ id, result }) => [id, result?.isError ?? false])).toEqual([
      [1, false],
      [2, false],
    ]);
  });
});
