/** Reads the tasks of skills (docs/evals.md), and runs their tests: bounded, and each run in a folder of its own. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { type Dirent, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { isJsonObject, type JsonObject, ownMember, type SkillKey, TASKS_FOLDER } from '../contract/api.ts';
import { messageOf } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Check } from '../contract/task-pair.ts';
import { compareText } from '../contract/words.ts';
import { atEnd, removeAtEnd } from '../platform/files.ts';
import { readPlain } from '../platform/plain-file.ts';

/** `prevents`: the program of somebody who doesn't know the needed entries is wrong. `control`: nothing lurks. */
type TaskKind = 'prevents' | 'control';

/** A task of a skill, as its folder says. */
export interface Task {
  readonly skill: SkillKey;
  readonly name: string;
  /** The absolute path of the task's folder. */
  readonly folder: string;
  readonly kind: TaskKind;
  /** Headings of the entries without which the program goes wrong. */
  readonly needs: readonly string[];
  readonly instruction: string;
  readonly testSeconds: number;
  readonly agentSeconds: number;
  /** A shell command that fails where the task can't run, and the words of what is missing then. */
  readonly probe: string | undefined;
  readonly missing: string;
  /** Whether its two programs are shown to people beside each other. */
  readonly hasPair: boolean;
  /** A shell command that prints what the programs run with, in a line. */
  readonly version: string | undefined;
  /** Sentences on what keeps the task from being run. */
  readonly faults: readonly string[];
}

/** What the tests said of a program. `why` is there instead of checks that can be used. */
export interface Tested {
  readonly checks: readonly Check[];
  readonly why?: string;
}

const PARTS = ['environment', 'tests', 'solution', 'wrong'] as const;

/** Reads all tasks of a skill, by name. A folder that is no usable task has faults, which stand in the report. */
export async function readTasks(skill: SkillKey, skillFolder: string): Promise<readonly Task[]> {
  const folder = join(skillFolder, TASKS_FOLDER);
  const items = await fs.readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const names = items.filter((item) => item.isDirectory() && !item.name.startsWith('.'));
  const sorted = names.map(({ name }) => name).sort(compareText);
  return Promise.all(sorted.map((name) => readTask(skill, name, join(folder, name))));
}

async function readTask(skill: SkillKey, name: string, folder: string): Promise<Task> {
  const faults = await faultsOfFiles(folder);
  const read = async (file: string) =>
    (await readPlain(join(folder, file), LIMITS.taskBytes)).toString('utf8');
  const has = async (part: string) =>
    (await fs.lstat(join(folder, part)).catch(() => undefined)) !== undefined;
  let stated: unknown;
  let instruction = '';
  if (faults.length === 0)
    try {
      stated = parseToml(await read('task.toml'));
      instruction = (await read('instruction.md')).trim();
      if (instruction === '') faults.push('instruction.md is empty.');
    } catch (error) {
      faults.push(`task.toml and instruction.md are needed: ${messageOf(error).split('\n')[0]}`);
    }
  const { metadata, seconds, texts } = sectionsOf(stated);
  const kind = metadata['kind'] === 'control' ? 'control' : 'prevents';
  const needs = Array.isArray(metadata['needs'])
    ? metadata['needs'].filter((heading): heading is string => typeof heading === 'string')
    : [];
  if (isJsonObject(stated)) {
    if (metadata['skill'] !== skill) faults.push(`metadata.skill is not ${skill}.`);
    if (metadata['kind'] !== kind) faults.push('metadata.kind is neither "prevents" nor "control".');
    if (kind === 'prevents' && needs.length === 0) faults.push('metadata.needs names no heading.');
    const parts = PARTS.filter((part) => part !== 'wrong' || kind === 'prevents');
    for (const part of parts) if (!(await has(part))) faults.push(`The folder ${part} is missing.`);
    if (!(await has('tests/test.sh'))) faults.push('tests/test.sh is missing.');
  }
  return {
    skill,
    name,
    folder,
    kind,
    needs,
    instruction,
    testSeconds: seconds('verifier', 60, LIMITS.testSeconds),
    agentSeconds: seconds('agent', 600, LIMITS.agentSeconds),
    probe: texts('environment', 'probe'),
    missing: texts('environment', 'missing') ?? 'what it needs isn’t installed',
    hasPair: metadata['pair'] === true,
    version: texts('environment', 'version'),
    faults,
  };
}

function sectionsOf(stated: unknown) {
  const member = (section: string, name: string) => ownMember(ownMember(stated, section), name);
  const metadata = ownMember(stated, 'metadata');
  return {
    metadata: isJsonObject(metadata) ? metadata : ({} satisfies JsonObject),
    texts(section: string, name: string): string | undefined {
      const value = member(section, name);
      return typeof value === 'string' ? value : undefined;
    },
    seconds(section: string, usual: number, most: number): number {
      const value = member(section, 'timeout_sec');
      return typeof value === 'number' && value > 0 ? Math.min(value, most) : usual;
    },
  };
}

