/** Fetches a copy of a registry with the user’s git. */

import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../contract/limits.ts';
import { printable } from '../contract/outside-text.ts';
import { isLoopbackName } from '../contract/service.ts';
import type { FetchProgress } from '../contract/words.ts';
import { type GitRun, runGit } from '../platform/git.ts';
import {
  type AllowHost,
  type CopyFacts,
  type CopyOrigin,
  CopyPaths,
  type FetchLimits,
  type FetchOptions,
  followRedirects,
  locationIn,
  NoRepository,
  type OriginSession,
  Redirected,
  RegistryRefusal,
  refuseSize,
  sizeWords,
  writeCopied,
  writeCopyDraft,
} from './copy.ts';
import { isSshAddress, resolveOrigin } from './registry-address.ts';
import { openSiteOrigin } from './site-copy.ts';

/** Runs git and returns its standard output. It rejects with a sentence for people. */
type Ask = (args: readonly string[], run?: Partial<GitRun>) => Promise<Buffer>;

/** The headers of a redirect, as git writes them, may be this large. */
const MAX_TRACE = 1024 * 1024;
/** What `cat-file` writes between two files is shorter than this. */
const MAX_HEAD_BYTES = 100;
/** After so many written files progress is told. */
const TOLD_FILES = 50;
const READ_AT_ONCE = 32 * 1024 * 1024;
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const WHY_NO_FILE: Readonly<Record<string, string>> = { '120000': 'is a link', '160000': 'is a submodule' };

const GIT_SAYS_REDIRECT = /returned error: 30[1-8]/;
const FAILURE_SENTENCES: readonly (readonly [RegExp, (url: string) => string])[] = [
  [
    /could not read (?:Username|Password)|Authentication failed|returned error: 401/i,
    (url) =>
      `${url} wants to know who asks (401), and git has no name and token for it that are accepted. Let git store them, by: git ls-remote ${url}`,
  ],
  [/attempting to allocate/i, (url) => `${url} sends more than git may hold in memory.`],
  [/returned error: 429/i, (url) => `${url} asks to wait (429). Try again in some minutes.`],
  [
    /dumb http transport/i,
    (url) =>
      `${url} serves the dumb HTTP protocol only, which can't send a single commit. Ask for smart HTTP (git http-backend), or clone it and serve the folder.`,
  ],
  [
    /Could not resolve host|Failed to connect|Couldn't connect|Connection refused|timed out|unreachable/i,
    (url) => `${url} can't be reached. Check the spelling and your connection.`,
  ],
  [
    /not valid: is this a git repository|not found|returned error: (?:403|404|410)|does not appear to be/i,
    (url) => `There is no Git repository at ${url}, or you may not read it.`,
  ],
];

/**
 * A Git repository; if none answers there, an exported site.
 *
 * @param allow asks before another host is asked, where the address redirects; default: never
 */
export async function openOrigin(
  origin: CopyOrigin,
  options: FetchOptions,
  allow?: AllowHost,
): Promise<OriginSession> {
  const { ref, place, folder } = origin;
  const isWhole = [ref, place, folder].every((one) => one === undefined) && /^https?:/.test(origin.url);
  const { url, result } = await followRedirects(
    origin.url,
    async (address): Promise<OriginSession | { readonly refs: Buffer; readonly ask: Ask }> => {
      const ask = createAsker(address, { ...options, env: await environmentFor(address, options) });
      try {
        return { refs: await listRefs(address, ask), ask };
      } catch (error) {
        if (!isWhole || !(error instanceof NoRepository)) throw error;
        // A host may redirect unknown addresses to its start page.
        const site = await openSiteOrigin(address, options).catch((failure: unknown) => {
          if (error instanceof Redirected) return undefined;
          throw failure;
        });
        if (site === undefined) throw error;
        return site;
      }
    },
    allow,
  );
  if ('fetch' in result) return result;
  const resolved = resolveOrigin({ ...origin, url }, String(result.refs));
  const repository = { url, resolved, ask: result.ask };
  return { url, resolved, fetch: (name) => fetchCommit(name, repository, options) };
}

/** Lists the branches, the tags and `HEAD` only: large hosts have two refs more for each pull request. */
async function listRefs(url: string, ask: Ask): Promise<Buffer> {
  const [version, major = 0, minor = 0] = /(?<!\d)(\d+)\.(\d+)/.exec(String(await ask(['version']))) ?? [];
  if (Number(major) < 2 || (Number(major) === 2 && Number(minor) < 30))
    throw new NoRepository(noGit(version));
  const list = ['ls-remote', '--', url, 'HEAD', 'refs/heads/*', 'refs/tags/*'];
  return ask(list, { maxBytes: LIMITS.gitRefsBytes });
}

interface Repository {
  readonly url: string;
  readonly resolved: OriginSession['resolved'];
  readonly ask: Ask;
}

