import { printable } from '../contract/words/printable.ts';
import { DamagedGitData } from '../git-format/damaged-git-data.ts';
import { OBJECT_ID, parseCommit } from '../git-format/git-objects.ts';
import type { CopyFacts, UnplacedCopy } from './copy-facts.ts';
import { checkFolder } from './copy-names.ts';
import { authorizationFor } from './credentials.ts';
import { openPack } from './git/pack.ts';
import { openRepository, type Ref, type RepositoryClient } from './git/repository-client.ts';
import { openSshRepository } from './git/ssh-repository.ts';
import { createOriginClient } from './origin-client.ts';
import { isSshAddress } from './registry-address.ts';
import { RegistryRefusal, WrongRequest } from './registry-refusal.ts';
import { findTree, writeCopy } from './write-copy.ts';
import { writeCopyDraft } from './write-copy-draft.ts';

export interface CopyOrigin {
  readonly url: string;
  /** Branch, tag or commit; default: default branch. */
  readonly ref: string | undefined;
  readonly folder: string | undefined;
  /** See `RegistryAddress`; ignored with `ref`. */
  readonly place?: string | undefined;
}

export interface FetchLimits {
  readonly silenceMs: number;
  readonly totalMs: number;
  readonly receivedBytes: number;
  readonly unpackedBytes: number;
  readonly fileBytes: number;
  readonly files: number;
}

export const SILENCE_MS = 30_000;
/** Bounds servers that send a byte now and then. */
export const MAX_FETCH_MS = 3_600_000;
export const MAX_RECEIVED_BYTES = 200 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;
export const MAX_COPIED_FILE_BYTES = 50 * 1024 * 1024;
export const MAX_COPIED_FILES = 100_000;

export const FETCH_LIMITS: FetchLimits = {
  silenceMs: SILENCE_MS,
  totalMs: MAX_FETCH_MS,
  receivedBytes: MAX_RECEIVED_BYTES,
  unpackedBytes: MAX_UNPACKED_BYTES,
  fileBytes: MAX_COPIED_FILE_BYTES,
  files: MAX_COPIED_FILES,
};

export interface FetchOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Absolute; must exist. */
  readonly store: string;
  readonly limits?: FetchLimits;
  /** Total bytes received. */
  readonly onProgress?: (bytes: number) => void;
}

export interface ResolvedOrigin {
  /** Null for the default branch. */
  readonly ref: string | null;
  readonly folder: string | null;
  readonly commit: string;
}

export interface KnownCopy {
  /** Absolute. */
  readonly folder: string;
  readonly files: CopyFacts['files'];
}

export interface OriginSession {
  readonly resolved: ResolvedOrigin;
  /** @param known copy with unchanged files: a site gives single files */
  fetch(name: string, known?: KnownCopy): Promise<UnplacedCopy>;
  /** `earlier` is an ancestor. */
  isAfter(earlier: string): Promise<boolean>;
}

/** A commit without files has some 300 bytes. */
const HISTORY_BYTES = 32 * 1024 * 1024;

export async function openGitOrigin(origin: CopyOrigin, options: FetchOptions): Promise<OriginSession> {
  const { limits = FETCH_LIMITS, env, store, onProgress } = options;
  const connect = async (most: number) => {
    const transfer = { silenceMs: limits.silenceMs, totalMs: limits.totalMs, receivedBytes: most };
    const progress = onProgress === undefined ? {} : { onProgress };
    if (isSshAddress(origin.url))
      return openSshRepository(origin.url, { env, store, limits: transfer, ...progress });
    return openRepository(
      origin.url,
      createOriginClient(origin.url, {
        limits: transfer,
        authorization: () => authorizationFor(origin.url, { env, folder: store }),
        env,
        ...progress,
      }),
    );
  };
  const repository = await connect(limits.receivedBytes);
  const resolved = await resolve(repository, origin);
  return {
    resolved,
    async fetch(name) {
      const bytes = await repository.pack({ commit: resolved.commit, largestFile: limits.fileBytes });
      return writeDraft(bytes, { origin, resolved, name, store, limits }).catch(refuseDamaged);
    },
    isAfter: async (earlier) =>
      isDescendant(await connect(HISTORY_BYTES), resolved.commit, earlier, limits).catch(refuseDamaged),
  };
}

function refuseDamaged(error: unknown): never {
  throw error instanceof DamagedGitData ? new RegistryRefusal(error.message) : error;
}

async function resolve(repository: RepositoryClient, origin: CopyOrigin): Promise<ResolvedOrigin> {
  const { url, ref, place } = origin;
  const folder = checkFolder(origin.folder ?? '');
  if (ref !== undefined) {
    const commit = await findCommit(repository, url, ref);
    return { ref: ref === 'HEAD' ? null : ref, folder: folder || null, commit };
  }
  if (place === undefined) {
    const head = (await repository.refs(['HEAD'])).find(({ name }) => name === 'HEAD');
    if (head === undefined) throw await withoutHead(repository, url);
    return { ref: null, folder: folder || null, commit: head.commit };
  }
  const found = await findPlace(repository, url, place);
  return { ...found, folder: folder || found.folder || null };
}

