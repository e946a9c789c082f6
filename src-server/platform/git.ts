/** Runs the user's git: without a shell, prompts, hooks, and the settings of a repository around. */

import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, promises as fs, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { atEnd } from './files.ts';

/**
 * Finds a program by `PATH`, and returns its absolute path. Skips relative folders: Windows searches the current
 * folder first.
 */
function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (env['PATH'] ?? env['Path'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, file))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

export interface GitRun {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly input?: string;
  /** Milliseconds after which git is ended with its children. */
  readonly maxMs: number;
  /** Bytes of standard output, and of `received`; beyond, git is ended. */
  readonly maxBytes: number;
  /** Resident bytes of git and its children, where the system tells; beyond, git is ended. Default: no limit. */
  readonly maxMemory?: number;
  /**
   * A folder whose received files count as output, too. `onBytes` gets their size, and the part of the objects that
   * git has received, from 0 to 1, once it tells that (`--progress`).
   */
  readonly received?: {
    readonly folder: string;
    readonly onBytes: (bytes: number, part: number | undefined) => void;
  };
  /** Characters of standard error that are kept, from its end. Default: 4,000. */
  readonly maxSaid?: number;
  /** Has git write the headers of HTTP to standard error. */
  readonly tracesHttp?: boolean;
}

type GitResult =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly why: 'missing' | 'slow' | 'large' | 'memory' }
  /** `said` is the end of standard error, in English. */
  | { readonly ok: false; readonly why: 'failed'; readonly said: string };

const POLL_MS = 200;
/** The size of an object that is no file, which git unpacks in memory. */
const MAX_OBJECT = '256m';
const FIXED = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  // Received objects stay in one pack, whose size is watched, and large files are never whole in memory.
  'fetch.unpackLimit=1',
  'core.bigFileThreshold=1m',
  // A server that stalls ends git, even if this process was killed.
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=30',
  // A redirect leads to another host, which nobody has named.
  'http.followRedirects=false',
];
/** Variables with which a hook or a shell in a repository starts programs. */
const OF_A_REPOSITORY =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|SHALLOW_FILE|PREFIX|TRACE.*)$/;

/** What git itself writes of its progress. Lines of an HTTP server begin with `remote:`; ssh passes on what its server writes. */
const RECEIVED_OBJECTS = /^Receiving objects: {1,3}\d{1,3}% \((\d{1,9})\/(\d{1,9})\)/;
const PROGRESS_LINE = /^(?:remote: )?(?:[A-Z][a-z]{1,20} (?:objects|deltas): |Total \d)/;

/**
 * Reads standard error of a fetch with `--progress`: returns what isn't progress, and calls `onPart` with the received
 * part, from 0 to 1. The text is from outside, so numbers that can't be are no progress.
 */
export function readProgress(most: number, onPart: (part: number) => void): (text: string) => string {
  let rest = '';
  return (text) => {
    const lines = `${rest}${text}`.split(/(?<=\n)|(?<=\r)(?!\n)/);
    // Of a carriage return the next chunk says whether it ends a line, as ssh does with both.
    rest = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '').slice(0, most);
    return lines
      .filter((line) => {
        const [, done, total] = RECEIVED_OBJECTS.exec(line)?.map(Number) ?? [];
        if (done !== undefined && total !== undefined && total > 0 && done <= total) onPart(done / total);
        // Each line that ends without a line feed is written over by the next.
        return !line.endsWith('\r') && !PROGRESS_LINE.test(line);
      })
      .join('');
  };
}

/**
 * Runs git, and returns what it wrote or why it failed.
 *
 * @param args never from outside, apart from checked values behind `--` and of options
 */
export async function runGit(args: readonly string[], run: GitRun): Promise<GitResult> {
  const {
    env,
    cwd,
    input = '',
    maxMs,
    maxBytes,
    maxMemory,
    received,
    maxSaid = 4_000,
    tracesHttp = false,
  } = run;
  const git = findProgram('git', env);
  if (git === undefined) return { ok: false, why: 'missing' };
  const child = spawn(git, [...FIXED.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    env: {
      ...quietEnvironment(env, cwd),
      ...(tracesHttp && { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' }),
    },
    stdio: 'pipe',
    windowsHide: true,
    // Without a terminal ssh can't ask, and git and its children end together.
    detached: process.platform !== 'win32',
  });
  const withdraw = atEnd(() => endGroup(child));
  let why: 'slow' | 'large' | 'memory' | undefined;
  const end = (reason: 'slow' | 'large' | 'memory') => {
    why ??= reason;
    endGroup(child);
  };
  const timer = setTimeout(() => end('slow'), maxMs);
  let part: number | undefined;
  const poll = async () => {
    const bytes = received === undefined ? 0 : await sizeOf(received.folder);
    if (bytes > 0) received?.onBytes(bytes, part);
    if (bytes > maxBytes) end('large');
    if (maxMemory !== undefined && (await memoryOf(child.pid)) > maxMemory) end('memory');
  };
  const polling = setInterval(() => void poll(), POLL_MS);
  const chunks: Buffer[] = [];
  let length = 0;
  let said = '';
  const withoutProgress = received && readProgress(maxSaid, (now) => (part = now));
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) end('large');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${withoutProgress?.(text) ?? text}`.slice(-maxSaid);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  said = `${said}${withoutProgress?.('\n') ?? ''}`.slice(-maxSaid);
  withdraw();
  clearTimeout(timer);
  clearInterval(polling);
  await poll();
  if (why !== undefined) return { ok: false, why };
  return code === 0 ? { ok: true, out: Buffer.concat(chunks) } : { ok: false, why: 'failed', said };
}

function endGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** Makes the environment of git. Proxies, certificates, credential helpers and ssh stay the user's. */
function quietEnvironment(env: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_REPOSITORY.test(name))),
    LC_ALL: 'C',
    LANGUAGE: '',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GCM_INTERACTIVE: 'never',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOC_LIMIT: MAX_OBJECT,
    GIT_CEILING_DIRECTORIES: dirname(cwd),
  };
}

/** Returns the resident bytes of a process and its children; 0 where the system doesn't tell. */
async function memoryOf(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  const read = (name: string) => fs.readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '');
  const [, resident = '0'] = /^VmRSS:\s*(\d+) kB$/m.exec(await read('status')) ?? [];
  const children = (await read(`task/${pid}/children`)).split(' ').filter((child) => child !== '');
  const sizes = await Promise.all(children.map((child) => memoryOf(Number(child))));
  return sizes.reduce((sum, size) => sum + size, Number(resident) * 1024);
}

async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await fs.readdir(folder).catch(() => []))
    sum += (await fs.stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
  return sum;
}