/** Fetches into a bare, temporary repository, from which the files are written. There is never a checkout. */
function fetchCommit(name: string, { url, resolved, ask }: Repository, options: FetchOptions) {
  const { limits } = options;
  const onProgress = (progress: FetchProgress) => options.onProgress?.(progress, name);
  const { folder, commit } = resolved;
  const where = folder === null ? url : `The folder ${folder} of ${url}`;
  return writeCopyDraft(options, name, where, async (files, beside) => {
    const bare = join(beside, 'repository.git');
    const here = `--git-dir=${bare}`;
    const origin = ['-c', `remote.origin.url=${url}`, '-c', 'remote.origin.promisor=true'];
    const shallow = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--depth=1'];
    const filter = `--filter=blob:limit=${limits.fileBytes}`;
    const onReceived = (bytes: number, part?: number) => onProgress({ step: 'receiving', bytes, part });
    const received = { folder: join(bare, 'objects', 'pack'), onBytes: onReceived };
    // Without the address, git can't fetch what is missing.
    const read: Ask = (args, run) => ask([here, ...args], run);
    try {
      const format = commit.length === 64 ? 'sha256' : 'sha1';
      await ask(['init', '-q', '--bare', '--template=', `--object-format=${format}`, '--', bare]);
      const run = { received, maxBytes: limits.receivedBytes };
      await ask([here, ...origin, 'fetch', '--progress', ...shallow, filter, 'origin', commit], run);
      const date = await readDate(commit, { url, resolved, ask: read });
      const written = await writeTree(files, { url, resolved, ask: read }, limits, onProgress);
      return { ...written, commit, date };
    } finally {
      await fs.rm(bare, { recursive: true, force: true });
    }
  });
}

/**
 * Reads the date of the commit, which is null if it has none, or one that no calendar has. Only the commit is
 * read, because `git show` would compare trees.
 */
async function readDate(commit: string, { url, resolved: { ref }, ask }: Repository): Promise<string | null> {
  const facts = await ask(['cat-file', '--batch-check=%(objecttype) %(objectsize)'], {
    input: `${commit}\n`,
  });
  const [type = '', size] = String(facts).trim().split(' ');
  const named = ref === null ? 'The head' : printable(ref);
  if (type !== 'commit')
    throw new RegistryRefusal(
      `${named} of ${url} is a ${printable(type)}, not a commit. Name another with --ref.`,
    );
  if (Number(size) > LIMITS.gitCommitBytes)
    throw new RegistryRefusal(
      `${named} of ${url} is a commit with more than ${sizeWords(LIMITS.gitCommitBytes)}.`,
    );
  const text = String(await ask(['cat-file', 'commit', commit], { maxBytes: LIMITS.gitCommitBytes }));
  const [head = ''] = text.split('\n\n', 1);
  const seconds = /^committer .*> (-?\d{1,15})(?: [+-]\d{1,8})?$/m.exec(head)?.[1];
  const date = new Date(Number(seconds ?? Number.NaN) * 1_000);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9_999 ? date.toISOString() : null;
}

/** Checks every name before anything is written. */
async function writeTree(
  folder: string,
  repository: Repository,
  limits: FetchLimits,
  onProgress: (progress: FetchProgress) => void,
): Promise<Pick<CopyFacts, 'files' | 'skipped' | 'bytes'>> {
  const paths = new CopyPaths();
  const chosen = await chooseFiles(repository, limits, paths);
  const files: Record<string, string> = Object.create(null);
  const total = chosen.length;
  let done = 0;
  for (let at = 0; at < total; ) {
    const start = at;
    for (let size = 0; at < total && size < READ_AT_ONCE; at += 1) size += chosen[at]?.size ?? 0;
    for (const { path, id, content } of await readFiles(chosen.slice(start, at), repository.ask)) {
      if (content.length < 1_024 && content.toString('latin1').startsWith(LFS_POINTER))
        paths.leaveOut(path, 'is a pointer of Git LFS, not the file itself');
      else {
        await writeCopied(folder, path, content);
        files[path] = id;
      }
      done += 1;
      if (done % TOLD_FILES === 0 || done === total) onProgress({ step: 'writing', done, total });
    }
  }
  return { files, skipped: paths.leftOut, bytes: chosen.reduce((sum, { size }) => sum + size, 0) };
}