const MOST_BRANCHES = 5;

async function withoutHead(repository: RepositoryClient, url: string): Promise<RegistryRefusal> {
  const branches = (await repository.refs(['refs/heads/'])).map(({ name }) =>
    name.slice('refs/heads/'.length),
  );
  if (branches.length === 0) return new RegistryRefusal(`${url} is empty: it has no branch yet.`);
  const named = branches.slice(0, MOST_BRANCHES).join(', ');
  const more = branches.length > MOST_BRANCHES ? ' …' : '';
  return new RegistryRefusal(
    `The default branch of ${url} doesn't exist. Name another one with --ref: ${printable(named)}${more}`,
  );
}

async function findCommit(repository: RepositoryClient, url: string, ref: string): Promise<string> {
  if (OBJECT_ID.test(ref)) return ref;
  if (!/^[^\s~^:?*[\\\x00-\x1f\x7f-]+[^\s~^:?*[\\\x00-\x1f\x7f]*$/.test(ref) || ref.length > 255)
    throw new WrongRequest('A ref is the name of a branch or tag, or a whole commit id.');
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`, ...(ref === 'HEAD' ? ['HEAD'] : [])];
  const refs = await repository.refs(names);
  const found = names.map((name) => refs.find((one) => one.name === name)).find((one) => one !== undefined);
  if (found !== undefined) return found.commit;
  const advice = /^[0-9a-f]{4,39}$/.test(ref) ? ' Of a commit, give all 40 digits.' : '';
  throw new RegistryRefusal(`${url} has no branch or tag ${ref} (any more).${advice}`);
}

/** Longest matching ref: page addresses don't mark its end. */
async function findPlace(
  repository: RepositoryClient,
  url: string,
  place: string,
): Promise<{ readonly ref: string; readonly folder: string; readonly commit: string }> {
  const [first = '', ...rest] = place.split('/');
  if (OBJECT_ID.test(first)) return { ref: first, folder: rest.join('/'), commit: first };
  const refs = await repository.refs([`refs/heads/${first}`, `refs/tags/${first}`]);
  const matches = refs.flatMap(({ name, commit }: Ref) => {
    const ref = name.replace(/^refs\/(?:heads|tags)\//, '');
    return place === ref || place.startsWith(`${ref}/`)
      ? [{ ref, folder: place.slice(ref.length + 1), commit }]
      : [];
  });
  const best = matches.toSorted((a, b) => b.ref.length - a.ref.length)[0];
  if (best === undefined) throw new RegistryRefusal(`${url} has no branch or tag ${first} (any more).`);
  return best;
}

interface DraftSource {
  readonly origin: CopyOrigin;
  readonly resolved: ResolvedOrigin;
  readonly name: string;
  readonly store: string;
  readonly limits: FetchLimits;
}

async function writeDraft(bytes: Buffer, source: DraftSource): Promise<UnplacedCopy> {
  const { origin, resolved, name, store, limits } = source;
  const pack = openPack(bytes, packLimits(limits));
  const commit = pack.read(resolved.commit);
  if (commit?.type !== 'commit') throw new RegistryRefusal(`${origin.url} has no commit ${resolved.commit}.`);
  const { tree: root, date } = parseCommit(commit.bytes);
  const tree = findTree(pack, root, resolved.folder ?? '');
  if (tree === undefined)
    throw new RegistryRefusal(
      `${origin.url} has no folder ${resolved.folder} at ${resolved.ref ?? 'its head'}.`,
    );
  return writeCopyDraft(
    { name, store, commit: resolved.commit, date },
    origin.url,
    resolved.folder,
    (files) => writeCopy(files, { pack, tree, limits }),
  );
}

function packLimits({ fileBytes, unpackedBytes, files }: FetchLimits) {
  return { objectBytes: fileBytes, unpackedBytes, objects: files * 4 };
}

/** False if unproven. */
async function isDescendant(
  repository: RepositoryClient,
  commit: string,
  earlier: string,
  limits: FetchLimits,
): Promise<boolean> {
  const bytes = await repository.pack({ commit, since: earlier }).catch(() => undefined);
  if (bytes === undefined) return false;
  const pack = openPack(bytes, packLimits(limits));
  const seen = new Set<string>();
  const waiting = [commit];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === earlier) return true;
    const object = seen.has(id) ? undefined : pack.read(id);
    seen.add(id);
    if (object?.type === 'commit') waiting.push(...parseCommit(object.bytes).parents);
  }
  return false;
}
