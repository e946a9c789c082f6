import { promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { isLoopbackName } from '../contract/service/service-address.ts';
import { CREATE_NEW } from '../platform/guarded-path.ts';
import { type GitRun, runGit } from '../platform/run-git.ts';
import {
  type CopyFacts,
  type CopyOrigin,
  type FetchLimits,
  type FetchOptions,
  type OriginSession,
  refuseSize,
  sizeWords,
  writeCopyDraft,
} from './copy.ts';
import { CopyPaths } from './copy-paths.ts';
import { type AdvertisedRefs, parseRefs, resolveOrigin } from './git-refs.ts';
import { describeGitFailure, hostOf, NO_GIT, OLD_GIT } from './git-words.ts';
import { isSshAddress } from './registry-address.ts';
import { NoRepository, RegistryRefusal } from './registry-refusal.ts';

/** Lists of refs and of files. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;
/** A commit without files has some 300 bytes. */
const MAX_HISTORY_BYTES = 32 * 1024 * 1024;
/** Between name and content of a file in the answer of `cat-file`. */
const MAX_HEAD_BYTES = 100;
const READ_AT_ONCE = 32 * 1024 * 1024;
/** See https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

/** A Git repository, asked and fetched with the user's git. */
export async function openGitOrigin(
  origin: CopyOrigin,
  options: FetchOptions & { readonly limits: FetchLimits },
): Promise<OriginSession> {
  const { url } = origin;
  const { store, limits, onProgress = () => {} } = options;
  const ask = createAsker(url, { ...options, env: await environmentFor(url, options) });
  await refuseOldGit(ask);
  const refs = parseRefs(String(await ask(['ls-remote', '--symref', '--', url])));
  const resolved = resolveOrigin(origin, refs, await missingHead(origin, refs, ask, store));
  const { folder, commit } = resolved;
  const where = folder === null ? url : `The folder ${folder} of ${url}`;
  return {
    resolved,
    fetch: (name, served) =>
      writeCopyDraft({ name, store, where }, async (files, beside) => {
        const temporary = join(beside, 'repository.git');
        const repository = await createRepository(temporary, { commit, url, ask, onProgress });
        try {
          const shallow = ['--depth=1', `--filter=blob:limit=${limits.fileBytes}`];
          await repository.receive(shallow, commit, limits.receivedBytes);
          const date = await repository.read(['show', '-s', '--format=%cI', commit]);
          const listed = await listFiles(resolved, url, repository);
          const written = await writeFiles(files, listed, { limits, repository });
          const earlier = served?.facts.commit;
          const rewritten = earlier !== undefined && !(await repository.isAfter(commit, earlier));
          return { ...written, commit, date: new Date(String(date).trim()).toISOString(), rewritten };
        } finally {
          await fs.rm(temporary, { recursive: true, force: true });
        }
      }),
  };
}

type Ask = (args: readonly string[], run?: Partial<GitRun>) => Promise<Buffer>;

/** Asks git about an address; errors are sentences. */
function createAsker(url: string, { env, store, limits }: FetchOptions & { limits: FetchLimits }): Ask {
  const allowed = ['https', 'ssh', ...(isLoopback(url) ? ['http'] : [])];
  const protocols = [
    ...['-c', 'protocol.allow=never'],
    ...allowed.flatMap((name) => ['-c', `protocol.${name}.allow=always`]),
  ];
  const run = { env, cwd: store, maxMs: limits.ms, maxBytes: MAX_LIST_BYTES };
  return async (args, more = {}) => {
    const result = await runGit([...protocols, ...args], { ...run, ...more });
    if (result.ok) return result.out;
    if (result.why === 'missing') throw new NoRepository(NO_GIT);
    if (result.why === 'failed') throw describeGitFailure(result.said, url);
    throw new RegistryRefusal(
      result.why === 'slow'
        ? `${hostOf(url)} didn't send everything within ${Math.round(limits.ms / 1_000)} s. Try again later.`
        : `${hostOf(url)} sends more than ${sizeWords(more.maxBytes ?? MAX_LIST_BYTES)}, which is the limit.`,
    );
  };
}

function isLoopback(url: string): boolean {
  return !isSshAddress(url) && isLoopbackName(new URL(url).hostname);
}

async function environmentFor(url: string, { env, store }: FetchOptions): Promise<NodeJS.ProcessEnv> {
  if (isSshAddress(url)) {
    if (env['GIT_SSH_COMMAND'] !== undefined || env['GIT_SSH'] !== undefined) return env;
    const run = { env, cwd: store, maxMs: 10_000, maxBytes: 10_000 };
    const { ok } = await runGit(['config', '--get', 'core.sshCommand'], run);
    return ok ? env : { ...env, GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' };
  }
  // NO_PROXY=host:8443 means the host at that port, which libcurl doesn't know.
  const { hostname, host } = new URL(url);
  const excepted = env['no_proxy'] ?? env['NO_PROXY'];
  const names = excepted?.split(',').map((one) => (one.trim() === host ? hostname : one));
  return names === undefined ? env : { ...env, no_proxy: names.join() };
}

async function refuseOldGit(ask: Ask): Promise<void> {
  const [version = '', major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(String(await ask(['version']))) ?? [];
  if (Number(major) < 2 || (Number(major) === 2 && Number(minor) < 30))
    throw new NoRepository(OLD_GIT(version));
}

/** A clone is told which branch `HEAD` names, even if there is none. */
async function missingHead(
  { url, ref, place }: CopyOrigin,
  refs: AdvertisedRefs,
  ask: Ask,
  store: string,
): Promise<string | undefined> {
  if (ref !== undefined || place !== undefined || refs.has('HEAD') || refs.size === 0) return undefined;
  const folder = await fs.mkdtemp(join(store, '.head-'));
  const shallow = ['--bare', '--depth=1', '--filter=tree:0', '--no-tags', '--template='];
  try {
    await ask(['clone', '-q', ...shallow, '--', url, folder]);
    return String(await ask([`--git-dir=${folder}`, 'symbolic-ref', '--short', 'HEAD'])).trim();
  } catch {
    return undefined;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

type Repository = Awaited<ReturnType<typeof createRepository>>;

interface RepositorySource {
  readonly commit: string;
  readonly url: string;
  readonly ask: Ask;
  readonly onProgress: (bytes: number) => void;
}

/** Bare and temporary. Only `receive` and `isAfter` may ask the address. */
async function createRepository(folder: string, { commit, url, ask, onProgress }: RepositorySource) {
  const format = commit.length === 64 ? 'sha256' : 'sha1';
  await ask(['init', '-q', '--bare', '--template=', `--object-format=${format}`, '--', folder]);
  const here = `--git-dir=${folder}`;
  const origin = ['-c', `remote.origin.url=${url}`, '-c', 'remote.origin.promisor=true'];
  const quiet = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const received = { folder: join(folder, 'objects', 'pack'), onBytes: onProgress };
  const receive = (options: readonly string[], id: string, maxBytes: number) =>
    ask([here, ...origin, 'fetch', ...quiet, ...options, 'origin', id], { received, maxBytes });
  const read: Ask = (args, run) => ask(['-c', 'protocol.allow=never', here, ...args], run);
  return {
    read,
    receive,
    async isAfter(id: string, earlier: string): Promise<boolean> {
      try {
        await receive(['--unshallow', '--filter=tree:0'], id, MAX_HISTORY_BYTES);
        await read(['merge-base', '--is-ancestor', earlier, id]);
        return true;
      } catch {
        return false;
      }
    },
  };
}

interface TreeFile {
  readonly kind: 'file' | 'link' | 'submodule';
  readonly path: Buffer;
  readonly id: string;
}

const KINDS: Readonly<Record<string, TreeFile['kind']>> = { '120000': 'link', '160000': 'submodule' };

async function listFiles(
  { ref, folder, commit }: OriginSession['resolved'],
  url: string,
  { read }: Repository,
) {
  const tree = `${commit}:${folder ?? ''}`;
  const out = await read(['ls-tree', '-r', '-z', '--full-tree', tree]).catch(() => {
    throw new RegistryRefusal(`${url} has no folder ${folder} at ${ref ?? 'its head'}.`);
  });
  const files: TreeFile[] = [];
  for (let at = 0; at < out.length; ) {
    const tab = out.indexOf('\t', at);
    const end = out.indexOf(0, tab);
    const [mode = '', , id = ''] = out.toString('latin1', at, tab).split(' ');
    files.push({ kind: KINDS[mode] ?? 'file', path: out.subarray(tab + 1, end), id });
    at = end + 1;
  }
  return files;
}

/** By id; a file that is too large was not sent. */
async function readSizes({ read }: Repository): Promise<ReadonlyMap<string, number>> {
  const out = await read(['cat-file', '--batch-check=%(objectname) %(objectsize)', '--batch-all-objects']);
  const lines = String(out).trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), Number(line.split(' ')[1])]));
}

interface FileToWrite {
  readonly path: string;
  readonly id: string;
  readonly size: number;
}

async function writeFiles(
  folder: string,
  listed: readonly TreeFile[],
  { limits, repository }: { readonly limits: FetchLimits; readonly repository: Repository },
): Promise<Pick<CopyFacts, 'files' | 'skipped' | 'bytes'>> {
  const sizes = await readSizes(repository);
  const paths = new CopyPaths();
  const chosen: FileToWrite[] = [];
  let bytes = 0;
  for (const { kind, path: raw, id } of listed) {
    const path = paths.take(raw);
    const size = sizes.get(id) ?? Number.POSITIVE_INFINITY;
    if (path === undefined) continue;
    if (kind !== 'file') paths.leaveOut(path, `is a ${kind}`);
    else if (size > limits.fileBytes) paths.leaveOut(path, `is larger than ${sizeWords(limits.fileBytes)}`);
    else {
      chosen.push({ path, id, size });
      bytes += size;
    }
    refuseSize(chosen.length, bytes, limits);
  }
  const files: Record<string, string> = Object.create(null);
  for (const part of inParts(chosen))
    for await (const { file, content } of readFiles(part, repository))
      if (content.length < 1_024 && content.toString('latin1').startsWith(LFS_POINTER))
        paths.leaveOut(file.path, 'is a pointer of Git LFS, not the file itself');
      else {
        const target = join(folder, ...file.path.split('/'));
        await fs.mkdir(dirname(target), { recursive: true });
        await fs.writeFile(target, content, { flag: CREATE_NEW, mode: 0o644 });
        files[file.path] = file.id;
      }
  return { files, skipped: paths.leftOut, bytes };
}

/** Bounds the memory. */
function* inParts(files: readonly FileToWrite[]): Generator<readonly FileToWrite[]> {
  let [part, size]: [FileToWrite[], number] = [[], 0];
  for (const file of files) {
    part.push(file);
    size += file.size;
    if (size < READ_AT_ONCE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}

async function* readFiles(files: readonly FileToWrite[], { read }: Repository) {
  const most = files.reduce((sum, { size }) => sum + size + MAX_HEAD_BYTES, 0);
  const input = files.map(({ id }) => `${id}\n`).join('');
  const out = await read(['cat-file', '--batch'], { input, maxBytes: most });
  let at = 0;
  for (const file of files) {
    const from = out.indexOf('\n', at) + 1;
    yield { file, content: out.subarray(from, from + file.size) };
    at = from + file.size + 1;
  }
}