interface TreeFile {
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

async function chooseFiles(
  { url, resolved: { ref, folder, commit }, ask }: Repository,
  limits: FetchLimits,
  paths: CopyPaths,
): Promise<readonly TreeFile[]> {
  const list = await ask(['ls-tree', '-r', '-z', '--full-tree', `${commit}:${folder ?? ''}`]).catch(
    (error) => {
      if (folder === null || !(error instanceof NoRepository)) throw error;
      throw new RegistryRefusal(
        `${url} has no folder ${printable(folder)} at ${printable(ref ?? 'its head')}.`,
      );
    },
  );
  // A file that is too large was not sent.
  const sent = await ask(['cat-file', '--batch-check=%(objectname) %(objectsize)', '--batch-all-objects']);
  const lines = [...String(sent).matchAll(/^(\S+) (\d+)$/gm)];
  const sizes = new Map(lines.map(([, id, size]) => [id, Number(size)]));
  const chosen: TreeFile[] = [];
  let bytes = 0;
  for (let at = 0, end = 0; at < list.length; at = end + 1) {
    const tab = list.indexOf('\t', at);
    end = list.indexOf(0, tab);
    const [mode = '', , id = ''] = list.toString('latin1', at, tab).split(' ');
    const path = paths.take(list.subarray(tab + 1, end));
    const size = sizes.get(id) ?? Number.POSITIVE_INFINITY;
    const tooLarge = size > limits.fileBytes ? `is larger than ${sizeWords(limits.fileBytes)}` : undefined;
    const why = WHY_NO_FILE[mode] ?? tooLarge;
    if (path === undefined) continue;
    if (why !== undefined) paths.leaveOut(path, why);
    else {
      chosen.push({ path, id, size });
      bytes += size;
      refuseSize(chosen.length, bytes, limits);
    }
  }
  return chosen;
}

async function readFiles(files: readonly TreeFile[], ask: Ask) {
  const maxBytes = files.reduce((sum, { size }) => sum + size + MAX_HEAD_BYTES, 0);
  const input = files.map(({ id }) => `${id}\n`).join('');
  const out = await ask(['cat-file', '--batch'], { input, maxBytes });
  let at = 0;
  return files.map((file) => {
    const from = out.indexOf('\n', at) + 1;
    at = from + file.size + 1;
    return { ...file, content: out.subarray(from, from + file.size) };
  });
}

function createAsker(url: string, { env, store, limits }: FetchOptions): Ask {
  const isLoopback = !isSshAddress(url) && isLoopbackName(new URL(url).hostname);
  const allowed = ['https', 'ssh', ...(isLoopback ? ['http'] : [])];
  const settings = ['protocol.allow=never', ...allowed.map((name) => `protocol.${name}.allow=always`)];
  const run = {
    env,
    cwd: store,
    maxMs: limits.ms,
    maxBytes: LIMITS.gitListBytes,
    maxMemory: limits.memoryBytes,
  };
  const start = (args: readonly string[], more: Partial<GitRun>) =>
    runGit([...settings.flatMap((one) => ['-c', one]), ...args], { ...run, ...more });
  return async (args, more = {}) => {
    const result = await start(args, more);
    if (result.ok) return result.out;
    switch (result.why) {
      case 'missing':
        throw new NoRepository(noGit());
      case 'slow':
        throw new RegistryRefusal(
          `${url} didn't send everything within ${Math.round(limits.ms / 1_000)} s. Try again later.`,
        );
      case 'large':
        throw new RegistryRefusal(
          `${url} sends more than ${sizeWords(more.maxBytes ?? LIMITS.gitListBytes)}, which is the limit.`,
        );
      case 'memory':
        throw new RegistryRefusal(
          `${url} sends more than git can hold in ${sizeWords(limits.memoryBytes)} of memory, which is the limit.`,
        );
      case 'failed':
        if (!GIT_SAYS_REDIRECT.test(result.said)) throw describeGitFailure(result.said, url);
    }
    // git tells only in its log where it was sent; only a first request may be repeated.
    const again =
      args[0] === 'ls-remote' && (await start(args, { ...more, tracesHttp: true, maxSaid: MAX_TRACE }));
    const said = again && !again.ok && again.why === 'failed' ? again.said : '';
    throw new Redirected(url, '/info/refs', locationIn(said));
  };
}

/** Returns the environment in which ssh never asks, unless the user’s own command for it does. */
async function environmentFor(url: string, { env, store, limits }: FetchOptions): Promise<NodeJS.ProcessEnv> {
  const isChosen = env['GIT_SSH_COMMAND'] !== undefined || env['GIT_SSH'] !== undefined;
  if (!isSshAddress(url) || isChosen) return env;
  const run = { env, cwd: store, maxMs: 10_000, maxBytes: 10_000, maxMemory: limits.memoryBytes };
  const { ok } = await runGit(['config', '--get', 'core.sshCommand'], run);
  return ok ? env : { ...env, GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' };
}

function noGit(version = 'none'): string {
  return `Registries are fetched with Git 2.30 or newer; git in PATH: ${version}. Get it: https://git-scm.com/downloads`;
}

/** Makes a sentence of the end of git’s standard error, which is in English. */
function describeGitFailure(said: string, url: string): NoRepository {
  const own = said.trim().replace(/\s+/g, ' ').slice(0, 300);
  const sentence = FAILURE_SENTENCES.find(([pattern]) => pattern.test(said))?.[1](url);
  return new NoRepository(`${sentence ?? `${url} can't be read.`} Git says: ${printable(own || 'nothing')}`);
}
