import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { hasOwnNetwork } from '../../../src-server/cli/eval-tasks.ts';
import { runCliHere } from '../../support/run-cli-here.ts';
import { type Files, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders } from '../../support/test-server.ts';
import { notOnLinux, onWindows, unless } from '../../support/unless.ts';

beforeEach(() => {
  isolateUserFolders();
});

const KEY = 'js/luthier/zither';
const TASK = `skills/${KEY}/evals/tune`;
const PITFALLS = [
  '# Pitfalls',
  '## Tuning a zither twice',
  'A zither that is tuned twice snaps its strings. Tune once, and wait for the strings to settle.',
  '## Storing the case in the sun',
  'The varnish melts.',
].join('\n\n');

const TOML = (needs = '["Tuning a zither twice"]', more = '') =>
  `version = "1.0"\n[metadata]\nskill = "${KEY}"\nkind = "prevents"\nneeds = ${needs}\n${more}`;

/** Says that a program works if it has a string, and that it is safe if nothing snaps. */
const TESTS = `works=false; safe=false
grep -qs string tune.txt && works=true && ! grep -q snap tune.txt && safe=true
printf '{"checks":[{"name":"works","passed":%s,"evidence":"e1"},{"name":"strings hold","passed":%s,"evidence":"e2"}]}\\n' $works $safe`;

const FILES: Files = {
  [`skills/${KEY}/pitfalls.md`]: PITFALLS,
  [`${TASK}/task.toml`]: TOML(),
  [`${TASK}/instruction.md`]: 'Write a program that gets my zither tuned before each concert.',
  [`${TASK}/environment/lock.txt`]: 'zither 1.2.3',
  [`${TASK}/tests/test.sh`]: TESTS,
  [`${TASK}/solution/tune.txt`]: 'string',
  [`${TASK}/wrong/tune.txt`]: 'string snap',
};

const registryWith = (changes: Files = {}) => temporaryRegistry([KEY], { ...FILES, ...changes });
const PATH = { PATH: process.env['PATH'] };
const check = (root: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = PATH) =>
  runCliHere(['eval', 'check', '-r', root, ...args], root, { env });

interface Report {
  readonly tasks: ReadonlyArray<{
    readonly state: string;
    readonly faults: readonly string[];
    readonly runs: Readonly<
      Record<string, { readonly checks: ReadonlyArray<{ readonly evidence: string }> }>
    >;
    readonly reach: { readonly found: string; readonly entries: ReadonlyArray<{ readonly held: string }> };
  }>;
}

/** Checks the only task, and returns what is said of it. */
async function taskOf(changes: Files, ...args: string[]) {
  const { out } = await check(registryWith(changes), ['--json', ...args]);
  const [task] = (JSON.parse(out) as Report).tasks;
  if (task === undefined) throw new Error(out);
  return task;
}

const testsThatSay = (works: boolean, safe: boolean) =>
  `printf '{"checks":[{"name":"works","passed":${works},"evidence":""},{"name":"safe","passed":${safe},"evidence":""}]}\\n'`;