/** Says what of a task’s files can’t be copied. Links could lead anywhere. */
async function faultsOfFiles(folder: string): Promise<string[]> {
  let files = 0;
  let bytes = 0;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const item of await fs.readdir(next, { withFileTypes: true }).catch((): Dirent[] => [])) {
      const path = join(next, item.name);
      if (item.isDirectory()) waiting.push(path);
      else if (!item.isFile()) return [`${relative(folder, path)} is neither a file nor a folder.`];
      else bytes += (await fs.lstat(path)).size;
      files += 1;
      if (files > LIMITS.taskFiles || bytes > LIMITS.taskBytes)
        return [`It has more than ${LIMITS.taskFiles} files, or ${LIMITS.taskBytes} bytes.`];
    }
  return [];
}

/** A folder for one run. `work` holds the program, `tests` what judges it; `remove` takes all away. */
export interface Stage {
  readonly root: string;
  readonly work: string;
  remove(): Promise<void>;
}

/** Makes a folder for a run, with copies of parts of the task in `work`: a later part wins. */
export async function openStage(
  task: Task,
  parts: readonly ('environment' | 'solution' | 'wrong')[],
): Promise<Stage> {
  const root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'skills-eval-')));
  const withdraw = removeAtEnd(root);
  const work = join(root, 'work');
  for (const name of ['work', 'home', 'tmp']) await fs.mkdir(join(root, name));
  for (const part of parts) await fs.cp(join(task.folder, part), work, { recursive: true });
  return {
    root,
    work,
    async remove() {
      withdraw();
      await fs.rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Judges what is in a stage’s `work`, with tests that are copied only now: whoever wrote the program never saw them.
 *
 * @param cache folder for what compilers may keep; by default it goes with the stage
 */
export async function runTests(
  task: Task,
  { root, work }: Stage,
  env: NodeJS.ProcessEnv,
  cache = join(root, 'tmp'),
): Promise<Tested> {
  const tests = join(root, 'tests');
  await fs.rm(tests, { recursive: true, force: true });
  await fs.cp(join(task.folder, 'tests'), tests, { recursive: true });
  const script = `${hasOwnNetwork() ? `exec ${OWN_NETWORK} sh -c 'ip link set lo up; exec sh "$TESTS/test.sh"'` : 'exec sh "$TESTS/test.sh"'}`;
  const own = { ...ownEnvironment(env, root), TESTS: tests, CACHE: cache };
  const ran = await runBounded(script, { cwd: work, env: own, maxMs: task.testSeconds * 1_000 });
  const checks = readChecks(ran.out);
  if (ran.why !== undefined) return { checks: [], why: `the tests ${ran.why}` };
  if (typeof checks !== 'string') return { checks };
  return { checks: [], why: `the tests ${checks} (${lastLine(ran.said) || `exit ${ran.code}`})` };
}

/** Whether a program does what was asked, without any of the dangers. */
export function isRight({ checks, why }: Tested): boolean {
  return why === undefined && checks.every(({ passed }) => passed);
}

/** Whether what the task needs is here. */
export async function canRun(task: Task, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (process.platform === 'win32') return false;
  return task.probe === undefined || (await runShort(task, task.probe, env)).code === 0;
}

/** Says what the programs run with, as the task's command prints it; empty if it has none, or if that fails. */
export async function sayVersion(task: Task, env: NodeJS.ProcessEnv): Promise<string> {
  if (task.version === undefined) return '';
  const { code, out } = await runShort(task, task.version, env);
  const [line = ''] = out.trim().split('\n');
  return code === 0 ? line.slice(0, MOST_VERSION) : '';
}

const MOST_VERSION = 100;

/** Runs a command of a task that asks for what is installed, in an empty folder. */
async function runShort(task: Task, script: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const stage = await openStage(task, []);
  try {
    const { root, work } = stage;
    return await runBounded(script, { cwd: work, env: ownEnvironment(env, root), maxMs: 60_000 });
  } finally {
    await stage.remove();
  }
}

/** Takes the last line that is `{"checks": […]}`; else says what is wrong with it. */
function readChecks(out: string): readonly Check[] | string {
  const line = out
    .trimEnd()
    .split('\n')
    .findLast((text) => text.startsWith('{"checks"'));
  if (line === undefined) return 'printed no checks';
  let stated: unknown;
  try {
    stated = ownMember(JSON.parse(line), 'checks');
  } catch {
    stated = undefined;
  }
  if (!Array.isArray(stated) || stated.length > MOST_CHECKS) return 'printed checks that are no list';
  const checks = stated.flatMap((check: unknown): Check[] => {
    const [name, passed, evidence = ''] = ['name', 'passed', 'evidence'].map((key) => ownMember(check, key));
    if (typeof name !== 'string' || typeof passed !== 'boolean' || typeof evidence !== 'string') return [];
    return [{ name: name.slice(0, 100), passed, evidence: evidence.slice(0, 300) }];
  });
  if (checks.length !== stated.length) return 'printed a check without name, passed or evidence';
  return checks[0]?.name === 'works' ? checks : 'printed checks that don’t begin with "works"';
}

const MOST_CHECKS = 20;

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)?.slice(-300) ?? '';
}

