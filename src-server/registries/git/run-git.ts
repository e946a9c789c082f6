/** The system's git, without a shell, prompts, hooks, and settings of a repository around. */
import { type ChildProcess, spawn } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../find-program.ts';
import { type TransferLimits, tooSlow } from '../origin-client.ts';
import { RegistryRefusal } from '../registry-refusal.ts';
import { sizeWords } from '../size-words.ts';
import { MAX_REFS_BYTES } from './repository-client.ts';

export interface GitOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Working folder, absolute. */
  readonly store: string;
  readonly limits: TransferLimits;
  /** Received in total. */
  readonly onProgress?: (bytes: number) => void;
  /** Folder of limited size. */
  readonly packs?: string;
  /** @param said last part of standard error */
  readonly describeFailure: (said: string, url: string) => RegistryRefusal;
}

const POLL_MS = 200;

/** No hooks. Keeps the pack for our own reader. */
const FIXED = [
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'fetch.unpackLimit=1', '-c', 'core.bigFileThreshold=1m'],
  ...['-c', 'gc.auto=0', '-c', 'maintenance.auto=false'],
];

/** Of `git fetch`: the pack alone. */
export const FETCH_OPTIONS = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--progress'];

/**
 * Returns standard output.
 *
 * @param args never from outside, apart from the checked address and names behind `--`
 */
export async function runGit(args: readonly string[], url: string, options: GitOptions): Promise<string> {
  const { env, store, limits, onProgress, packs, describeFailure } = options;
  const git = findProgram('git', env);
  if (git === undefined)
    throw new RegistryRefusal('Addresses for ssh need git, and there is no git in PATH.');
  const allowed = ['-c', 'protocol.allow=never', '-c', 'protocol.ssh.allow=always'];
  const child = spawn(git, [...allowed, ...FIXED, ...args], {
    cwd: store,
    env: quietEnvironment(env, store),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
    // Without a terminal ssh can't ask, and git and ssh end together.
    detached: process.platform !== 'win32',
  });
  let refusal: RegistryRefusal | undefined;
  const end = (reason: RegistryRefusal) => {
    refusal ??= reason;
    endGroup(child);
  };
  const stop = (sentence: string) => end(new RegistryRefusal(sentence));
  const silent = `${hostOf(url)} was silent for ${Math.ceil(limits.silenceMs / 1_000)} s. Try again later.`;
  const timer = setTimeout(() => stop(silent), limits.silenceMs);
  const whole = setTimeout(() => end(tooSlow(hostOf(url), limits)), limits.totalMs);
  let received = 0;
  const poll = async () => {
    const bytes = packs === undefined ? 0 : await sizeOf(packs);
    if (bytes !== received) timer.refresh();
    received = bytes;
    if (bytes > 0) onProgress?.(bytes);
    if (bytes > limits.receivedBytes)
      stop(`${hostOf(url)} sends more than ${sizeWords(limits.receivedBytes)}, which is the limit.`);
  };
  const polling = setInterval(() => void poll(), POLL_MS);
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    if (out.length > MAX_REFS_BYTES) stop(`${url} has too many branches and tags.`);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    timer.refresh();
    said = `${said}${text}`.slice(-4_000);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  clearTimeout(timer);
  clearTimeout(whole);
  clearInterval(polling);
  await poll();
  if (refusal !== undefined) throw refusal;
  if (code !== 0) throw describeFailure(said, url);
  return out;
}

export function hostOf(url: string): string {
  const [, authority, scp] = /^(?:\w+:\/\/(?:[^@/]*@)?([^/]+)|[^@]+@([^:]+):)/.exec(url) ?? [];
  return authority ?? scp ?? url;
}

function endGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}

/** No prompts, no repository settings around the store. */
function quietEnvironment(env: NodeJS.ProcessEnv, store: string): NodeJS.ProcessEnv {
  const { GIT_DIR: _, GIT_WORK_TREE: __, ...rest } = env;
  return {
    ...rest,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GIT_CEILING_DIRECTORIES: dirname(store),
  };
}

async function sizeOf(folder: string): Promise<number> {
  const names = await fs.readdir(folder).catch(() => []);
  const sizes = names.map((name) =>
    fs.stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