describe('skills-registry eval check', unless(onWindows), () => {
  it('says that a task holds, and how answers reach what it needs', async () => {
    const { out, err, code } = await check(registryWith());
    expect(out.split('\n')[0]).toBe(
      `ok       ${KEY}  tune: solution 2 of 2; wrong fails "strings hold"; find_skills first; entry text`,
    );
    expect(out).toContain('1 task: 1 ok, 0 failed, 0 not run.');
    expect(out).toContain('Needed entries in answers: 1 as text, 0 as title, 0 missing.');
    expect([err, code]).toEqual(['', 0]);
  });

  it.each<[string, Files, string]>([
    [
      'its solution fails',
      { [`${TASK}/solution/tune.txt`]: 'snap string' },
      'The solution fails "strings hold": e2',
    ],
    [
      'its mistake does no harm',
      { [`${TASK}/wrong/tune.txt`]: 'string' },
      'The wrong program fails no danger.',
    ],
    [
      'its mistake doesn’t work',
      { [`${TASK}/wrong/tune.txt`]: '' },
      'The wrong program doesn’t work at all: e1',
    ],
    [
      'its tests always pass',
      { [`${TASK}/tests/test.sh`]: testsThatSay(true, true) },
      'An empty folder passes "works".',
    ],
    [
      'nothing has to be done',
      { [`${TASK}/environment/tune.txt`]: 'string' },
      'The environment passes as it is.',
    ],
    [
      'its tests look for no danger',
      { [`${TASK}/tests/test.sh`]: `echo '{"checks":[{"name":"works","passed":false}]}'` },
      'The tests look for no danger.',
    ],
    [
      'its tests print nothing',
      { [`${TASK}/tests/test.sh`]: 'echo broken >&2; exit 3' },
      'empty: the tests printed no checks (broken).',
    ],
    [
      'its tests forget "works"',
      { [`${TASK}/tests/test.sh`]: `echo '{"checks":[{"name":"a","passed":true}]}'` },
      'solution: the tests printed checks that don’t begin with "works" (exit 0).',
    ],
    [
      'it needs a heading that isn’t there',
      { [`${TASK}/task.toml`]: TOML('["Lending it out"]') },
      'get_skill with the instruction holds nothing of "Lending it out".',
    ],
    ['it needs nothing', { [`${TASK}/task.toml`]: TOML('[]') }, 'metadata.needs names no heading.'],
    [
      'it names another skill',
      { [`${TASK}/task.toml`]: TOML().replace(KEY, 'js/a/b') },
      `metadata.skill is not ${KEY}.`,
    ],
    [
      'its facts can’t be read',
      { [`${TASK}/task.toml`]: '[metadata' },
      'task.toml and instruction.md are needed: ',
    ],
    ['it has no instruction', { [`${TASK}/instruction.md`]: ' \n' }, 'instruction.md is empty.'],
    [
      'nobody who asks would find the skill',
      { [`${TASK}/instruction.md`]: 'Bake bread with rye and sourdough.' },
      `find_skills doesn’t name ${KEY} for the instruction.`,
    ],
  ])('fails a task if %s', async (_why, changes, fault) => {
    const { state, faults } = await taskOf(changes);
    expect(state).toBe('failed');
    expect(faults).toContainEqual(expect.stringContaining(fault));
  });

  it('refuses links in a task, which could copy any file', async () => {
    const root = registryWith();
    symlinkSync('/etc', join(root, TASK, 'environment', 'all'));
    const { out, code } = await check(root);
    expect(out).toContain('environment/all is neither a file nor a folder.');
    expect(code).toBe(1);
  });

  it.each(['task.toml', 'instruction.md', 'solution/tune.txt', 'pair.json'])(
    'does not wait for a pipe in place of %s',
    unless(onWindows),
    async (file) => {
      const root = registryWith();
      rmSync(join(root, TASK, file), { force: true });
      execFileSync('mkfifo', [join(root, TASK, file)]);
      const { out, code } = await check(root);
      expect(out).toContain(`${file} is neither a file nor a folder.`);
      expect(code).toBe(1);
    },
  );

  it('ends tests that hang, with what they started', async () => {
    const toml = TOML(undefined, '[verifier]\ntimeout_sec = 0.5\n');
    const tests = 'sleep 7654.321 & sleep 7654.321';
    const { faults } = await taskOf({ [`${TASK}/task.toml`]: toml, [`${TASK}/tests/test.sh`]: tests });
    expect(faults[0]).toMatch(/^solution: the tests took more than/);
    expect(programsWith('7654.321')).toEqual([]);
  });

  it('ends what tests leave behind, though it holds their output open', async () => {
    const tests = `sleep 7654.322 &\n${TESTS}`;
    expect((await taskOf({ [`${TASK}/tests/test.sh`]: tests })).state).toBe('ok');
    expect(programsWith('7654.322')).toEqual([]);
  });

  it('ends tests that print without end', async () => {
    const { faults } = await taskOf({ [`${TASK}/tests/test.sh`]: 'yes' });
    expect(faults[0]).toBe('solution: the tests printed more than 1048576 bytes.');
  });

  it('gives tests an empty home and none of the user’s tokens', async () => {
    const tests = `printf '{"checks":[{"name":"works","passed":false,"evidence":"%s %s %s"}]}\\n' "$TOKEN" "$(ls -A "$HOME" | wc -l)" "$HOME"`;
    const root = registryWith({ [`${TASK}/tests/test.sh`]: tests });
    const { out } = await check(root, ['--json'], { ...PATH, TOKEN: 'secret', HOME: '/home/me' });
    expect(out).not.toContain('secret');
    const [task] = (JSON.parse(out) as Report).tasks;
    expect(task?.runs['empty']?.checks[0]?.evidence).toMatch(/^ 0 (?!\/home\/me$).*home$/);
  });

  it(
    'cuts tests off from the network',
    unless(notOnLinux, hasOwnNetwork() ? undefined : 'unshare may make no network here'),
    async () => {
      let asked = 0;
      const server = createServer((_, answer) => {
        asked += 1;
        answer.end();
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void server.close());
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as AddressInfo;
      const node = `"${process.execPath}" -e 'fetch("http://127.0.0.1:${port}").catch(() => {})'`;
      expect((await taskOf({ [`${TASK}/tests/test.sh`]: `${node}\n${TESTS}` })).state).toBe('ok');
      expect(asked).toBe(0);
    },
  );

  it('leaves nothing in the folder for temporary files', async () => {
    await check(
      registryWith({ [`${TASK}/tests/test.sh`]: `echo x > "$TMPDIR/x"; echo x > "$CACHE/x"\n${TESTS}` }),
    );
    const mine = readdirSync(tmpdir()).filter((name) => name.startsWith('skills-eval-'));
    const files = mine.map((name) => readdirSync(join(tmpdir(), name), { recursive: true }).join());
    // Another test process may be at work beside this one.
    expect(files.filter((names) => names.split(',').includes('x') || names.includes('tmp/x'))).toEqual([]);
  });

  it('runs nothing where something is missing, says what, and is no failure', async () => {
    const toml = TOML(undefined, '[environment]\nprobe = "test -e nowhere"\nmissing = "a zither"\n');
    const { out, code } = await check(registryWith({ [`${TASK}/task.toml`]: toml }));
    expect(out).toContain(`not-run  ${KEY}  tune: not run: a zither; find_skills first; entry text`);
    expect(code).toBe(0);
  });

  it('takes a control without a mistake', async () => {
    const toml = TOML('[]').replace('prevents', 'control');
    const { [`${TASK}/wrong/tune.txt`]: _, ...files } = FILES;
    const root = temporaryRegistry([KEY], { ...files, [`${TASK}/task.toml`]: toml });
    expect((await check(root)).out).toContain(`ok       ${KEY}  tune: solution 2 of 2; find_skills`);
  });

  it('says 1 if there is no task, and 4 if there is no such skill or registry', async () => {
    const none = await check(temporaryRegistry([KEY]));
    expect([none.code, none.err]).toEqual([1, expect.stringContaining('There is no task in ')]);
    expect((await check(registryWith(), ['pandas'])).code).toBe(4);
    expect((await check('/nowhere')).code).toBe(4);
  });
});

describe('skills-registry eval check --reach', () => {
  it('runs nothing, and tells a title from a text', async () => {
    const root = registryWith({
      [`${TASK}/task.toml`]: TOML('["Tuning a zither twice", "Storing the case in the sun"]'),
      [`${TASK}/tests/test.sh`]: 'touch ran; exit 1',
    });
    const { out, code } = await check(root, ['--reach']);
    expect(out).toContain(`ok       ${KEY}  tune: find_skills first; entry text; entry title`);
    expect(out).toContain('Needed entries in answers: 1 as text, 1 as title, 0 missing.');
    expect(code).toBe(0);
  });

  it('finds every entry that a task of the sample needs', async () => {
    const { out, code } = await runCliHere(['eval', 'check', '-r', 'assets/sample-registry', '--reach']);
    expect(out).toMatch(/^\d+ tasks: \d+ ok, 0 failed, 0 not run\.$/m);
    expect(code).toBe(0);
  });

  it('passes over a draft, which no answer holds', async () => {
    const root = registryWith({ [`skills/${KEY}/overview.md`]: '# Overview\n\n{{write: what it is}}\n' });
    expect(await check(root, ['--reach'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('no task'),
    });
  });
});

/** Programs of this machine with a word among their arguments. */
function programsWith(word: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .filter((line) => line.startsWith('sleep') && line.includes(word));
}