/** Variables of the user that tests need to find programs and libraries. */
const PASSED_ON =
  /^(?:PATH|SystemRoot|NODE_PATH|PYTHON|PYTHONPATH|PYENV_VERSION|GOPATH|GOROOT|JAVA_HOME|RUSTUP_HOME|DEBIAN_CRATES)$/;

/** An environment without the user’s names, tokens and settings, in which package managers ask nobody. */
function ownEnvironment(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv {
  const passed = Object.entries(env).filter(([name]) => PASSED_ON.test(name));
  const home = join(root, 'home');
  const rustup = env['RUSTUP_HOME'] ?? (env['HOME'] === undefined ? undefined : join(env['HOME'], '.rustup'));
  return {
    ...Object.fromEntries(passed),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: join(root, 'tmp'),
    LANG: 'C.UTF-8',
    CI: '1',
    PYTHON: env['PYTHON'] ?? 'python3',
    ...(rustup !== undefined && { RUSTUP_HOME: rustup }),
    GOPROXY: 'off',
    GOFLAGS: '-mod=mod',
    CARGO_NET_OFFLINE: 'true',
    PIP_NO_INDEX: '1',
    npm_config_offline: 'true',
    http_proxy: DEAD_PROXY,
    https_proxy: DEAD_PROXY,
    no_proxy: '127.0.0.1,localhost',
  };
}

/** The port of `discard`, where nobody listens. */
const DEAD_PROXY = 'http://127.0.0.1:9';

/** The command that runs another on Linux with 127.0.0.1 as its only network; its processes all end with the first. */
const OWN_NETWORK = 'unshare --user --map-root-user --net --pid --fork --kill-child';
let ownNetwork: boolean | undefined;

/** Whether tests have no network on this machine. Elsewhere only proxies and package managers are kept from it. */
export function hasOwnNetwork(): boolean {
  ownNetwork ??=
    process.platform === 'linux' &&
    spawnSync('/bin/sh', ['-c', `${OWN_NETWORK} sh -c 'ip link set lo up'`], {
      timeout: 10_000,
      stdio: 'ignore',
    }).status === 0;
  return ownNetwork;
}

interface BoundedRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly maxMs: number;
  /** Text on standard input. Default: none. */
  readonly input?: string;
}

/** What a shell command printed. `why` says how it was ended, if it was. */
interface Ran {
  readonly code: number | null;
  readonly out: string;
  /** The end of what it wrote to standard error. */
  readonly said: string;
  readonly why?: string;
}

const MOST_SAID = 4_000;
/** Milliseconds in which pipes close after the group was ended; a process that left the group may hold them open. */
const CLOSE_MS = 500;

/** Runs a shell command in a process group, which is ended in every case: after the time, after too much output, at its end. */
export async function runBounded(script: string, { cwd, env, maxMs, input = '' }: BoundedRun): Promise<Ran> {
  const child = spawn('/bin/sh', ['-c', script], { cwd, env, stdio: 'pipe', detached: true });
  const withdraw = atEnd(() => endGroup(child));
  let why: string | undefined;
  const end = (reason: string) => {
    why ??= reason;
    endGroup(child);
  };
  const timer = setTimeout(() => end(`took more than ${Math.round(maxMs / 1_000)} s`), maxMs);
  const chunks: Buffer[] = [];
  let length = 0;
  let said = '';
  const count = (chunk: string | Buffer) => {
    length += chunk.length;
    if (length > LIMITS.printedBytes) end(`printed more than ${LIMITS.printedBytes} bytes`);
  };
  child.stdout.on('data', (chunk: Buffer) => {
    if (length <= LIMITS.printedBytes) chunks.push(chunk);
    count(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-MOST_SAID);
    count(text);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  clearTimeout(timer);
  endGroup(child);
  const late = setTimeout(
    () => [child.stdout, child.stderr].forEach((stream) => void stream.destroy()),
    CLOSE_MS,
  );
  await closed;
  clearTimeout(late);
  withdraw();
  return { code, out: Buffer.concat(chunks).toString('utf8'), said, ...(why !== undefined && { why }) };
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
