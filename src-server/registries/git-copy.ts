import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { isLoopbackName } from '../contract/service/service-address.ts';
import { runGit } from '../platform/run-git.ts';
import {
  type CopyOrigin,
  type FetchLimits,
  type FetchOptions,
  type OriginSession,
  sizeWords,
  writeCopyDraft,
} from './copy.ts';
import { type AdvertisedRefs, parseRefs, resolveOrigin } from './git-refs.ts';
import { type Ask, writeTree } from './git-tree.ts';
import { describeGitFailure, hostOf, NO_GIT, OLD_GIT } from './git-words.ts';
import { isSshAddress } from './registry-address.ts';
import { NoRepository, RegistryRefusal } from './registry-refusal.ts';

/** Lists of refs and of files. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

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
        const repository = await createRepository(temporary, { ask, url, limits, commit, onProgress });
        try {
          const shallow = ['--depth=1', `--filter=blob:limit=${limits.fileBytes}`];
          await repository.receive(shallow, commit);
          const date = await repository.read(['show', '-s', '--format=%cI', commit]);
          const written = await writeTree(files, { read: repository.read, resolved, url, limits });
          const earlier = served?.facts.commit;
          const rewritten = earlier !== undefined && !(await repository.isAfter(commit, earlier));
          return { ...written, commit, date: new Date(String(date).trim()).toISOString(), rewritten };
        } finally {
          await fs.rm(temporary, { recursive: true, force: true });
        }
      }),
  };
}

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

interface RepositorySource {
  readonly ask: Ask;
  readonly url: string;
  readonly limits: FetchLimits;
  readonly commit: string;
  readonly onProgress: (bytes: number) => void;
}

/** Bare and temporary. Only `receive` and `isAfter` may ask the address. */
async function createRepository(folder: string, source: RepositorySource) {
  const { ask, url, limits, commit, onProgress } = source;
  const format = commit.length === 64 ? 'sha256' : 'sha1';
  await ask(['init', '-q', '--bare', '--template=', `--object-format=${format}`, '--', folder]);
  const here = `--git-dir=${folder}`;
  const origin = ['-c', `remote.origin.url=${url}`, '-c', 'remote.origin.promisor=true'];
  const quiet = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'];
  const received = { folder: join(folder, 'objects', 'pack'), onBytes: onProgress };
  const run = { received, maxBytes: limits.receivedBytes };
  const receive = (options: readonly string[], id: string) =>
    ask([here, ...origin, 'fetch', ...quiet, ...options, 'origin', id], run);
  // Without the address, git can't fetch what is missing.
  const read: Ask = (args, more) => ask([here, ...args], more);
  return {
    read,
    receive,
    async isAfter(id: string, earlier: string): Promise<boolean> {
      try {
        await receive(['--unshallow', '--filter=tree:0'], id);
        await read(['merge-base', '--is-ancestor', earlier, id]);
        return true;
      } catch {
        return false;
      }
    },
  };
}
