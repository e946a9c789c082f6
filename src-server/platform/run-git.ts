/** The user's git: no shell, no prompts, no hooks, no settings of a repository around. */
import { type ChildProcess, spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../find-program.ts';

export interface GitRun {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly input?: string;
  /** Then git is ended with its children. */
  readonly maxMs: number;
  /** Of standard output. */
  readonly maxBytes: number;
  /** Received files of this folder count, too. */
  readonly received?: { readonly folder: string; readonly onBytes: (bytes: number) => void };
}

export type GitResult =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly why: 'missing' | 'slow' | 'large' }
  /** `said`: end of standard error, in English. */
  | { readonly ok: false; readonly why: 'failed'; readonly said: string };

const POLL_MS = 200;
const FIXED = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'];
/** A hook or a shell in a repository starts programs with these. */
const OF_A_REPOSITORY =
  /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|NAMESPACE|SHALLOW_FILE|PREFIX|TRACE.*)$/;

/** @param args never from outside, apart from checked values behind `--` and of options */
export async function runGit(args: readonly string[], run: GitRun): Promise<GitResult> {
  const { env, cwd, input = '', maxMs, maxBytes, received } = run;
  const git = findProgram('git', env);
  if (git === undefined) return { ok: false, why: 'missing' };
  const child = spawn(git, [...FIXED.flatMap((setting) => ['-c', setting]), ...args], {
    cwd,
    env: quietEnvironment(env, cwd),
    stdio: 'pipe',
    windowsHide: true,
    // Without a terminal ssh can't ask, and git and its children end together.
    detached: process.platform !== 'win32',
  });
  let why: 'slow' | 'large' | undefined;
  const end = (reason: 'slow' | 'large') => {
    why ??= reason;
    endGroup(child);
  };
  const timer = setTimeout(() => end('slow'), maxMs);
  const poll = async () => {
    const bytes = received === undefined ? 0 : await sizeOf(received.folder);
    if (bytes > 0) received?.onBytes(bytes);
    if (bytes > maxBytes) end('large');
  };
  const polling = setInterval(() => void poll(), POLL_MS);
  const chunks: Buffer[] = [];
  let [length, said] = [0, ''];
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) end('large');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
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

/** Proxies, certificates, credential helpers and ssh stay the user's. */
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
    GIT_CEILING_DIRECTORIES: dirname(cwd),
  };
}

async function sizeOf(folder: string): Promise<number> {
  let sum = 0;
  for (const name of await fs.readdir(folder).catch(() => []))
    sum += (await fs.stat(join(folder, name)).catch(() => undefined))?.size ?? 0;
  return sum;
}
