/** By the system's git, with the user's keys, agent and ssh settings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { printable } from '../../contract/words/printable.ts';
import { findProgram } from '../../find-program.ts';
import { guardPath } from '../../writing/guarded-path.ts';
import { DRAFTS } from '../copy-facts.ts';
import { type TransferLimits, tooSlow } from '../origin-client.ts';
import { RegistryRefusal } from '../registry-refusal.ts';
import { sizeWords } from '../size-words.ts';
import {
  MAX_REFS_BYTES,
  type PackRequest,
  parseAdvertised,
  type RepositoryClient,
} from './repository-client.ts';

export interface SshOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute; for a temporary bare repository. */
  readonly store: string;
  readonly limits: TransferLimits;
  /** Received in total. */
  readonly onProgress?: (bytes: number) => void;
}

const POLL_MS = 200;

/** Only ssh, no hooks. Keeps the pack for our own reader. */
const FIXED = [
  ...['-c', 'protocol.allow=never', '-c', 'protocol.ssh.allow=always'],
  ...['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'],
  ...['-c', 'fetch.unpackLimit=1', '-c', 'core.bigFileThreshold=1m'],
  ...['-c', 'gc.auto=0', '-c', 'maintenance.auto=false'],
];
const FETCH = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--progress'];

/** @param url validated `ssh://…` or `user@host:path` */
export function openSshRepository(url: string, options: SshOptions): RepositoryClient {
  return {
    async refs(prefixes) {
      const out = await runGit(['ls-remote', '--', url], url, options);
      const all = parseAdvertised(out.replaceAll('\t', ' ').split('\n'));
      return all.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
    },
    async pack(request) {
      const name = `${DRAFTS}/${process.pid}.${randomUUID()}`;
      const { path: folder } = await guardPath(options.store, name, 0o700);
      const packs = join(folder, 'objects', 'pack');
      try {
        await runGit(['init', '-q', '--bare', '--template=', '--', folder], url, options);
        const fetch = [`--git-dir=${folder}`, ...fetchArguments(url, request)];
        await runGit(fetch, url, options, packs);
        return await readPack(packs, url);
      } finally {
        await fs.rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** History without trees and files, if supported. */
function fetchArguments(url: string, { commit, since }: PackRequest): readonly string[] {
  if (since === undefined) return ['fetch', '--depth=1', ...FETCH, '--', url, commit];
  const remote = ['-c', `remote.history.url=${url}`, '-c', 'remote.history.promisor=true'];
  return [...remote, 'fetch', '--filter=tree:0', ...FETCH, 'history', commit];
}

async function readPack(packs: string, url: string): Promise<Buffer> {
  const [name] = (await fs.readdir(packs)).filter((file) => file.endsWith('.pack'));
  if (name === undefined) throw new RegistryRefusal(`${url} sent no files.`);
  return fs.readFile(join(packs, name));
}

/**
 * Standard output.
 *
 * @param packs folder of limited size
 */
async function runGit(
  args: readonly string[],
  url: string,
  { env, store, limits, onProgress }: SshOptions,
  packs?: string,
): Promise<string> {
  const git = findProgram('git', env);
  if (git === undefined)
    throw new RegistryRefusal('Addresses for ssh need git, and there is no git in PATH.');
  const child = spawn(git, [...FIXED, ...args], {
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

function hostOf(url: string): string {
  const [, authority, scp] = /^(?:ssh:\/\/(?:[^@/]*@)?([^/]+)|[^@]+@([^:]+):)/.exec(url) ?? [];
  return authority ?? scp ?? url;
}

/** From English output of ssh and git. */
function describeFailure(said: string, url: string): RegistryRefusal {
  const host = hostOf(url);
  const known: readonly (readonly [RegExp, string])[] = [
    [
      /Host key verification failed/i,
      `The key of ${host} is not known or has changed. Connect once by hand: ssh ${host}`,
    ],
    [
      /Permission denied/i,
      `${host} accepts none of your ssh keys. Add your key to ssh-agent, or give the address that begins with https://.`,
    ],
    [/Could not resolve hostname/i, `There is no host ${host}. Check the spelling and your connection.`],
    [
      /Connection refused|timed out|No route to host|Network is unreachable/i,
      `${host} can't be reached. Check your connection.`,
    ],
    [
      /cannot run ssh|ssh: not found|No such file or directory: .*ssh/i,
      'Addresses for ssh need the program ssh, and it is not installed.',
    ],
    [
      /not our ref|unadvertised object|couldn't find remote ref/i,
      `${url} doesn't have this commit any more.`,
    ],
    [
      /not found|does not appear to be a git repository|does not exist|could not be found/i,
      `There is no Git repository at ${url}, or you may not read it.`,
    ],
  ];
  const sentence = known.find(([pattern]) => pattern.test(said))?.[1];
  const last =
    said
      .trim()
      .split(/[\r\n]+/)
      .at(-1) ?? '';
  return new RegistryRefusal(
    sentence ?? `${url} can't be read: ${printable(last.slice(0, 200)) || 'git failed'}`,
  );
}
